//! Why a penalty or a bonus cannot be so.

use thiserror::Error;

/// Why a penalty or a bonus cannot be so.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum PenaltyProblem {
    /// There is no such penalty.
    #[error("there is no penalty {penalty}: the game has {penalties}")]
    NoSuchPenalty {
        /// The number that was named.
        penalty: u32,
        /// How many there are.
        penalties: usize,
    },
    /// The penalty is cancelled.
    #[error("penalty {penalty} is cancelled already")]
    PenaltyCancelled {
        /// Its number.
        penalty: u32,
    },
    /// The amount of a penalty is said in no way or in several, or refers to what the game has not.
    #[error(
        "a penalty is exactly one of \"points\", \"percent_of_target\" (in a match to a target) and \"hand_pips\""
    )]
    BadAmount,
    /// A part of the amount of a penalty is too much or nothing.
    #[error("\"{member}\" of a penalty must be from 1 to {most}, not {given}")]
    AmountOutOfRange {
        /// Which part.
        member: &'static str,
        /// What was given.
        given: u16,
        /// The most.
        most: u16,
    },
    /// Neither an amount nor a code, or both.
    #[error(
        "a penalty has exactly one of an \"amount\" and the \"code\" of one in the catalogue of the rules"
    )]
    AmountOrCode,
    /// The catalogue has no such code.
    #[error("there is no penalty \"{code}\" in the rules of this game; {}", has(known))]
    NoSuchCode {
        /// The code that was named.
        code: String,
        /// Those that there are.
        known: String,
    },
    /// Who gets the points is missing or cannot be so.
    #[error("\"awarded_to\" {why}")]
    Awarded {
        /// What is wrong with it.
        why: &'static str,
    },
    /// There is no such bonus.
    #[error("there is no bonus {bonus}: the game has {bonuses}")]
    NoSuchBonus {
        /// The number that was named.
        bonus: u32,
        /// How many there are.
        bonuses: usize,
    },
    /// The bonus is cancelled.
    #[error("bonus {bonus} is cancelled already")]
    BonusCancelled {
        /// Its number.
        bonus: u32,
    },
    /// A bonus of nothing, or of too much.
    #[error("{points} points are no bonus: it is from 1 to {most}")]
    BonusOutOfRange {
        /// What was given.
        points: u16,
        /// The most.
        most: u16,
    },
}

fn has(known: &str) -> String {
    if known.is_empty() { "they have none".to_owned() } else { format!("they have {known}") }
}
