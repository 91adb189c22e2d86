//! The refusals of rounds as they are reported: hands, endings and points.

macro_rules! rows_of_hands {
    ($next:ident $($rest:tt)*) => {
        $next! { $($rest)*

    RoundOver { how: Phrase } => "round_over" {
        says: "the round is over: {how}",
        kind: Conflict, title: "The round is over",
        page: "The round has ended, so it takes no more turns. Start the next one, or undo the last turn.",
        in_turn: never,
    }
    RoundNotOver { why: String } => "round_not_over" {
        says: "the round is not over: {why}",
        kind: Conflict, title: "The round is not over",
        page: "The plays have not come to an end that can be scored. The detail says what is missing.",
        in_turn: never,
    }
    HandSize { seat: Seat, given: usize, expected: usize } => "hand_size" {
        says: "{seat} must have {expected} here, not {given}" with (expected = tiles(*expected)),
        kind: Invalid, title: "A hand has the wrong number of tiles",
        page: "What was dealt and drawn, less what was played, must be what is left.",
        in_turn: Blame::Whole, overridable: true, shows: Shows::Nothing,
    }
    HandMissing { seat: Seat } => "hand_missing" {
        says: "{seat}'s hand is missing: give its tiles or its pips",
        kind: Invalid, title: "A hand is missing",
        page: "The score depends on this hand: give its tiles, or its dots. A hand that is not given is not the same as a hand of 0 dots.",
        in_turn: never,
    }
    TilesOrPips { seat: Seat } => "tiles_or_pips" {
        says: "{seat}'s hand must have either \"tiles\" or \"pips\"",
        kind: Invalid, title: "A hand is given as tiles or as dots",
        page: "Give a hand as `tiles` or as `pips`, but not as both.",
        in_turn: never,
    }
    KnownInHand { seat: Seat, tile: Tile } => "known_in_hand" {
        says: "{seat} is known to hold {tile}, which is missing here",
        kind: Invalid, title: "A tile is missing from the hand",
        page: "According to earlier reports the player still holds this tile, and the hand as shown does not have it.",
        in_turn: never,
    }
    TooFewPips { seat: Seat, pips: u16, least: u16 } => "too_few_pips" {
        says: "{seat}'s hand cannot have {pips} dots: at least {least}",
        kind: Invalid, title: "So few dots are not possible",
        page: "So many tiles as this hand has cannot have so few dots.",
        in_turn: Blame::Whole, overridable: true, shows: Shows::Nothing,
    }
    TooManyPips { seat: Seat, pips: u16, beside: Option<Phrase>, most: u16 } => "too_many_pips" {
        says: "{seat}'s hand cannot have {pips} dots{beside}: at most {most}",
        kind: Invalid, title: "So many dots are not possible",
        page: "The tiles that can be in this hand do not have so many dots.",
        in_turn: Blame::Whole, overridable: true, shows: Shows::Nothing,
    }
    WrongTops { given: usize } => "wrong_tops" {
        says: "{given} cannot show: there are 12 stacks, and each has a top" with (given = tiles(*given)),
        kind: Invalid, title: "Twelve tiles show on the twelve stacks",
        page: "The dots on top of all twelve stacks count, so both colours together show twelve tiles.",
        in_turn: Blame::Whole, overridable: true, shows: Shows::Nothing,
    }
    WrongPips { seat: Seat, pips: u16, known: u16 } => "wrong_pips" {
        says: "{seat}'s hand cannot have {pips} dots: its known tiles have {known}",
        kind: Invalid, title: "The dots are not those of the known tiles",
        page: "Some or all tiles of this hand are known from earlier reports, and they have other dots.",
        in_turn: never,
    }
    OutWithTiles { seat: Seat } => "out_with_tiles" {
        says: "{seat} went out and cannot have tiles left",
        kind: Invalid, title: "The player who went out has tiles left",
        page: "The player who went out has no tiles, so that hand is empty or left out.",
        in_turn: never,
    }
    BothOut { first: Seat, second: Seat } => "both_out" {
        says: "{first} and {second} cannot both be out: the round ends when the first player goes out",
        kind: Invalid, title: "Two players cannot both be out",
        page: "The round ends when the first player has no tiles left.",
        in_turn: never,
    }
    BlockedWithOut { seat: Seat } => "blocked_with_out" {
        says: "{seat} has no tiles left, so the round was not blocked: it ended with a domino",
        kind: Invalid, title: "Somebody is out, so the round was not blocked",
        page: "A player without tiles ends the round with a domino. A hand with nothing but 0-0 has 0 dots but is not empty.",
        in_turn: never,
    }
    OutMissing => "out_missing" {
        says: "nobody is said to have gone out: name the player in \"out\"",
        kind: Invalid, title: "The player who went out is missing",
        page: "Name the seat in `out`, or show that hand as empty.",
        in_turn: never,
    }
    OutInBlocked => "out_in_blocked" {
        says: "nobody goes out in a blocked round: leave out \"out\" and \"out_on_double\"",
        kind: Invalid, title: "Nobody goes out in a blocked round",
        page: "Leave out `out` and `out_on_double`, or say that the round ended with a domino.",
        in_turn: never,
    }
    EndingMissing => "ending_missing" {
        says: "say how the round ended: \"ending\" is \"domino\" or \"blocked\"",
        kind: Invalid, title: "The end of the round is missing",
        page: "Say in `ending` whether the round ended with a domino or blocked.",
        in_turn: never,
    }
    WrongEnding { how: Phrase } => "wrong_ending" {
        says: "the plays ended differently: {how}",
        kind: Invalid, title: "The plays ended differently",
        page: "The reported end contradicts the recorded plays.",
        in_turn: never,
    }
    NotBlocked { seat: Seat, tile: Tile } => "not_blocked" {
        says: "{seat} holds {tile}, which fits, so the round is not blocked",
        kind: Invalid, title: "A shown tile fits, so the round is not blocked",
        page: "Somebody could still play, so the round goes on.",
        in_turn: never,
    }
    TieNeedsTiles { tied: Vec<Side> } => "tie_needs_tiles" {
        says: "{tied} are level: the lightest tile decides, so give their tiles and not only their dots",
        kind: Invalid, title: "The tie is decided by tiles",
        page: "The lowest hands are level, and the lightest tile decides. Give these hands as tiles.",
        in_turn: never,
    }
    TieNeedsLeader { tied: Vec<Side> } => "tie_needs_leader" {
        says: "{tied} are level: who led the round decides, so name the \"leader\"",
        kind: Invalid, title: "The tie is decided by the lead",
        page: "The lowest hands are level, and who led the round decides. Name the `leader`.",
        in_turn: never,
    }
    NoSuchSide { side: Side, sides: Vec<Side> } => "no_such_side" {
        says: "there is no side \"{named}\" at this table; the sides are {known}" with (named = side.to_string(), known = quoted(sides)),
        kind: Invalid, title: "The table has no such side",
        page: "A side is a seat such as A, or partners such as A+C.",
        in_turn: never,
    }
    PointsMissing { side: Side } => "points_missing" {
        says: "{side}'s points are missing: enter 0 if there were none",
        kind: Invalid, title: "The points of a side are missing",
        page: "Every side needs its points: enter 0 if there were none, because a missing entry is not the same as 0.",
        in_turn: never,
    }
    PointsOutOfRange { side: Side, points: i32, beside: Option<Phrase>, least: i32, most: i32 } => "points_out_of_range" {
        says: "{side} cannot have {points} points{beside}: from {least} to {most} are possible here",
        kind: Invalid, title: "So many points are not possible",
        page: "No round of this game is worth so many or so few points. A total that the table declares, or at which a player starts, has bounds of its own. The detail says them.",
        in_turn: Blame::Whole, overridable: true, shows: Shows::Nothing,
    }
    LoserScored { first: Side, second: Side } => "loser_scored" {
        says: "{first} and {second} cannot both score: only the winner of a round scores",
        kind: Invalid, title: "Only the winner of a round scores",
        page: "In this game the winner of a round takes all its points: one side has points, and the others have 0.",
        in_turn: never,
    }
    WrongWinner { winner: Side, scorer: Side } => "wrong_winner" {
        says: "{winner} cannot have won: {scorer} scored, and only the winner of a round scores",
        kind: Invalid, title: "A side other than the winner scored",
        page: "In this game the winner of a round takes all its points, so the side with points is the winner.",
        in_turn: never,
    }

        }
    };
}
