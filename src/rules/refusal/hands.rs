//! The refusals of rounds as they are reported: hands, endings and points.

macro_rules! rows_of_hands {
    ($next:ident $($rest:tt)*) => {
        $next! { $($rest)*

    RoundOver { how: String } => "round_over" {
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
        says: "{seat} has {tiles} here, but must have {expected}" with (tiles = tiles(*given)),
        kind: Invalid, title: "A hand has the wrong number of tiles",
        page: "What was dealt and drawn less what was played is what must be left.",
        in_turn: never,
    }
    HandMissing { seat: Seat } => "hand_missing" {
        says: "the hand of {seat} is missing: give its tiles or its pips",
        kind: Invalid, title: "A hand is missing",
        page: "The score depends on this hand: give its tiles, or its dots. Nothing is not the same as zero.",
        in_turn: never,
    }
    TilesOrPips { seat: Seat } => "tiles_or_pips" {
        says: "the hand of {seat} is either \"tiles\" or \"pips\"",
        kind: Invalid, title: "A hand is tiles or dots",
        page: "Give a hand as `tiles` or as `pips`, not as both and not as neither.",
        in_turn: never,
    }
    KnownInHand { seat: Seat, tile: Tile } => "known_in_hand" {
        says: "{seat} is known to hold {tile}, which is missing here",
        kind: Invalid, title: "A tile is missing in the hand",
        page: "From what was reported earlier the player still holds this tile, and the hand as shown does not have it.",
        in_turn: never,
    }
    TooManyPips { seat: Seat, pips: u16, most: u16 } => "too_many_pips" {
        says: "{pips} dots are not possible in the hand of {seat}: at most {most}",
        kind: Invalid, title: "So many dots are not possible",
        page: "The tiles that can be in this hand do not have so many dots.",
        in_turn: never,
    }
    WrongPips { seat: Seat, pips: u16, known: u16 } => "wrong_pips" {
        says: "the hand of {seat} cannot have {pips} dots: its known tiles have {known}",
        kind: Invalid, title: "The dots are not those of the known tiles",
        page: "From what was reported earlier all or some tiles of this hand are known, and they have other dots.",
        in_turn: never,
    }
    OutWithTiles { seat: Seat } => "out_with_tiles" {
        says: "{seat} went out and can have no tiles left",
        kind: Invalid, title: "Who went out has tiles left",
        page: "The player who went out has no tiles, so the hand is empty or not given.",
        in_turn: never,
    }
    BothOut { first: Seat, second: Seat } => "both_out" {
        says: "{first} and {second} cannot both be out: the round ends with the first who is",
        kind: Invalid, title: "Two players cannot both be out",
        page: "The round ends with the first player who has no tiles left.",
        in_turn: never,
    }
    BlockedWithOut { seat: Seat } => "blocked_with_out" {
        says: "{seat} has no tiles left, so the round ended with a domino and not blocked",
        kind: Invalid, title: "Somebody is out, so it is no block",
        page: "A player without tiles ends the round with a domino. A single 0-0 is a hand of 0 dots and not an empty one.",
        in_turn: never,
    }
    OutMissing => "out_missing" {
        says: "nobody went out: name who did (\"out\")",
        kind: Invalid, title: "It is not said who went out",
        page: "Name the seat in `out`, or show that hand as empty.",
        in_turn: never,
    }
    OutInBlocked => "out_in_blocked" {
        says: "nobody goes out in a blocked round: leave out \"out\"",
        kind: Invalid, title: "Nobody goes out in a blocked round",
        page: "Leave `out` away, or say that the round ended with a domino.",
        in_turn: never,
    }
    EndingMissing => "ending_missing" {
        says: "say how the round ended: \"ending\" is \"domino\" or \"blocked\"",
        kind: Invalid, title: "It is not said how the round ended",
        page: "Say in `ending` whether the round ended with a domino or blocked.",
        in_turn: never,
    }
    WrongEnding { how: String } => "wrong_ending" {
        says: "the plays ended otherwise: {how}",
        kind: Invalid, title: "The plays ended otherwise",
        page: "The reported end contradicts the recorded plays.",
        in_turn: never,
    }
    NotBlocked { seat: Seat, tile: Tile } => "not_blocked" {
        says: "{seat} holds {tile}, which fits: the round is not blocked",
        kind: Invalid, title: "A shown tile fits, so it is no block",
        page: "Somebody could still play, so the round goes on.",
        in_turn: never,
    }
    TieNeedsTiles { tied: String } => "tie_needs_tiles" {
        says: "{tied} are level: the lightest tile decides, so give their tiles and not only their pips",
        kind: Invalid, title: "The tie is decided by tiles",
        page: "The lowest hands are level and the lightest tile decides. Give these hands as tiles.",
        in_turn: never,
    }
    TieNeedsLeader { tied: String } => "tie_needs_leader" {
        says: "{tied} are level: who led the round decides, so name the \"leader\"",
        kind: Invalid, title: "The tie is decided by the lead",
        page: "The lowest hands are level and who led the round decides. Name the `leader`.",
        in_turn: never,
    }
    NoSuchSide { side: Side, sides: String } => "no_such_side" {
        says: "there is no side \"{side}\" at this table; the sides are {sides}",
        kind: Invalid, title: "The table has no such side",
        page: "A side is a seat such as A, or partners such as A+C.",
        in_turn: never,
    }
    PointsMissing { side: Side } => "points_missing" {
        says: "the points of {side} are missing: 0 has to be said",
        kind: Invalid, title: "The points of a side are missing",
        page: "Every side needs its points; 0 has to be said, because nothing is not the same as zero.",
        in_turn: never,
    }
    PointsOutOfRange { side: Side, points: i32, least: i32, most: i32 } => "points_out_of_range" {
        says: "{points} points for {side} are not possible: they are from {least} to {most} here",
        kind: Invalid, title: "So many points are not possible",
        page: "No round of this game gives so many or so few points; a total that the table declares, or at which a player starts, is from -100,000 to 100,000.",
        in_turn: never,
    }
    LoserScored { first: Side, second: Side } => "loser_scored" {
        says: "{first} and {second} cannot both score: only the winner of a round gets points",
        kind: Invalid, title: "Only the winner of a round scores",
        page: "In this game the winner of a round takes all its points; one side has points and the others have 0.",
        in_turn: never,
    }
    WrongWinner { winner: Side, scorer: Side } => "wrong_winner" {
        says: "{winner} cannot be the winner: {scorer} scored, and only the winner of a round gets points",
        kind: Invalid, title: "Another side scored than the winner",
        page: "In this game the winner of a round takes all its points, so the side with points is the winner.",
        in_turn: never,
    }

        }
    };
}
