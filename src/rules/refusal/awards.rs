//! The refusals of penalties and bonuses.

macro_rules! rows_of_awards {
    ($next:ident $($rest:tt)*) => {
        $next! { $($rest)*

    NoSuchPenalty { penalty: u32, penalties: usize } => "no_such_penalty" {
        says: "there is no penalty {penalty}: the game has {penalties}",
        kind: Missing, title: "The game has no such penalty",
        page: "Penalties are numbered from 1 in the order in which they were reported.",
        in_turn: never,
    }
    PenaltyCancelled { penalty: u32 } => "penalty_cancelled" {
        says: "penalty {penalty} is cancelled already",
        kind: Conflict, title: "The penalty is cancelled already",
        page: "A cancelled penalty does not count. Report a new one if it has to.",
        in_turn: never,
    }
    BadAmount => "bad_amount" {
        says: "a penalty is exactly one of \"points\", \"percent_of_target\" (in a match to a target) and \"hand_pips\"",
        kind: Invalid, title: "The amount of the penalty cannot be so",
        page: "Say the amount in exactly one way: `points`, `percent_of_target` (in a match to a target), or `hand_pips` as true; `at_least` may be added. Points are from 1 to 10,000, and percent from 1 to 100.",
        in_turn: never,
    }
    AmountOutOfRange { member: &'static str, given: u16, most: u16 } => "amount_out_of_range" {
        says: "\"{member}\" of a penalty must be from 1 to {most}, not {given}",
        kind: Invalid, title: "A part of the penalty is nothing or too much",
        page: "Points of a penalty are from 1 to 10,000, and percent from 1 to 100.",
        in_turn: never,
    }
    AmountOrCode => "amount_or_code" {
        says: "a penalty has exactly one of an \"amount\" and the \"code\" of one in the catalogue of the rules",
        kind: Invalid, title: "A penalty has an amount or a code",
        page: "Say how much it is in `amount`, or name a penalty of the game's rules in `code`; not both and not neither.",
        in_turn: never,
    }
    NoSuchCode { code: String, known: String } => "no_such_penalty_code" {
        says: "there is no penalty \"{code}\" in the rules of this game; {has}" with (has = rules_have(known)),
        kind: Invalid, title: "The rules have no such penalty",
        page: "`rules.penalties` of the game has the codes that the table agreed on; the detail lists them.",
        in_turn: never,
    }
    Awarded { why: &'static str } => "bad_awarded_to" {
        says: "\"awarded_to\" {why}",
        kind: Invalid, title: "Who gets the points is missing or cannot be so",
        page: "`awarded_to` is a side other than the one that incurred the penalty. A penalty with a `code` may say by itself for whom it is; with several other sides one of them is named.",
        in_turn: never,
    }
    NoSuchBonus { bonus: u32, bonuses: usize } => "no_such_bonus" {
        says: "there is no bonus {bonus}: the game has {bonuses}",
        kind: Missing, title: "The game has no such bonus",
        page: "Bonuses are numbered from 1 in the order in which they were awarded.",
        in_turn: never,
    }
    BonusCancelled { bonus: u32 } => "bonus_cancelled" {
        says: "bonus {bonus} is cancelled already",
        kind: Conflict, title: "The bonus is cancelled already",
        page: "A cancelled bonus does not count. Award a new one if it has to.",
        in_turn: never,
    }
    BonusOutOfRange { points: u16, most: u16 } => "bonus_out_of_range" {
        says: "{points} points are no bonus: it is from 1 to {most}",
        kind: Invalid, title: "So many points are no bonus",
        page: "A bonus is from 1 to 10000 points; what counts against a side is a penalty.",
        in_turn: never,
    }

        }
    };
}
