//! What a change does to the match, and to the tables of the club.

use std::collections::BTreeMap;

use serde::Serialize;
use serde_with::skip_serializing_none;
use utoipa::ToSchema;
use uuid::Uuid;

use super::penalty::UnsettledView;
use crate::rules::Side;
use crate::service::games::ChangeOutcome;
use crate::service::seasons::TableChange;
use crate::service::standings::RankChange;

/// What a change does to the match.
#[skip_serializing_none]
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct Impact {
    /// The totals before it.
    #[schema(value_type = BTreeMap<String, i32>)]
    pub totals_before: BTreeMap<Side, i32>,
    /// The totals after it.
    #[schema(value_type = BTreeMap<String, i32>)]
    pub totals_after: BTreeMap<Side, i32>,
    /// Whether the order of the sides changes.
    pub order_changes: bool,
    /// Whether another side wins the match, or one wins now, or none does any more.
    pub winner_changes: bool,
    /// Whether the match ends now, continues after all, or is decided by another round.
    pub finish_changes: bool,
    /// Whether anybody's rank changes in the club's table of this variant, as `GET
    /// /v1/clubs/{club}/standings?variant=…` has it; only in a dry run.
    pub standings_order_changes: Option<bool>,
    /// The players of the game whose ranks change in that table; only in a dry run.
    pub standings: Option<Vec<RankChangeView>>,
    /// Penalties and bonuses that count although their round is gone, their hand is not known or amended
    /// rules say something else of their code, since this change; and those that are settled by it.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[schema(required = false)]
    pub unsettled: Vec<UnsettledView>,
    /// The club's own table of all games and those of its open seasons, where ranks would change; only in
    /// a dry run.
    pub tables: Option<Vec<TableChangeView>>,
}

/// What a change does to a table.
#[skip_serializing_none]
#[derive(Clone, Debug, Serialize, ToSchema)]
#[schema(as = TableChange)]
pub struct TableChangeView {
    /// The season; absent for the club's own table of all games.
    pub season: Option<TableSeason>,
    /// How many players' ranks change.
    #[schema(minimum = 1)]
    pub changed: usize,
    /// The ranks of those whom the change is about.
    pub rank_changes: Vec<RankChangeView>,
}

/// The season of a table.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct TableSeason {
    pub id: Uuid,
    pub name: String,
}

impl From<&TableChange> for TableChangeView {
    fn from(change: &TableChange) -> TableChangeView {
        let TableChange { season, changed, players } = change.clone();
        let season = season.map(|(id, name)| TableSeason { id, name });
        TableChangeView { season, changed, rank_changes: players.iter().map(Into::into).collect() }
    }
}

/// A player's rank in the club's table before and after a change.
#[skip_serializing_none]
#[derive(Clone, Debug, Serialize, ToSchema)]
#[schema(as = RankChange)]
pub struct RankChangeView {
    /// The player's id; absent for a guest who would be new.
    pub player: Option<Uuid>,
    /// The player's name, as the table shows it.
    pub name: String,
    /// The rank before it; absent for a player without games.
    #[schema(minimum = 1)]
    pub before: Option<usize>,
    /// The rank after it; absent for a player without games.
    #[schema(minimum = 1)]
    pub after: Option<usize>,
}

impl From<&RankChange> for RankChangeView {
    fn from(change: &RankChange) -> RankChangeView {
        let RankChange { player, name, before, after } = change.clone();
        RankChangeView { player, name, before, after }
    }
}

impl Impact {
    /// What a change does, or would do.
    pub fn of(changed: &ChangeOutcome) -> Impact {
        let (old, new) = (changed.before.standing(), changed.after.game.standing());
        let foreseen = changed.foreseen.as_ref();
        Impact {
            totals_before: old.totals.clone(),
            totals_after: new.totals.clone(),
            order_changes: old.ranks != new.ranks,
            winner_changes: old.winners != new.winners,
            finish_changes: old.finished_after != new.finished_after,
            standings_order_changes: foreseen.map(|it| it.order_changes),
            standings: foreseen.map(|it| it.players.iter().map(Into::into).collect()),
            unsettled: UnsettledView::list(&changed.before, &changed.after.game),
            tables: foreseen.map(|it| it.tables.iter().map(Into::into).collect()),
        }
    }
}
