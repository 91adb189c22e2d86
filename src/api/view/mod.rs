//! How a game is shown: everything here is computed from the record when it is asked for.

mod change;
mod explain;
mod impact;
mod penalty;
mod removed;
mod round;
mod score;
mod seat;
mod table;

use std::collections::BTreeMap;
use std::sync::Arc;

use chrono::{DateTime, NaiveDate, Utc};
use serde::Serialize;
use serde_with::skip_serializing_none;
use utoipa::ToSchema;
use uuid::Uuid;

pub use change::{AboutView, GameChange};
pub use explain::{FindingView, ItemView};
pub use impact::TableChangeView;
pub use penalty::{BonusView, DeclaredView, PenaltyView};
pub use round::{Irregular, RoundEnding, RoundView, ending, shown};
pub use score::{ScoreLine, ScoreLineKind, ScoreView};
pub use seat::SeatView;
pub use table::TableView;

use super::time::seconds;
use crate::rules::{
    Brief, EndKind, Game, Names, NextLead, Recorded, Ruleset, RulesetForm, Seat, Side, Tile, Variant,
    and_list,
};
use crate::service::games::{NamedGame, OpenedGame, Summary};
use crate::store::games::SeatedRow;
pub use crate::store::games::Status as GameStatus;

/// What is known of the next lead.
#[skip_serializing_none]
#[derive(Clone, Debug, Serialize, ToSchema)]
#[schema(as = NextLead)]
pub struct NextLeadView {
    /// The number of the round.
    #[schema(minimum = 1)]
    pub round: usize,
    /// Who leads, where that follows from the rounds before.
    pub seat: Option<Seat>,
    /// The tile that has to be led, where that is known.
    pub tile: Option<Tile>,
    /// How the lead is found, as a sentence.
    pub text: String,
}

impl NextLeadView {
    /// What is known of the next lead of a game.
    pub fn of(named: NamedGame<'_>) -> Option<NextLeadView> {
        let NextLead { round, seat, tile, text } = named.game.next_lead()?;
        Some(NextLeadView { round, seat, tile, text: text.describe(&named.names_now()) })
    }
}

/// A game that was a mistake.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[schema(as = Deletion)]
pub struct DeletedView {
    pub reason: String,
}

impl DeletedView {
    /// That a game was a mistake, if it was.
    pub fn of(game: &Game) -> Option<DeletedView> {
        game.deleted().map(|reason| DeletedView { reason: reason.to_owned() })
    }
}

/// A game: the whole state of the table.
#[skip_serializing_none]
#[derive(Clone, Debug, Serialize, ToSchema)]
#[schema(as = Game)]
pub struct GameView {
    pub id: Uuid,
    /// The club that owns the game.
    pub club: Uuid,
    /// The number of changes so far; the ETag.
    #[schema(minimum = 1)]
    pub version: i64,
    pub name: Option<String>,
    /// The day, in the club's time zone.
    pub played_on: NaiveDate,
    /// Whether the game counts in standings.
    pub counts: bool,
    pub variant: Variant,
    /// Whether opposite seats are partners.
    pub partners: bool,
    /// The ruleset, as it was frozen when the game was made or has been amended since.
    #[schema(value_type = RulesetForm)]
    pub rules: Ruleset,
    pub seats: Vec<SeatView>,
    pub score: ScoreView,
    /// The rounds in the order in which they were played.
    pub rounds: Vec<RoundView>,
    /// The penalties in the order in which they were reported.
    pub penalties: Vec<PenaltyView>,
    /// The bonuses in the order in which they were awarded.
    pub bonuses: Vec<BonusView>,
    /// How the table ended the match, if not by its rules.
    pub declared: Option<DeclaredView>,
    /// That the game was a mistake, if it was: it is in no list and no table.
    pub deleted: Option<DeletedView>,
    /// The table of the running round.
    pub table: Option<TableView>,
    /// Who leads next; absent while a round is running and when the match is over.
    pub next_lead: Option<NextLeadView>,
    #[serde(serialize_with = "seconds")]
    pub created_at: DateTime<Utc>,
    #[serde(serialize_with = "seconds")]
    pub changed_at: DateTime<Utc>,
}

