//! The refusals of penalties and bonuses.

macro_rules! rows_of_awards {
    ($next:ident $($rest:tt)*) => {
        $next! { $($rest)*

    NoSuchPenalty { penalty: u32, penalties: usize } => "no_such_penalty" {
        says: "there is no penalty {penalty}: the game has {has}" with (has = count_of(*penalties, "penalty", "penalties")),
        kind: Missing, title: "The game has no such penalty",
        page: "Penalties are numbered from 1 in the order in which they were reported.",
        in_turn: never,
    }
    PenaltyCancelled { penalty: u32 } => "penalty_cancelled" {
        says: "penalty {penalty} is already cancelled",
        kind: Conflict, title: "The penalty is already cancelled",
        page: "A cancelled penalty does not count. Report a new one if there should be one.",
        in_turn: never,
    }
    BadAmount => "bad_amount" {
        says: "a penalty has exactly one of \"points\", \"percent_of_target\" (in a match to a target) and \"hand_pips\"",
        kind: Invalid, title: "The amount of the penalty is not possible",
        page: "Give the amount in exactly one way: `points`, `percent_of_target` (in a match to a target), or `hand_pips` as true. `at_least` may be added. Points are from 1 to 10,000, and percent from 1 to 100.",
        in_turn: never,
    }
    AmountOutOfRange { member: &'static str, given: u16, most: u16 } => "amount_out_of_range" {
        says: "\"{member}\" of a penalty must be from 1 to {most}, not {given}",
        kind: Invalid, title: "A part of the penalty is out of range",
        page: "Points of a penalty are from 1 to 10,000, and percent from 1 to 100.",
        in_turn: never,
    }
    HandUnknown { seat: Seat, round: usize } => "hand_unknown" {
        says: "{seat}'s hand in round {round} is not known: give the \"points\" of the penalty in \"amount\"",
        kind: Invalid, title: "The hand that the penalty goes by is not known",
        page: "A penalty by `hand_pips` needs the hand that was left in its round. Where the hand was not recorded, or the round is still being played, give the points in `amount`; with a `code` too.",
        in_turn: never,
    }
    AmountOrCode => "amount_or_code" {
        says: "a penalty needs either an \"amount\" or the \"code\" of a penalty in the rules, but not both",
        kind: Invalid, title: "A penalty needs an amount or a code",
        page: "Say how much it is in `amount`, or name a penalty of the game's rules in `code`, but not both.",
        in_turn: never,
    }
    NoSuchCode { code: String, known: String } => "no_such_penalty_code" {
        says: "the rules of this game have no penalty \"{code}\"; {has}" with (has = rules_have(known)),
        kind: Invalid, title: "The rules have no such penalty",
        page: "`rules.penalties` of the game has the codes that the table agreed on. The detail lists them.",
        in_turn: never,
    }
    Awarded { why: &'static str } => "bad_awarded_to" {
        says: "\"awarded_to\" {why}",
        kind: Invalid, title: "The side that gets the points is missing or not possible",
        page: "`awarded_to` is a side other than the one that incurred the penalty. A penalty with a `code` may say by itself who gets the points; where several sides could, name one.",
        in_turn: never,
    }
    NoSuchBonus { bonus: u32, bonuses: usize } => "no_such_bonus" {
        says: "there is no bonus {bonus}: the game has {has}" with (has = count_of(*bonuses, "bonus", "bonuses")),
        kind: Missing, title: "The game has no such bonus",
        page: "Bonuses are numbered from 1 in the order in which they were awarded.",
        in_turn: never,
    }
    BonusCancelled { bonus: u32 } => "bonus_cancelled" {
        says: "bonus {bonus} is already cancelled",
        kind: Conflict, title: "The bonus is already cancelled",
        page: "A cancelled bonus does not count. Award a new one if there should be one.",
        in_turn: never,
    }
    BonusOutOfRange { points: u16, most: u16 } => "bonus_out_of_range" {
        says: "a bonus is from 1 to {most} points, not {points}",
        kind: Invalid, title: "The bonus is out of range",
        page: "A bonus is from 1 to 10,000 points. Points against a side are a penalty.",
        in_turn: never,
    }

        }
    };
}
