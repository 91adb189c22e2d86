//! A round as it is sent, in one of three levels of detail.

use super::union::tagged_union;
use crate::rules::{HandsReport, PlaysReport, PointsReport, Report};

tagged_union! {
    "detail";
    /// A round as the table reports it: only its points, the hands that were left, or every turn.
    pub enum RoundReport {
        "points" => Points(PointsReport),
        "hands" => Hands(HandsReport),
        "plays" => Plays(PlaysReport),
    }
}

impl From<RoundReport> for Report {
    fn from(report: RoundReport) -> Report {
        match report {
            RoundReport::Points(report) => Report::Points(report),
            RoundReport::Hands(report) => Report::Hands(report),
            // Some generated clients send an empty object for hands that were not shown.
            RoundReport::Plays(mut report) => {
                report.hands = report.hands.filter(|hands| !hands.is_empty());
                Report::Plays(report)
            }
        }
    }
}
