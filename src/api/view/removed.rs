//! What a change undid, so that it can be sent again.

use serde::Serialize;
use serde_with::skip_serializing_none;
use utoipa::ToSchema;

use super::RoundView;
use crate::api::report::RoundReport;
use crate::rules::{Event, HandsShown, PlaysReport, Report, Turn};
use crate::service::games::ChangeOutcome;

/// What was undone: a round, or else a turn.
#[skip_serializing_none]
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct Removed {
    /// The round, which the game has no more.
    pub round: Option<RoundView>,
    /// What was reported of it; it can be sent again.
    #[schema(value_type = Option<RoundReport>)]
    pub report: Option<Report>,
    /// The turn; it can be sent again.
    pub turn: Option<Turn>,
    /// The hands that were shown at the end of the round, which is undone with the turn; they can be sent to
    /// `finish` again.
    pub shown: Option<HandsShown>,
}

impl Removed {
    /// What a change undid, if it undid something.
    pub fn of(changed: &ChangeOutcome) -> Option<Removed> {
        let number = changed.round()?;
        let old = changed.before.round(number)?;
        match (changed.events.last()?, &old.report) {
            (Event::RoundUndone, report) => {
                let names = changed.named_before().names_in(number);
                Some(Removed {
                    round: Some(RoundView::brief((&changed.before, number), old, &names)),
                    report: Some(report.clone()),
                    turn: None,
                    shown: None,
                })
            }
            (Event::TurnUndone, Report::Plays(plays)) => {
                let PlaysReport { turns, hands, ending, hands_override, .. } = plays.clone();
                let shown = hands.map(|hands| HandsShown { ending, hands, over: hands_override });
                Some(Removed { round: None, report: None, turn: turns.last().cloned(), shown })
            }
            _ => None,
        }
    }
}
