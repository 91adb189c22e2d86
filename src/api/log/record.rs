//! What an event of the log recorded, and what stood in its place before.

use serde::Serialize;
use serde_with::skip_serializing_none;
use utoipa::ToSchema;

use crate::api::report::RoundReport;
use crate::api::view::AboutView;
use crate::rules::{
    Amendment, Bonus, DeclaredEnd, Event, Game, HandsShown, Penalty, Recorded, Report, ResultFor, Ruleset,
    RulesetForm, Seat, SeatChange, SeatNews, Turn,
};

/// What was recorded: the member that is there tells what it is.
#[skip_serializing_none]
#[derive(Clone, Debug, Default, Serialize, ToSchema)]
pub struct LogRecord {
    /// A round, as it was reported; it can be sent again.
    #[schema(value_type = Option<RoundReport>)]
    pub report: Option<Report>,
    /// A turn; it can be sent again.
    pub turn: Option<Turn>,
    /// The hands that were shown at the end of a round.
    pub shown: Option<HandsShown>,
    pub penalty: Option<Penalty>,
    pub bonus: Option<Bonus>,
    /// How the table ended the match.
    pub end: Option<DeclaredEnd>,
    pub about: Option<AboutView>,
    #[schema(value_type = Option<RulesetForm>)]
    pub rules: Option<Ruleset>,
    /// What changed about a seat.
    pub seat_change: Option<SeatEntry>,
    /// Who sits in some seats.
    pub seated: Option<Vec<SeatHolder>>,
}

/// Who sits in a seat.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct SeatHolder {
    pub seat: Seat,
    /// The id of the player.
    #[schema(value_type = Uuid)]
    pub player: String,
}

/// What changed about a seat.
#[skip_serializing_none]
#[derive(Clone, Debug, Default, Serialize, ToSchema)]
pub struct SeatEntry {
    /// What, as a word.
    #[schema(examples("joined"))]
    pub kind: &'static str,
    /// The first round that is played so.
    #[schema(minimum = 1)]
    pub from_round: usize,
    /// The seat; who joins gets the next one.
    pub seat: Option<Seat>,
    /// The id of the player who joins or takes the seat over.
    #[schema(value_type = Option<Uuid>)]
    pub player: Option<String>,
    /// The total that the player starts at.
    pub start: Option<i32>,
    /// Why the player left.
    pub reason: Option<String>,
    /// After how many turns of the running round.
    pub after_turns: Option<usize>,
    /// Who gets the result.
    pub result_for: Option<ResultFor>,
}

impl From<&SeatChange> for SeatEntry {
    fn from(SeatChange { from_round, news, .. }: &SeatChange) -> SeatEntry {
        let entry = SeatEntry { from_round: *from_round, ..SeatEntry::default() };
        match news.clone() {
            SeatNews::Joined { player, start } => {
                SeatEntry { kind: "joined", player: Some(player), start: Some(start), ..entry }
            }
            SeatNews::Left { seat, reason, after_turns } => {
                SeatEntry { kind: "left", seat: Some(seat), reason, after_turns, ..entry }
            }
            SeatNews::Returned { seat, after_turns } => {
                SeatEntry { kind: "returned", seat: Some(seat), after_turns, ..entry }
            }
            SeatNews::StayedAway { seat } => SeatEntry { kind: "stayed_away", seat: Some(seat), ..entry },
            SeatNews::Replaced { seat, player, result } => SeatEntry {
                kind: "replaced",
                seat: Some(seat),
                player: Some(player),
                result_for: Some(result),
                ..entry
            },
        }
    }
}

