//! What a change makes of a game.

use std::collections::BTreeMap;

use serde::Serialize;
use serde_with::skip_serializing_none;
use utoipa::ToSchema;
use uuid::Uuid;

use super::penalty::UnsettledView;
use super::{NextLeadView, RoundView, ScoreView, TableView, TurnResult};
use crate::rules::{
    EndingWord, Game, Names, Override, Recorded, Report, RoundEnd, Seat, ShownHand, ShownHands, Side, Turn,
};
use crate::service::games::Changed;
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
    /// Penalties and bonuses that count although their round is gone or their hand is not known, since this
    /// change; and those that are settled by it.
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
    pub players: Vec<RankChangeView>,
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
        TableChangeView { season, changed, players: players.iter().map(Into::into).collect() }
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
    #[must_use]
    pub fn of(changed: &Changed) -> Impact {
        let (old, new) = (changed.before.standing(), changed.after.game.standing());
        let foreseen = changed.foreseen.as_ref();
        Impact {
            totals_before: old.totals.clone(),
            totals_after: new.totals.clone(),
            order_changes: old.ranks != new.ranks,
            winner_changes: old.winners != new.winners,
            finish_changes: old.finished_after != new.finished_after,
            standings_order_changes: foreseen.map(|it| it.ranks.order_changes),
            standings: foreseen.map(|it| it.ranks.players.iter().map(Into::into).collect()),
            unsettled: UnsettledView::list(&changed.before, &changed.after.game),
            tables: foreseen.map(|it| it.tables.iter().map(Into::into).collect()),
        }
    }
}

/// The result of a change: the round that it was about, and how the match stands.
#[skip_serializing_none]
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct RoundUpdate {
    /// The version of the game after the change; the ETag.
    #[schema(minimum = 1)]
    pub version: i64,
    pub score: ScoreView,
    pub impact: Impact,
    pub round: RoundView,
    /// The table, if the round is still running.
    pub table: Option<TableView>,
    /// Who leads next, if the round is over and the match is not.
    pub next_lead: Option<NextLeadView>,
    /// What differs in an amended round, field by field.
    pub differences: Option<Vec<Difference>>,
    /// What became of each turn that was sent, in order.
    pub turns: Option<Vec<TurnResult>>,
    /// The turn that was undone; it can be sent again.
    pub removed: Option<Turn>,
    /// The end of the round that was undone with the turn; it can be sent to `finish` again.
    pub removed_end: Option<RemovedEnd>,
}

/// The end of a round that was undone.
#[skip_serializing_none]
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct RemovedEnd {
    /// How the round ended, where it was said.
    pub ending: Option<EndingWord>,
    /// The hands that were shown.
    #[schema(value_type = BTreeMap<String, ShownHand>)]
    pub hands: ShownHands,
    /// Why they were recorded although they have more or fewer dots than are possible.
    #[serde(rename = "override")]
    pub over: Option<Override>,
}

impl RoundUpdate {
    /// What became of round `number`, if the game has it.
    #[must_use]
    pub fn of(changed: &Changed, number: usize) -> Option<RoundUpdate> {
        let (game, named) = (&changed.after.game, changed.named_after());
        Some(RoundUpdate {
            version: version(game),
            score: ScoreView::of(named),
            impact: Impact::of(changed),
            round: RoundView {
                turns: None,
                ..RoundView::whole(number, game.round(number)?, &named.names_in(number))
            },
            table: TableView::of(named),
            next_lead: NextLeadView::of(named),
            differences: None,
            turns: None,
            removed: None,
            removed_end: None,
        })
    }

    /// The same with what an amended round says differently.
    #[must_use]
    pub fn compared(self, changed: &Changed) -> RoundUpdate {
        let (before, game) = (&changed.before, &changed.after.game);
        let number = self.round.round;
        let differences =
            before.round(number).zip(game.round(number)).map(|(old, new)| Difference::list(old, new));
        RoundUpdate { differences, ..self }
    }
}

/// Something that differs in an amended round. What was not recorded before is not a difference, so
/// detail can grow from points to hands to plays; tiles and turns that are left out now are one.
#[skip_serializing_none]
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct Difference {
    /// A JSON Pointer into the round as it is shown.
    #[schema(examples("/points/A"))]
    pub pointer: String,
    /// The old value, as text.
    pub before: String,
    /// The new value, as text; absent for tiles and turns that are left out now.
    pub after: Option<String>,
}

impl Difference {
    fn list(old: &Recorded, new: &Recorded) -> Vec<Difference> {
        let (mut before, mut after) = (told(old), told(new));
        let dropped = dropped((old, new), &before, &after);
        // Who won follows from the rest, unless it was said beside the points.
        if !matches!(&old.report, Report::Points(report) if report.winner.is_some()) {
            before.remove("/winners");
        }
        // Tiles are named where their dots are the same.
        for seat in old.round.outcome.iter().flat_map(|outcome| outcome.left.keys()) {
            let pips = format!("/pips/{seat}");
            if before.get(&pips) != after.get(&pips) {
                after.remove(&format!("/hands/{seat}/tiles"));
            }
        }
        let changed = before.into_iter().filter_map(|(pointer, before)| {
            let after = after.get(&pointer)?.clone();
            (before != after).then_some(Difference { pointer, before, after: Some(after) })
        });
        let mut list: Vec<Difference> = changed.chain(dropped).collect();
        list.sort_by(|one, other| one.pointer.cmp(&other.pointer));
        list
    }
}