impl GameView {
    /// What those are called who play in round `round`.
    pub fn names_in(&self, round: usize) -> Names {
        let name = |seat: &SeatView| {
            let players = seat.players.iter().flatten().rev();
            let then = players.map(|player| (player.from_round, &player.name));
            let then = then.filter(|(from_round, _)| *from_round <= round).map(|(_, name)| name).next();
            (seat.seat, then.unwrap_or(&seat.name).clone())
        };
        self.seats.iter().map(name).collect()
    }
}

impl From<OpenedGame> for GameView {
    fn from(opened: OpenedGame) -> GameView {
        let held = opened.held_from.is_some();
        let OpenedGame { row, people, known, held_from: _ } = opened;
        let game = &known.game;
        let named = NamedGame { game, people: &people };
        let round = |(number, recorded): (usize, &Arc<Recorded>)| {
            RoundView::brief((game, number), recorded, &named.names_in(number))
        };
        let rounds = (1..).zip(game.rounds()).map(round);
        GameView {
            id: row.id,
            club: row.club_id,
            version: known.version(),
            name: row.name,
            played_on: row.played_on,
            counts: row.counts,
            variant: game.rules().variant(),
            partners: game.seating().is_partners(),
            rules: game.rules().clone(),
            seats: SeatView::list(game, &people),
            score: ScoreView::of(named),
            rounds: rounds.collect(),
            penalties: PenaltyView::list(named),
            bonuses: BonusView::list(game),
            declared: DeclaredView::of(game.ends()),
            deleted: DeletedView::of(game),
            table: if held { TableView::without_hands(named) } else { TableView::of(named) },
            next_lead: NextLeadView::of(named),
            created_at: row.created_at,
            changed_at: row.changed_at,
        }
    }
}

/// A game in a list.
#[skip_serializing_none]
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct GameSummary {
    pub id: Uuid,
    /// The number of changes so far.
    #[schema(minimum = 1)]
    pub version: i64,
    pub status: GameStatus,
    pub name: Option<String>,
    /// The day, in the club's time zone.
    pub played_on: NaiveDate,
    /// Whether the game counts in standings.
    pub counts: bool,
    /// The word for the game.
    #[schema(value_type = Variant)]
    pub variant: String,
    /// Whether opposite seats are partners.
    pub partners: bool,
    pub players: Vec<SummaryPlayer>,
    /// The total of each side; none where only who won was noted.
    #[schema(value_type = BTreeMap<String, i32>)]
    pub totals: BTreeMap<Side, i32>,
    /// Who won the match; several if they won together.
    pub winners: Vec<Side>,
    /// The same by name; absent if nobody has won.
    #[schema(examples("Ann and Cem"))]
    pub won_by: Option<String>,
    /// How the match ended, if not by its rules: as the table said, or because too few were left.
    pub ended_by: Option<EndKind>,
    /// The rounds that count and are over.
    pub rounds: usize,
    #[serde(serialize_with = "seconds")]
    pub created_at: DateTime<Utc>,
    #[serde(serialize_with = "seconds")]
    pub changed_at: DateTime<Utc>,
}

/// A player in a list of games.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct SummaryPlayer {
    pub seat: Seat,
    /// The player's id.
    pub player: Uuid,
    /// The player's name.
    pub name: String,
}

impl From<Summary> for GameSummary {
    fn from(summary: Summary) -> GameSummary {
        let names = summary.names();
        let Summary { row, seats, brief } = summary;
        let Brief { totals, winners, rounds, ended_by } = brief;
        let won_by = (!winners.is_empty()).then(|| and_list(winners.iter().map(|side| names.side(*side))));
        let status = row.status;
        let player =
            |SeatedRow { seat, player_id, name, .. }| SummaryPlayer { seat, player: player_id, name };
        GameSummary {
            id: row.id,
            version: row.version,
            status,
            name: row.name,
            played_on: row.played_on,
            counts: row.counts,
            variant: row.variant,
            partners: row.partners,
            players: seats.into_iter().map(player).collect(),
            totals,
            winners,
            won_by,
            ended_by,
            rounds,
            created_at: row.created_at,
            changed_at: row.changed_at,
        }
    }
}
