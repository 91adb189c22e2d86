//! The refusals of turns.

macro_rules! rows_of_turns {
    ($next:ident $($rest:tt)*) => {
        $next! { $($rest)*

    PlayOrPass => "play_or_pass" {
        says: "a turn is either a play or a pass: give \"play\" or \"pass\": true, but not both",
        kind: Invalid, title: "A turn is either a play or a pass",
        page: "Give `play` with a tile, or `pass` as true, but not both. Tiles that were drawn first go into `drew`.",
        in_turn: Blame::Whole, overridable: false, shows: Shows::Nothing,
    }
    OutOfTurn { seat: Seat, turn: Seat } => "out_of_turn" {
        says: "it is {turn}'s turn, not {seat}'s",
        kind: Invalid, title: "It is another player's turn",
        page: "The member `to_play` says whose turn it is. If the table played out of turn and let it stand, record it with an override.",
        in_turn: Blame::Seat, overridable: true, shows: Shows::Open,
    }
    NotInSet { tile: Tile, set: String } => "not_in_set" {
        says: "{tile} is not in the {set} set",
        kind: Invalid, title: "The tile is not in the set",
        page: "The set that is played with has no such tile. Check whether a number was misread: `suggestions` has the tiles that would fit.",
        in_turn: Blame::PlayedOrDrawn(*tile), overridable: false, shows: Shows::Misread(*tile),
    }
    TileUsed { tile: Tile } => "tile_used" {
        says: "{tile} is already on the table",
        kind: Invalid, title: "The tile is already on the table",
        page: "Each tile exists once, and this one has been played already. It cannot be overridden: one of the two reports is wrong.",
        in_turn: Blame::PlayedOrDrawn(*tile), overridable: false, shows: Shows::Misread(*tile),
    }
    SetAside { tile: Tile } => "set_aside" {
        says: "{tile} was set aside and is out of the game",
        kind: Invalid, title: "The tile was set aside",
        page: "In Build Up a tile that could not be placed in its hand is out for the rest of the game. This cannot be overridden: one of the two reports is mistaken.",
        in_turn: Blame::PlayedOrDrawn(*tile), overridable: false, shows: Shows::Misread(*tile),
    }
    TileTwice { tile: Tile } => "tile_twice" {
        says: "{tile} is named twice",
        kind: Invalid, title: "A tile is named twice",
        page: "Each tile exists once, so a report cannot have it in two places.",
        in_turn: Blame::Drawn, overridable: false, shows: Shows::Nothing,
    }
    HeldByOther { tile: Tile, holder: Seat } => "held_by_other" {
        says: "{tile} is in {holder}'s hand",
        kind: Invalid, title: "The tile is in another player's hand",
        page: "According to earlier reports another player holds this tile.",
        in_turn: Blame::PlayedOrDrawn(*tile), overridable: false, shows: Shows::Open,
    }
    NotInHand { seat: Seat, tile: Tile } => "not_in_hand" {
        says: "{seat} does not hold {tile}",
        kind: Invalid, title: "The player does not hold the tile",
        page: "Every tile in the player's hand is known, and this is not one of them.",
        in_turn: Blame::Tile, overridable: false, shows: Shows::Open,
    }
    NotOpen { at: Position, open: String } => "not_open" {
        says: "there is no open place \"{at}\"; {open}",
        kind: Invalid, title: "There is no such open place",
        page: "The place does not exist on the table, or a tile has already been joined there. `outlets` lists the open places.",
        in_turn: Blame::Place, overridable: false, shows: Shows::Open,
    }
    Obligation { owing: Tile, left: u8, at: Position } => "obligation" {
        says: "{owing} must be filled first: {places} still free, so {at} is locked" with (places = places_are(*left)),
        kind: Invalid, title: "Another double must be filled first",
        page: "In this game a double must be filled before anything else is played. `outlets` lists its free places. If the table let the play stand, record it with an override.",
        in_turn: Blame::PlaceOrTile, overridable: true, shows: Shows::Open,
    }
    NoMatch { tile: Tile, place: String, open: String } => "no_match" {
        says: "{tile} does not fit{place}: {open}",
        kind: Invalid, title: "The tile does not fit",
        page: "Neither number of the tile is the one that the place asks for. `outlets` lists what is open, and `suggestions` the tiles that would fit if a number was misread.",
        in_turn: Blame::Tile, overridable: true, shows: Shows::Misread(*tile),
    }
    AmbiguousOutlet { tile: Tile, places: Vec<Position> } => "ambiguous_outlet" {
        says: "{tile} fits at {places}: say where in \"at\"",
        kind: Invalid, title: "The tile fits at several places",
        page: "Say in `at` where the tile went; `outlets` lists the places. `at` may be left out only if one place fits, or if all that fit are alike.",
        in_turn: Blame::Place, overridable: false, shows: Shows::Fitting(*tile),
    }
    NoCover { tile: Tile, top: Tile, why: &'static str } => "no_cover" {
        says: "{tile} cannot cover {top}: {why}",
        kind: Invalid, title: "The tile cannot cover that one",
        page: "In Build Up a tile covers a tile with as many dots or fewer. A double covers any tile that is not a double, and a double with fewer dots.",
        in_turn: Blame::Place, overridable: true, shows: Shows::Fitting(*tile),
    }
    MustPlay { seat: Seat, tile: Tile } => "must_play" {
        says: "{seat} holds {tile}, which fits, and a player who can play must play",
        kind: Invalid, title: "A player who can play must play",
        page: "The player is known to hold a tile that fits, and so may neither pass nor draw. If the table let it stand, record it with an override.",
        in_turn: Blame::PassOrDraws, overridable: true, shows: Shows::Open,
    }
    MustDraw { seat: Seat, available: usize } => "must_draw" {
        says: "{seat} must draw before passing: {tiles} can be drawn" with (tiles = tiles(*available)),
        kind: Invalid, title: "There are tiles to draw",
        page: "In this game a player who cannot play must draw before passing. Say in `drew` how many tiles were drawn.",
        in_turn: Blame::Pass, overridable: true, shows: Shows::Open,
    }
    NoDrawing => "no_drawing" {
        says: "there is no drawing in this game: a player who cannot play passes",
        kind: Invalid, title: "There is no drawing in this game",
        page: "The tiles that were not dealt stay where they are. A player who cannot play passes.",
        in_turn: Blame::Draws, overridable: true, shows: Shows::Open,
    }
    DrewTooMany { drew: usize, available: usize, stay: usize } => "drew_too_many" {
        says: "{tiles} cannot be drawn: {limit}" with (tiles = tiles(*drew), limit = limit(*available, *stay)),
        kind: Invalid, title: "So many tiles cannot be drawn",
        page: "The game limits how many tiles are drawn in a turn, or how many stay in the boneyard.",
        in_turn: Blame::Draws, overridable: true, shows: Shows::Open,
    }
    BoneyardEmpty { drew: usize, boneyard: usize } => "boneyard_empty" {
        says: "{tiles} cannot be drawn: the boneyard {has}" with (tiles = tiles(*drew), has = boneyard_has(*boneyard)),
        kind: Invalid, title: "The boneyard has fewer tiles",
        page: "More tiles were drawn than there are. Perhaps an earlier draw was miscounted: undo it and correct it.",
        in_turn: Blame::Draws, overridable: false, shows: Shows::Nothing,
    }
    DrawOnLead => "draw_on_lead" {
        says: "nothing is drawn for the lead here",
        kind: Invalid, title: "Nothing is drawn for the lead",
        page: "The lead does not have to be drawn for here, or somebody is known to hold what gives it, and nothing is on the table that a tile could fail to fit. If the table let it stand, record it with an override.",
        in_turn: Blame::Draws, overridable: true, shows: Shows::Open,
    }
    DrewAndPlayed => "drew_and_played" {
        says: "a drawn tile cannot be played in the same turn: draw one and pass",
        kind: Invalid, title: "A drawn tile cannot be played in the same turn",
        page: "In this game a player who cannot play draws one tile and passes. The option draw.play_drawn allows playing it at once.",
        in_turn: Blame::Draws, overridable: true, shows: Shows::Open,
    }
    DrawnMismatch { drew: usize, named: usize } => "drawn_mismatch" {
        says: "{tiles} {were} drawn, but {named} {are} named" with (tiles = tiles(*drew), were = were(*drew), are = are(*named)),
        kind: Invalid, title: "The drawn tiles are miscounted",
        page: "The number in `drew` and the number of tiles in `drawn` differ. Leave one of them out, or correct it.",
        in_turn: Blame::Drawn, overridable: false, shows: Shows::Nothing,
    }
    PassOnLead { leader: Seat } => "pass_on_lead" {
        says: "nothing has been played yet: {leader} leads and cannot pass",
        kind: Invalid, title: "The leader cannot pass",
        page: "Nothing is on the table yet, so any tile that may be led can be played.",
        in_turn: Blame::Pass, overridable: false, shows: Shows::Open,
    }
    MustLeadDouble { tile: Tile } => "must_lead_double" {
        says: "{tile} cannot be led: the lead must be a double",
        kind: Invalid, title: "The lead must be a double",
        page: "In this game a round opens with a double.",
        in_turn: Blame::Tile, overridable: true, shows: Shows::Nothing,
    }
    WrongLead { tile: Tile, expected: Tile } => "wrong_lead" {
        says: "{tile} cannot be led: {expected} must be led",
        kind: Invalid, title: "Another tile must be led",
        page: "The rules name the tile that opens the round, and it is not this one.",
        in_turn: Blame::Tile, overridable: true, shows: Shows::Nothing,
    }
    DoubleLedBefore { tile: Tile } => "double_led_before" {
        says: "{tile} has already opened a round of this match and cannot open another",
        kind: Invalid, title: "The double has already opened a round",
        page: "In this game each double opens one round of a match.",
        in_turn: Blame::Tile, overridable: true, shows: Shows::Nothing,
    }
    WrongLeader { leader: Seat, expected: Seat, double: Option<Tile> } => "wrong_leader" {
        says: "{leader} cannot lead this round: {why}" with (why = who_leads(*expected, *double)),
        kind: Invalid, title: "Another player leads",
        page: "The earlier rounds, or the doubles in the hands, decide who leads this one. If the table did otherwise, record the round with its `leader` and an `override`, or the first turn with one.",
        in_turn: Blame::Seat, overridable: true, shows: Shows::Open,
    }
    LeadNeedsDouble { leader: Seat, wanted: String } => "lead_needs_double" {
        says: "{leader} cannot lead this round: whoever leads holds {wanted}",
        kind: Invalid, title: "The leader has no double",
        page: "In this game a double gives the lead, and the whole hand of this player is known to have none that does. If the table let it stand, record it with an override.",
        in_turn: Blame::Seat, overridable: true, shows: Shows::Open,
    }
    MustLead { seat: Seat, tile: Tile } => "must_lead" {
        says: "{seat} holds {tile} and has to lead",
        kind: Invalid, title: "The player has to lead",
        page: "The player holds, or has just drawn, the double that gives the lead, so passing and drawing are not possible. If the table let it stand, record it with an override.",
        in_turn: Blame::PassOrDraws, overridable: true, shows: Shows::Open,
    }
    Redeal { wanted: String } => "redeal" {
        says: "nobody holds {wanted}: all tiles go back and are dealt again",
        kind: Invalid, title: "All tiles are dealt again",
        page: "In this game a double gives the lead, and the hands that were dealt have none. Report the hands of the new deal. If the table played on, record the round with an `override`.",
        in_turn: Blame::Whole, overridable: true, shows: Shows::Nothing,
    }
    NoSuchSeat { seat: Seat, seats: usize } => "no_such_seat" {
        says: "there is no seat {seat} at this table of {seats}",
        kind: Invalid, title: "The table has no such seat",
        page: "Seats are lettered from A in the order of turns, one for each player.",
        in_turn: Blame::Seat, overridable: false, shows: Shows::Nothing,
    }
    SeatEmpty { seat: Seat, seats: Vec<Seat> } => "seat_empty" {
        says: "{seat} is not at the table in this round: the players are {seats}",
        kind: Invalid, title: "Nobody plays in this seat in this round",
        page: "The player came late or has left, so the order of turns skips the seat. If the player is back, record that with POST /v1/games/{game}/seats/{seat}/return.",
        in_turn: Blame::Seat, overridable: false, shows: Shows::Nothing,
    }
    WrongShape { what: &'static str } => "wrong_shape" {
        says: "{what}",
        kind: Invalid, title: "The report does not fit the game",
        page: "The report has a member that this game does not have, or lacks one that it needs. The detail says which.",
        in_turn: Blame::Outward, overridable: false, shows: Shows::Nothing,
    }
    ReasonNeeded => "reason_needed" {
        says: "a reason of 1 to 500 characters is needed",
        kind: Invalid, title: "A reason is needed",
        page: "Whatever breaks a rule, is awarded or is taken back needs a reason of 1 to 500 characters, for those who read the score sheet later.",
        in_turn: Blame::Reason, overridable: false, shows: Shows::Nothing,
    }

        }
    };
}
