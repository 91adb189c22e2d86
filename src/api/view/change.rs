//! What a change made of a game: enough for a client to bring the game that it has up to date.

use std::sync::Arc;

use chrono::{DateTime, Utc};
use serde::Serialize;
use serde_with::skip_serializing_none;
use utoipa::ToSchema;
use uuid::Uuid;

use super::impact::Impact;
use super::penalty::UnsettledView;
use super::removed::Removed;
use super::{
    BonusView, DeclaredView, DeletedView, GameView, NextLeadView, PenaltyView, RoundView, ScoreLine,
    ScoreView, SeatView, TableView,
};
use crate::api::time::maybe_seconds;
use crate::rules::{
    About, Amendment, Difference, Event, Recorded, Ruleset, RulesetForm, Seat, SeatChange, SeatNews,
};
use crate::service::games::{ChangeOutcome, Extent, version};

/// What a change made of a game. It has always what was made or refused; unless only that is preferred, also
/// what is different now, so that whoever has the game at the version `from_version` has it at `version`. Lists
/// and members that are absent are as they were; only without `table`, `next_lead`, `declared` or
/// `deleted` the game has none. Names are not versioned: after a player was renamed, GET the game to have today's everywhere.
#[skip_serializing_none]
#[derive(Clone, Debug, Default, Serialize, ToSchema)]
pub struct GameChange {
    /// The id of the game.
    pub id: Uuid,
    /// The version after the change; the ETag.
    #[schema(minimum = 1)]
    pub version: i64,
    /// The version before it.
    #[schema(minimum = 1)]
    pub from_version: i64,
    /// The number of the round that it is about.
    #[schema(minimum = 1)]
    pub round: Option<usize>,
    /// The number of the last turn that was recorded.
    #[schema(minimum = 1)]
    pub turn: Option<usize>,
    /// The number of the penalty that was reported.
    #[schema(minimum = 1)]
    pub penalty: Option<u32>,
    /// The number of the bonus that was awarded.
    #[schema(minimum = 1)]
    pub bonus: Option<u32>,
    /// The seat that was added.
    pub seat: Option<Seat>,
    /// The id of the player who got it; of a guest who would be new, only once it is recorded.
    pub player: Option<Uuid>,
    /// Of several turns or rounds: the one that was refused. Those before it are recorded, those after it were
    /// not tried.
    pub refused: Option<RefusedTurn>,
    #[serde(serialize_with = "maybe_seconds")]
    pub changed_at: Option<DateTime<Utc>>,
    /// How the match stands; of its `lines` only those after the first `kept.lines`.
    pub score: Option<ScoreView>,
    /// How much of the lists that grow is as it was.
    pub kept: Option<Kept>,
    /// The rounds that are different or new, each in the place of the one with its number; an amended one
    /// with all its turns.
    pub rounds: Option<Vec<RoundView>>,
    /// The table of the running round; of its `layout` and `turns` only what comes after the first
    /// `kept.layout` and `kept.turns`.
    pub table: Option<TableView>,
    /// Who leads next; absent while a round is running and when the match is over.
    pub next_lead: Option<NextLeadView>,
    /// How the table ended the match, if not by its rules.
    pub declared: Option<DeclaredView>,
    /// That the game was a mistake, if it was.
    pub deleted: Option<DeletedView>,
    /// All seats, if one of them is different. In a dry run the id of a guest who would be new is made up.
    pub seats: Option<Vec<SeatView>>,
    /// The penalties that are different or new.
    pub penalties: Option<Vec<PenaltyView>>,
    /// The bonuses that are different or new.
    pub bonuses: Option<Vec<BonusView>>,
    /// What people say about the game, if it is different.
    pub about: Option<AboutView>,
    /// The ruleset, if it is different.
    #[schema(value_type = Option<RulesetForm>)]
    pub rules: Option<Ruleset>,
    /// What a correction does to the match; also in a dry run, which alone says what becomes of ranks and
    /// tables, and beside the whole game.
    pub impact: Option<Impact>,
    /// What differs in an amended round, field by field.
    pub differences: Option<Vec<Difference>>,
    /// What was undone.
    pub removed: Option<Removed>,
    /// The whole game, if that is preferred.
    pub game: Option<GameView>,
}

