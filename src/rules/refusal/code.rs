//! The codes of refusals.

use super::{PenaltyProblem, Refusal, TooLarge};
use crate::rules::ruleset::SeatingProblem;

macro_rules! codes {
    ($( $refusal:pat => $code:literal ),+ $(,)?) => {
        impl Refusal {
            /// The codes of all refusals.
            pub const CODES: &'static [&'static str] = &[$($code),+];

            /// The code of the refusal, as in `/problems/{code}`.
            #[must_use]
            pub fn code(&self) -> &'static str {
                match self { $( $refusal => $code ),+ }
            }
        }
    };
}

codes! {
    Refusal::NotInSet { .. } => "not_in_set",
    Refusal::TileUsed { .. } => "tile_used",
    Refusal::TileTwice { .. } => "tile_twice",
    Refusal::HeldByOther { .. } => "held_by_other",
    Refusal::NotOpen { .. } => "not_open",
    Refusal::Obligation { .. } => "obligation",
    Refusal::NoMatch { .. } => "no_match",
    Refusal::AmbiguousOutlet { .. } => "ambiguous_outlet",
    Refusal::NoCover { .. } => "no_cover",
    Refusal::OutOfTurn { .. } => "out_of_turn",
    Refusal::NoSuchSeat { .. } => "no_such_seat",
    Refusal::SeatEmpty { .. } => "seat_empty",
    Refusal::SeatTaken { .. } => "seat_taken",
    Refusal::SeatUnchanged { .. } => "seat_unchanged",
    Refusal::PlayerSits { .. } => "player_sits",
    Refusal::SeatPlayed { .. } => "seat_played",
    Refusal::PartnersFixed => "partners_fixed",
    Refusal::PlayOrPass => "play_or_pass",
    Refusal::MustPlay { .. } => "must_play",
    Refusal::MustDraw { .. } => "must_draw",
    Refusal::NoDrawing => "no_drawing",
    Refusal::DrewTooMany { .. } => "drew_too_many",
    Refusal::BoneyardEmpty { .. } => "boneyard_empty",
    Refusal::DrewAndPlayed => "drew_and_played",
    Refusal::DrawnMismatch { .. } => "drawn_mismatch",
    Refusal::NotInHand { .. } => "not_in_hand",
    Refusal::KnownInHand { .. } => "known_in_hand",
    Refusal::PassOnLead { .. } => "pass_on_lead",
    Refusal::MustLeadDouble { .. } => "must_lead_double",
    Refusal::WrongLead { .. } => "wrong_lead",
    Refusal::DoubleLedBefore { .. } => "double_led_before",
    Refusal::WrongLeader { .. } => "wrong_leader",
    Refusal::RoundOver { .. } => "round_over",
    Refusal::RoundNotOver { .. } => "round_not_over",
    Refusal::HandSize { .. } => "hand_size",
    Refusal::HandMissing { .. } => "hand_missing",
    Refusal::TilesOrPips { .. } => "tiles_or_pips",
    Refusal::TooManyPips { .. } => "too_many_pips",
    Refusal::WrongPips { .. } => "wrong_pips",
    Refusal::OutWithTiles { .. } => "out_with_tiles",
    Refusal::BothOut { .. } => "both_out",
    Refusal::BlockedWithOut { .. } => "blocked_with_out",
    Refusal::OutMissing => "out_missing",
    Refusal::OutInBlocked => "out_in_blocked",
    Refusal::EndingMissing => "ending_missing",
    Refusal::WrongEnding { .. } => "wrong_ending",
    Refusal::NotBlocked { .. } => "not_blocked",
    Refusal::TieNeedsTiles { .. } => "tie_needs_tiles",
    Refusal::TieNeedsLeader { .. } => "tie_needs_leader",
    Refusal::NoSuchSide { .. } => "no_such_side",
    Refusal::PointsMissing { .. } => "points_missing",
    Refusal::PointsOutOfRange { .. } => "points_out_of_range",
    Refusal::LoserScored { .. } | Refusal::WrongWinner { .. } => "loser_scored",
    Refusal::WrongShape { .. } => "wrong_shape",
    Refusal::GameFinished { .. } => "game_finished",
    Refusal::RoundRunning { .. } => "round_running",
    Refusal::NoSuchRound { .. } => "no_such_round",
    Refusal::NoTurns { .. } => "no_turns",
    Refusal::NothingToUndo => "nothing_to_undo",
    Refusal::RoundVoided { .. } => "round_voided",
    Refusal::NotVoided { .. } => "not_voided",
    Refusal::Penalty(PenaltyProblem::NoSuchPenalty { .. }) => "no_such_penalty",
    Refusal::Penalty(PenaltyProblem::PenaltyCancelled { .. }) => "penalty_cancelled",
    Refusal::Penalty(PenaltyProblem::BadAmount | PenaltyProblem::AmountOutOfRange { .. }) => "bad_amount",
    Refusal::Penalty(PenaltyProblem::AmountOrCode) => "amount_or_code",
    Refusal::Penalty(PenaltyProblem::NoSuchCode { .. }) => "no_such_penalty_code",
    Refusal::Penalty(PenaltyProblem::Awarded { .. }) => "bad_awarded_to",
    Refusal::Penalty(PenaltyProblem::NoSuchBonus { .. }) => "no_such_bonus",
    Refusal::Penalty(PenaltyProblem::BonusCancelled { .. }) => "bonus_cancelled",
    Refusal::Penalty(PenaltyProblem::BonusOutOfRange { .. }) => "bonus_out_of_range",
    Refusal::NotDeclared => "not_declared",
    Refusal::ForfeitBy => "forfeit_by",
    Refusal::ReasonNeeded => "reason_needed",
    Refusal::TooLarge(TooLarge::Rounds { .. }) => "too_many_rounds",
    Refusal::TooLarge(TooLarge::Turns { .. }) => "too_many_turns",
    Refusal::TooLarge(TooLarge::Changes { .. }) => "too_many_changes",
    Refusal::Seating(SeatingProblem::Players { .. }) => "wrong_number_of_players",
    Refusal::Seating(SeatingProblem::NoPartners) => "no_partners",
    Refusal::Seating(SeatingProblem::PartnersNeedFour { .. }) => "partners_need_four",
}

impl Refusal {
    /// Whether the table may have done it all the same, so that an override can record it.
    /// Geometry cannot be overridden, nor can what contradicts the record itself.
    #[must_use]
    pub fn can_be_overridden(&self) -> bool {
        matches!(
            self,
            Refusal::Obligation { .. }
                | Refusal::NoMatch { .. }
                | Refusal::NoCover { .. }
                | Refusal::OutOfTurn { .. }
                | Refusal::MustPlay { .. }
                | Refusal::MustDraw { .. }
                | Refusal::NoDrawing
                | Refusal::DrewTooMany { .. }
                | Refusal::DrewAndPlayed
                | Refusal::MustLeadDouble { .. }
                | Refusal::WrongLead { .. }
                | Refusal::DoubleLedBefore { .. }
                | Refusal::WrongLeader { .. }
        )
    }
}