impl LogRecord {
    /// What an event recorded, if it recorded more than a word.
    pub fn of(event: &Event) -> Option<LogRecord> {
        let none = LogRecord::default();
        Some(match event.clone() {
            Event::RoundStarted(plays) => LogRecord { report: Some(Report::Plays(plays)), ..none },
            Event::RoundRecorded(report) | Event::RoundAmended(Amendment { report, .. }) => {
                LogRecord { report: Some(report), ..none }
            }
            Event::TurnTaken(turn) => LogRecord { turn: Some(turn), ..none },
            Event::HandsShown(shown) => LogRecord { shown: Some(shown), ..none },
            Event::PenaltyAdded(penalty) => LogRecord { penalty: Some(penalty), ..none },
            Event::BonusAdded(bonus) => LogRecord { bonus: Some(bonus), ..none },
            Event::MatchEnded(end) => LogRecord { end: Some(end), ..none },
            Event::AboutChanged(about) => LogRecord { about: Some(AboutView::from(&about)), ..none },
            Event::RulesAmended(amendment) => LogRecord { rules: Some(amendment.rules), ..none },
            Event::SeatsChanged(change) => LogRecord { seat_change: Some(SeatEntry::from(&change)), ..none },
            Event::PlayersCorrected(players) => {
                let players = players.into_iter().map(|(seat, player)| SeatHolder { seat, player });
                LogRecord { seated: Some(players.collect()), ..none }
            }
            Event::Created(_)
            | Event::TurnUndone
            | Event::RoundUndone
            | Event::RoundVoided(_)
            | Event::RoundRestored(_)
            | Event::PenaltyCancelled(_)
            | Event::BonusCancelled(_)
            | Event::MatchReopened
            | Event::GameDeleted(_)
            | Event::GameRestored
            | Event::SeatRemoved(_) => return None,
        })
    }

    /// What stood in the place of what an event says. Hands are left out if they are `held`.
    pub fn before(event: &Event, before: &Game, held: bool) -> Option<LogRecord> {
        let none = LogRecord::default();
        let report = |recorded: &Recorded| {
            let report = recorded.report.clone();
            if held { report.without_hands() } else { report }
        };
        let found = match event {
            Event::RoundAmended(Amendment { round, .. }) => {
                LogRecord { report: before.round(*round).map(report), ..none }
            }
            Event::RoundUndone => {
                LogRecord { report: before.round(before.rounds().len()).map(report), ..none }
            }
            Event::TurnUndone => {
                let plays = before.last_round().and_then(|(_, recorded)| recorded.report.plays());
                let turn = plays?.turns.last()?.clone();
                LogRecord { turn: Some(if held { turn.without_hands() } else { turn }), ..none }
            }
            Event::PenaltyCancelled(cancelled) => {
                let mut penalties = before.penalties().iter();
                let found = penalties.find(|recorded| recorded.number == cancelled.penalty);
                LogRecord { penalty: found.map(|recorded| recorded.penalty.clone()), ..none }
            }
            Event::BonusCancelled(cancelled) => {
                let mut bonuses = before.bonuses().iter();
                let found = bonuses.find(|recorded| recorded.number == cancelled.bonus);
                LogRecord { bonus: found.map(|recorded| recorded.bonus.clone()), ..none }
            }
            Event::MatchReopened => LogRecord { end: before.ends().first().cloned(), ..none },
            Event::AboutChanged(_) => LogRecord { about: Some(before.about().into()), ..none },
            Event::RulesAmended(_) => LogRecord { rules: Some(before.rules().clone()), ..none },
            Event::PlayersCorrected(players) => sat(before, players.keys()),
            Event::SeatsChanged(SeatChange { news: SeatNews::Replaced { seat, .. }, .. })
            | Event::SeatRemoved(seat) => sat(before, [seat]),
            Event::Created(_)
            | Event::RoundStarted(_)
            | Event::RoundRecorded(_)
            | Event::TurnTaken(_)
            | Event::HandsShown(_)
            | Event::RoundVoided(_)
            | Event::RoundRestored(_)
            | Event::PenaltyAdded(_)
            | Event::BonusAdded(_)
            | Event::MatchEnded(_)
            | Event::GameDeleted(_)
            | Event::GameRestored
            | Event::SeatsChanged(_) => return None,
        };
        Some(found)
    }
}

/// Who sat in these seats last.
fn sat<'a>(before: &Game, seats: impl IntoIterator<Item = &'a Seat>) -> LogRecord {
    let last = |seat: &Seat| before.chairs().get(seat.index())?.players.last();
    let old = seats
        .into_iter()
        .filter_map(|seat| Some(SeatHolder { seat: *seat, player: last(seat)?.player.clone() }));
    LogRecord { seated: Some(old.collect()), ..LogRecord::default() }
}
