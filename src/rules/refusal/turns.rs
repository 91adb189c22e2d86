//! The refusals of turns.

macro_rules! rows_of_turns {
    ($next:ident $($rest:tt)*) => {
        $next! { $($rest)*

    PlayOrPass => "play_or_pass" {
        says: "a turn is either a play or a pass: give exactly one of \"play\" and \"pass\": true",
        kind: Invalid, title: "A turn is a play or a pass",
        page: "Give `play` with a tile, or `pass` as true; not both and not neither. Draws come on top as `drew`.",
        in_turn: Blame::Whole, overridable: false, shows: Shows::Nothing,
    }
    OutOfTurn { seat: Seat, turn: Seat } => "out_of_turn" {
        says: "it is the turn of {turn}, not of {seat}",
        kind: Invalid, title: "Somebody else is on turn",
        page: "The member `turn` says whose turn it is. If the table played out of turn and let it stand, record it with an override.",
        in_turn: Blame::Seat, overridable: true, shows: Shows::Open,
    }
    NotInSet { tile: Tile, set: String } => "not_in_set" {
        says: "{tile} is not in the {set} set",
        kind: Invalid, title: "The tile is not in the set",
        page: "The set of the game has no tile with this number. Look whether a digit was misread; `suggestions` has tiles that would fit.",
        in_turn: Blame::PlayedOrDrawn(*tile), overridable: false, shows: Shows::Misread(*tile),
    }
    TileUsed { tile: Tile } => "tile_used" {
        says: "{tile} is on the table already",
        kind: Invalid, title: "The tile is on the table already",
        page: "Every tile exists once, and this one was played before. This cannot be overridden: one of the two reports is mistaken.",
        in_turn: Blame::PlayedOrDrawn(*tile), overridable: false, shows: Shows::Misread(*tile),
    }
    TileTwice { tile: Tile } => "tile_twice" {
        says: "{tile} is named twice",
        kind: Invalid, title: "A tile is named twice",
        page: "Every tile exists once, so it cannot be in two places of what was reported.",
        in_turn: Blame::Drawn, overridable: false, shows: Shows::Nothing,
    }
    HeldByOther { tile: Tile, holder: Seat } => "held_by_other" {
        says: "{tile} is in the hand of {holder}",
        kind: Invalid, title: "The tile is in another hand",
        page: "From what was reported earlier, another player holds this tile.",
        in_turn: Blame::PlayedOrDrawn(*tile), overridable: false, shows: Shows::Open,
    }
    NotInHand { seat: Seat, tile: Tile } => "not_in_hand" {
        says: "{seat} does not hold {tile}",
        kind: Invalid, title: "The player does not hold the tile",
        page: "All tiles of the player's hand are known, and this is none of them.",
        in_turn: Blame::Tile, overridable: false, shows: Shows::Open,
    }
    NotOpen { at: At, open: String } => "not_open" {
        says: "there is no open place \"{at}\"; open are {open}",
        kind: Invalid, title: "There is no such open place",
        page: "The place does not exist on the table or a tile is joined there already. `outlets` lists the open places.",
        in_turn: Blame::Place, overridable: false, shows: Shows::Open,
    }
    Obligation { owing: Tile, left: u8, at: At } => "obligation" {
        says: "{owing} has to be filled first: {left} of its places are free, so {at} is locked",
        kind: Invalid, title: "Another double has to be filled first",
        page: "In this game a double must be filled before anything else is played. `outlets` lists its free places. The table may have let it stand; then record it with an override.",
        in_turn: Blame::PlaceOrTile, overridable: true, shows: Shows::Open,
    }
    NoMatch { tile: Tile, place: String, open: String } => "no_match" {
        says: "{tile} does not fit{place}: {open}",
        kind: Invalid, title: "The tile does not fit",
        page: "Neither number of the tile is the one that the place asks for. `outlets` lists what is open, `suggestions` tiles that would fit if a digit was misread.",
        in_turn: Blame::Tile, overridable: true, shows: Shows::Misread(*tile),
    }
    AmbiguousOutlet { tile: Tile, places: String } => "ambiguous_outlet" {
        says: "{tile} fits at {places}: say which (\"at\")",
        kind: Invalid, title: "The tile fits at several places",
        page: "Say in `at` where the tile went; `outlets` lists the places. It may be left out only where one place fits, or where all that fit are alike.",
        in_turn: Blame::Place, overridable: false, shows: Shows::Fitting(*tile),
    }
    NoCover { tile: Tile, top: Tile, why: &'static str } => "no_cover" {
        says: "{tile} may not cover {top}: {why}",
        kind: Invalid, title: "The tile may not cover that one",
        page: "In Build Up a tile covers one with as many dots or fewer, a double any tile that is no double, and a double only a smaller double.",
        in_turn: Blame::Place, overridable: true, shows: Shows::Fitting(*tile),
    }
    MustPlay { seat: Seat, tile: Tile } => "must_play" {
        says: "{seat} holds {tile}, which fits: a player who can play has to",
        kind: Invalid, title: "A player who can play has to",
        page: "The player is known to hold a tile that fits, so passing or drawing is not possible. If the table let it stand, record it with an override.",
        in_turn: Blame::PassOrDraws, overridable: true, shows: Shows::Open,
    }
    MustDraw { seat: Seat, available: usize } => "must_draw" {
        says: "{seat} has to draw before passing: {tiles} may be drawn" with (tiles = tiles(*available)),
        kind: Invalid, title: "There are tiles to draw",
        page: "In this game a player who cannot play draws before passing. Say how many tiles were drawn in `drew`.",
        in_turn: Blame::Pass, overridable: true, shows: Shows::Open,
    }
    NoDrawing => "no_drawing" {
        says: "nothing is drawn in this game: a player who cannot play passes",
        kind: Invalid, title: "Nothing is drawn in this game",
        page: "The tiles that were not dealt stay where they are; a player who cannot play passes.",
        in_turn: Blame::Draws, overridable: true, shows: Shows::Open,
    }
    DrewTooMany { drew: usize, available: usize } => "drew_too_many" {
        says: "{tiles} cannot be drawn: at most {available} may be" with (tiles = tiles(*drew)),
        kind: Invalid, title: "So many tiles may not be drawn",
        page: "The game limits how many tiles are drawn in a turn or how many stay in the boneyard.",
        in_turn: Blame::Draws, overridable: true, shows: Shows::Open,
    }
    BoneyardEmpty { drew: usize, boneyard: usize } => "boneyard_empty" {
        says: "{tiles} cannot be drawn: the boneyard has {boneyard}" with (tiles = tiles(*drew)),
        kind: Invalid, title: "The boneyard has fewer tiles",
        page: "More tiles were drawn than there are. One of the earlier draws may be miscounted; undo and correct it.",
        in_turn: Blame::Draws, overridable: false, shows: Shows::Nothing,
    }
    DrewAndPlayed => "drew_and_played" {
        says: "a drawn tile is not played in the same turn: draw one and pass",
        kind: Invalid, title: "A drawn tile is not played at once",
        page: "In this game a player draws one tile and passes. The option draw.play_drawn allows playing it.",
        in_turn: Blame::Draws, overridable: true, shows: Shows::Open,
    }
    DrawnMismatch { drew: usize, named: usize } => "drawn_mismatch" {
        says: "{tiles} {were} drawn, but {named} {are} named" with (tiles = tiles(*drew), were = were(*drew), are = are(*named)),
        kind: Invalid, title: "The drawn tiles are miscounted",
        page: "The number in `drew` and the number of tiles in `drawn` differ. Leave one of them out, or correct it.",
        in_turn: Blame::Drawn, overridable: false, shows: Shows::Nothing,
    }
    PassOnLead { leader: Seat } => "pass_on_lead" {
        says: "nothing is on the table yet: {leader} leads and cannot pass",
        kind: Invalid, title: "The leader cannot pass",
        page: "Nothing is on the table yet, so there is nothing that a tile could fail to fit.",
        in_turn: Blame::Pass, overridable: false, shows: Shows::Open,
    }
    MustLeadDouble { tile: Tile } => "must_lead_double" {
        says: "{tile} cannot be led: the lead is a double here",
        kind: Invalid, title: "The lead is a double",
        page: "In this game the round opens with a double.",
        in_turn: Blame::Tile, overridable: true, shows: Shows::Nothing,
    }
    WrongLead { tile: Tile, expected: Tile } => "wrong_lead" {
        says: "{tile} cannot be led: {expected} has to be",
        kind: Invalid, title: "Another tile has to be led",
        page: "The rules name the tile that opens the round, and it is not this one.",
        in_turn: Blame::Tile, overridable: true, shows: Shows::Nothing,
    }
    DoubleLedBefore { tile: Tile } => "double_led_before" {
        says: "{tile} opened a round of this match before and cannot open another",
        kind: Invalid, title: "The double has opened a round before",
        page: "In this game every double opens one round of a match.",
        in_turn: Blame::Tile, overridable: true, shows: Shows::Nothing,
    }
    WrongLeader { leader: Seat, expected: Seat } => "wrong_leader" {
        says: "{leader} cannot lead this round: it is the turn of {expected}",
        kind: Invalid, title: "Another player leads",
        page: "The rounds before tell who leads this one. If the table did otherwise, record the round with its `leader` and an `override`, or the first turn with one.",
        in_turn: Blame::Seat, overridable: true, shows: Shows::Open,
    }
    NoSuchSeat { seat: Seat, seats: usize } => "no_such_seat" {
        says: "there is no seat {seat} at this table of {seats}",
        kind: Invalid, title: "The table has no such seat",
        page: "Seats are lettered from A in the order of turns, as many as there are players.",
        in_turn: Blame::Seat, overridable: false, shows: Shows::Nothing,
    }
    SeatEmpty { seat: Seat, seats: String } => "seat_empty" {
        says: "{seat} is not at the table in this round: {seats} play",
        kind: Invalid, title: "Nobody plays in this seat in this round",
        page: "The player came later or has left, so the order of turns skips the seat. If the player is back, record it with POST /v1/games/{game}/seats/{seat}/return.",
        in_turn: Blame::Seat, overridable: false, shows: Shows::Nothing,
    }
    WrongShape { what: &'static str } => "wrong_shape" {
        says: "{what}",
        kind: Invalid, title: "The report does not fit the game",
        page: "A member is given that this game does not have, or one is missing that it needs. The detail says which.",
        in_turn: Blame::Outward, overridable: false, shows: Shows::Nothing,
    }
    ReasonNeeded => "reason_needed" {
        says: "a reason of 1 to 500 characters is needed",
        kind: Invalid, title: "A reason is needed",
        page: "What breaks a rule, is awarded or is taken back is recorded with a reason of 1 to 500 characters, for those who read the score sheet later.",
        in_turn: Blame::Reason, overridable: false, shows: Shows::Nothing,
    }

        }
    };
}