/// The tiles and turns that were said and are not said any more.
fn dropped(
    (old, new): (&Recorded, &Recorded),
    before: &BTreeMap<String, String>,
    after: &BTreeMap<String, String>,
) -> Vec<Difference> {
    let gone = |(pointer, before): (&String, &String)| Difference {
        pointer: pointer.clone(),
        before: before.clone(),
        after: None,
    };
    let tiles = before.iter().filter(|(pointer, tiles)| pointer.ends_with("/tiles") && !tiles.is_empty());
    let mut list: Vec<Difference> =
        tiles.filter(|(pointer, _)| !after.contains_key(*pointer)).map(gone).collect();
    if let (Report::Plays(plays), Report::Points(_) | Report::Hands(_)) = (&old.report, &new.report) {
        list.push(gone((&"/turns".to_owned(), &format!("{} turns", plays.turns.len()))));
    }
    list
}

/// All that a round says, field by field, without what it leaves open: only what both the old and the
/// new report say can differ.
fn told(recorded: &Recorded) -> BTreeMap<String, String> {
    let view = RoundView::brief(0, recorded, &Names::LETTERS);
    let outcome = recorded.round.outcome.as_ref();
    let is_stacks = outcome.is_some_and(|outcome| outcome.end == Some(RoundEnd::Stacks));
    let mut told: BTreeMap<String, String> = BTreeMap::new();
    told.extend(view.points.iter().map(|(side, points)| (format!("/points/{side}"), points.to_string())));
    // A hand that was not shown counts as 0, but nobody said so.
    let shown = |seat: &Seat| is_stacks || view.hands.contains_key(seat);
    let pips = view.pips.iter().filter(|(seat, _)| shown(seat));
    told.extend(pips.map(|(seat, pips)| (format!("/pips/{seat}"), pips.to_string())));
    for (seat, hand) in &view.hands {
        if let Some(tiles) = &hand.tiles {
            let tiles = tiles.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ");
            told.insert(format!("/hands/{seat}/tiles"), tiles);
        }
    }
    told.extend(view.out.map(|out| ("/out".to_owned(), out.to_string())));
    told.extend(view.leader.map(|leader| ("/leader".to_owned(), leader.to_string())));
    told.extend(view.lead.map(|lead| ("/lead".to_owned(), lead.to_string())));
    told.extend(view.ending.map(|ending| ("/ending".to_owned(), ending.word().to_owned())));
    if outcome.is_some() {
        let winners = view.winners.iter().map(ToString::to_string).collect::<Vec<_>>().join(", ");
        told.insert("/winners".to_owned(), winners);
    }
    told
}

/// The result of a change that is not about one round.
#[skip_serializing_none]
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct GameUpdate {
    /// The version of the game after the change; the ETag.
    #[schema(minimum = 1)]
    pub version: i64,
    pub score: ScoreView,
    pub impact: Impact,
    /// The number of the penalty that was reported.
    #[schema(minimum = 1)]
    pub penalty: Option<u32>,
    /// The number of the bonus that was awarded.
    #[schema(minimum = 1)]
    pub bonus: Option<u32>,
    /// The id of the player who joined; of a guest who would be new, only once it is recorded.
    pub player: Option<Uuid>,
    /// The seat that was added.
    pub seat: Option<Seat>,
    /// Rounds of which nothing is reported for players who were there, as was told later.
    pub missing: Option<Vec<MissingView>>,
    /// The round that was undone.
    pub removed: Option<RoundView>,
    /// What was reported of it, as JSON text; it can be sent again.
    pub removed_report: Option<String>,
}

impl GameUpdate {
    /// What a change did, or would do.
    #[must_use]
    pub fn of(changed: &Changed) -> GameUpdate {
        let (game, named) = (&changed.after.game, changed.named_after());
        GameUpdate {
            version: version(game),
            score: ScoreView::of(named),
            impact: Impact::of(changed),
            penalty: None,
            bonus: None,
            player: None,
            seat: None,
            missing: Some(MissingView::list(game)).filter(|list| !list.is_empty()),
            removed: None,
            removed_report: None,
        }
    }
}

/// A round of which nothing is reported for players who were there: missing is not 0, and an amendment
/// of the round fills it in.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[schema(as = Missing)]
pub struct MissingView {
    /// The number of the round.
    #[schema(minimum = 1)]
    pub round: usize,
    /// The seats of the players.
    pub seats: Vec<Seat>,
}

impl MissingView {
    fn list(game: &Game) -> Vec<MissingView> {
        let counting = (1..).zip(game.rounds()).filter(|(_, recorded)| recorded.voided.is_none());
        let rounds = counting.filter(|(_, recorded)| !recorded.missing.is_empty());
        rounds.map(|(round, recorded)| MissingView { round, seats: recorded.missing.clone() }).collect()
    }
}

fn version(game: &Game) -> i64 {
    i64::try_from(game.version()).unwrap_or(i64::MAX)
}