/// How much of the lists that grow is as it was: what a change shows of them comes after that.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, ToSchema)]
pub struct Kept {
    /// How many lines of the score.
    #[schema(minimum = 0)]
    pub lines: usize,
    /// How many tiles on the table.
    #[schema(minimum = 0)]
    pub layout: usize,
    /// How many turns of the running round.
    #[schema(minimum = 0)]
    pub turns: usize,
}

/// A turn, or a round, that is not recorded.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct RefusedTurn {
    /// Its place among those that were sent, from 0.
    #[schema(minimum = 0)]
    pub index: usize,
    /// Why, for programs.
    pub code: String,
    /// Why, for people.
    pub detail: String,
}

/// What people say about a game.
#[skip_serializing_none]
#[derive(Clone, Debug, Serialize, ToSchema)]
#[schema(as = About)]
pub struct AboutView {
    pub name: Option<String>,
    /// The day, in the club's time zone.
    #[schema(value_type = Option<chrono::NaiveDate>)]
    pub played_on: Option<String>,
    /// Whether the game counts in standings.
    pub counts: bool,
}

impl From<&About> for AboutView {
    fn from(about: &About) -> AboutView {
        let About { name, played_on, counts, over: _ } = about.clone();
        AboutView { name, played_on, counts }
    }
}

impl GameChange {
    /// So much of a change.
    pub fn of(mut changed: ChangeOutcome, extent: Extent) -> GameChange {
        let game = changed.whole.take().map(GameView::from);
        let made = GameChange::made(&changed);
        if extent == Extent::Made {
            return made;
        }
        let settles = || !UnsettledView::list(&changed.before, &changed.after.game).is_empty();
        let tells = changed.corrects() || changed.foreseen.is_some() || game.is_some() || settles();
        let impact = tells.then(|| Impact::of(&changed));
        GameChange { impact, game, ..made.with_news(&changed) }
    }

    /// What a change made, and what of it was refused.
    fn made(changed: &ChangeOutcome) -> GameChange {
        let (before, after) = (&changed.before, &changed.after.game);
        let change = GameChange {
            id: changed.id,
            version: version(after),
            from_version: version(before),
            round: changed.round(),
            refused: RefusedTurn::of(changed),
            ..GameChange::default()
        };
        match changed.events.last() {
            Some(Event::TurnTaken(_)) => {
                let turns = change.round.and_then(|round| after.round(round)).map(|it| it.round.turns.len());
                GameChange { turn: turns, ..change }
            }
            Some(Event::PenaltyAdded(_)) => {
                GameChange { penalty: after.penalties().last().map(|it| it.number), ..change }
            }
            Some(Event::BonusAdded(_)) => {
                GameChange { bonus: after.bonuses().last().map(|it| it.number), ..change }
            }
            Some(Event::SeatsChanged(SeatChange { news: SeatNews::Joined { player, .. }, .. })) => {
                let player = Uuid::try_parse(player).ok().filter(|id| !changed.is_made_up(*id));
                GameChange { seat: after.seating().seats().last(), player, ..change }
            }
            _ => change,
        }
    }

    /// The same with all that is different now.
    fn with_news(self, changed: &ChangeOutcome) -> GameChange {
        let (named_before, named) = (changed.named_before(), changed.named_after());
        let (before, after) = (&changed.before, &changed.after.game);
        let lines = ScoreLine::kept(named_before, named);
        let mut table = TableView::of(named);
        let old_table =
            TableView::of(named_before).filter(|old| Some(old.round) == table.as_ref().map(|it| it.round));
        let kept = Kept {
            lines,
            layout: table
                .as_mut()
                .zip(old_table.as_ref())
                .map_or(0, |(new, old)| keep(&old.layout, &mut new.layout)),
            turns: table
                .as_mut()
                .zip(old_table.as_ref())
                .map_or(0, |(new, old)| keep(&old.turns, &mut new.turns)),
        };
        let seats = SeatView::list(after, &changed.people);
        let has_moved = seats != SeatView::list(before, &changed.people);
        GameChange {
            changed_at: Some(changed.at),
            score: Some(ScoreView::after(named, lines)),
            kept: Some(kept),
            rounds: some(rounds(changed)),
            table,
            next_lead: NextLeadView::of(named),
            declared: DeclaredView::of(after.ends()),
            deleted: DeletedView::of(after),
            seats: has_moved.then_some(seats),
            penalties: some(news(&PenaltyView::list(named_before), PenaltyView::list(named))),
            bonuses: some(news(&BonusView::list(before), BonusView::list(after))),
            about: (before.about() != after.about()).then(|| after.about().into()),
            rules: (before.rules() != after.rules()).then(|| after.rules().clone()),
            differences: differences(changed),
            removed: Removed::of(changed),
            ..self
        }
    }
}

impl RefusedTurn {
    fn of(changed: &ChangeOutcome) -> Option<RefusedTurn> {
        let refusal = &changed.refused.as_ref()?.first()?.refusal;
        let named = changed.named_after();
        let names = changed.round().map_or_else(|| named.names_now(), |round| named.names_in(round));
        Some(RefusedTurn {
            index: changed.events.len(),
            code: refusal.code().to_owned(),
            detail: refusal.to_sentence(&names),
        })
    }
}

/// The rounds that are different or new.
fn rounds(changed: &ChangeOutcome) -> Vec<RoundView> {
    let (named_before, named) = (changed.named_before(), changed.named_after());
    let game = &changed.after.game;
    let is_news = |number: usize| {
        // Who is told of in it may be another.
        !game.has_same_round(&changed.before, number)
            || changed.moves_seats() && named_before.names_in(number) != named.names_in(number)
    };
    let is_amended = matches!(*changed.events, [Event::RoundAmended(_)]);
    let view = |(number, recorded): (usize, &Arc<Recorded>)| {
        let names = named.names_in(number);
        match changed.round() == Some(number) {
            true if is_amended => RoundView::whole((game, number), recorded, &names),
            true => RoundView { turns: None, ..RoundView::whole((game, number), recorded, &names) },
            false => RoundView::brief((game, number), recorded, &names),
        }
    };
    // Whatever only goes on leaves the rounds before the last as they are.
    let first = changed.before.last_round().filter(|_| !changed.corrects()).map_or(1, |(last, _)| last);
    let all = (1..).zip(game.rounds()).skip(first - 1);
    all.filter(|(number, _)| is_news(*number)).map(view).collect()
}

/// What differs in an amended round.
fn differences(changed: &ChangeOutcome) -> Option<Vec<Difference>> {
    let [Event::RoundAmended(Amendment { round, .. })] = *changed.events else { return None };
    let (old, new) = (changed.before.round(round)?, changed.after.game.round(round)?);
    Some(Difference::list(old, new))
}

/// Takes from a list what it has had before, and answers how much that is.
fn keep<T: PartialEq>(old: &[T], new: &mut Vec<T>) -> usize {
    let kept = old.iter().zip(new.iter()).take_while(|(old, new)| old == new).count();
    new.drain(..kept);
    kept
}

/// What is different from what was in its place, or new.
fn news<T: PartialEq>(old: &[T], new: Vec<T>) -> Vec<T> {
    (0..).zip(new).filter(|(place, it)| old.get(*place) != Some(it)).map(|(_, it)| it).collect()
}

fn some<T>(list: Vec<T>) -> Option<Vec<T>> {
    Some(list).filter(|list| !list.is_empty())
}
