//! How the score of a match is shown, and how it came about.

use std::collections::BTreeMap;

use serde::Serialize;
use serde_with::skip_serializing_none;
use utoipa::ToSchema;

use super::GameStatus;
use super::penalty::why;
use crate::rules::{EndKind, Game, Line, LineSource, Side, Unsettled};
use crate::service::games::{NamedGame, status};

/// How a match stands.
#[skip_serializing_none]
#[derive(Clone, Debug, Serialize, ToSchema)]
#[schema(as = Score)]
pub struct ScoreView {
    pub status: GameStatus,
    /// The total of each side; none where only who won was noted.
    #[schema(value_type = BTreeMap<String, i32>)]
    pub totals: BTreeMap<Side, i32>,
    /// The rank of each side; equal totals share one (1, 1, 3).
    #[schema(value_type = BTreeMap<String, u16>)]
    pub ranks: BTreeMap<Side, u16>,
    /// The rounds that each side won.
    #[schema(value_type = BTreeMap<String, u16>)]
    pub rounds_won: BTreeMap<Side, u16>,
    /// The points that each side still needs; only in a match to a target.
    #[schema(value_type = Option<BTreeMap<String, i32>>)]
    pub needs: Option<BTreeMap<Side, i32>>,
    /// The rounds that are left at least; only in a match of rounds.
    #[schema(minimum = 0)]
    pub rounds_left: Option<usize>,
    /// Why the match goes on although the target was reached or its rounds are played.
    pub plays_on: Option<String>,
    /// After how many rounds the match was over; 0 if it was before the first.
    #[schema(minimum = 0)]
    pub finished_after: Option<usize>,
    /// Who won the match; several if they won together.
    pub winners: Vec<Side>,
    /// How the totals were reached, line by line.
    pub lines: Vec<ScoreLine>,
    /// How the match ended, if not by its rules: as the table said, or because too few were left.
    pub ended_by: Option<EndKind>,
    /// How the match ended, as a sentence.
    pub text: Option<String>,
}

impl ScoreView {
    /// How a match stands.
    pub fn of(named: NamedGame<'_>) -> ScoreView {
        ScoreView::after(named, 0)
    }

    /// The same without so many of its first lines.
    pub fn after(named: NamedGame<'_>, kept: usize) -> ScoreView {
        let standing = named.game.standing();
        ScoreView {
            status: status(named.game),
            totals: if standing.has_totals { standing.totals.clone() } else { BTreeMap::new() },
            ranks: standing.ranks.clone(),
            rounds_won: standing.rounds_won.clone(),
            needs: Some(standing.needs.clone())
                .filter(|needs| !needs.is_empty() && standing.finished_after.is_none()),
            plays_on: standing.plays_on.as_ref().map(|why| why.to_sentence(&named.names_now())),
            rounds_left: standing.rounds_left.filter(|_| standing.finished_after.is_none()),
            finished_after: standing.finished_after,
            winners: standing.winners.clone(),
            lines: standing.lines.iter().skip(kept).map(|line| ScoreLine::of(named, line)).collect(),
            ended_by: standing.declared,
            text: standing.how().map(|how| how.describe(&named.names_now())),
        }
    }
}

/// What a line of the score is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum ScoreLineKind {
    /// A round.
    Round,
    /// A penalty.
    Penalty,
    /// A bonus.
    Bonus,
    /// A side that joined later, with what it started at.
    Joined,
    /// The totals that the table declared at the end.
    Declared,
}

/// One line of how the totals were reached.
#[skip_serializing_none]
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct ScoreLine {
    pub kind: ScoreLineKind,
    /// The number of the round; only of a round.
    #[schema(minimum = 1)]
    pub round: Option<usize>,
    /// The number of the penalty; only of a penalty.
    #[schema(minimum = 1)]
    pub penalty: Option<u32>,
    /// The number of the bonus; only of a bonus.
    #[schema(minimum = 1)]
    pub bonus: Option<u32>,
    /// What was added to each total.
    #[schema(value_type = BTreeMap<String, i32>)]
    pub added: BTreeMap<Side, i32>,
    /// The totals after it.
    #[schema(value_type = BTreeMap<String, i32>)]
    pub totals: BTreeMap<Side, i32>,
    /// Why more or less was added than it is worth by itself, or what is to be decided about it.
    pub note: Option<String>,
    /// The parameters of the ruleset that decide it.
    pub rules: Option<Vec<String>>,
    /// What is to be decided about a penalty or a bonus that counts.
    pub unsettled: Option<Unsettled>,
    /// The line as a sentence.
    pub text: String,
}

impl ScoreLine {
    /// How many of the first lines are shown as they were.
    pub fn kept(before: NamedGame<'_>, after: NamedGame<'_>) -> usize {
        if after.game.stands_as(before.game) {
            return after.game.standing().lines.len();
        }
        let (old, new) = (&before.game.standing().lines, &after.game.standing().lines);
        // A round is told by its line and by who sat where.
        let told = before.game.chairs() == after.game.chairs();
        let is_kept = |(old, new): &(&Line, &Line)| {
            let is_told = told && matches!(new.source, LineSource::Round(_));
            old == new && (is_told || ScoreLine::of(before, old) == ScoreLine::of(after, new))
        };
        old.iter().zip(new).take_while(is_kept).count()
    }

    fn of(named: NamedGame<'_>, line: &Line) -> ScoreLine {
        let (kind, round, penalty, bonus) = match line.source {
            LineSource::Round(number) => (ScoreLineKind::Round, Some(number), None, None),
            LineSource::Penalty(number) => (ScoreLineKind::Penalty, None, Some(number), None),
            LineSource::Bonus(number) => (ScoreLineKind::Bonus, None, None, Some(number)),
            LineSource::Joined(_) => (ScoreLineKind::Joined, None, None, None),
            LineSource::Declared => (ScoreLineKind::Declared, None, None, None),
        };
        let unsettled = unsettled(named.game, line.source);
        let joins = matches!(line.source, LineSource::Joined(_)).then_some("joins the match");
        let notes: Vec<&str> = line.notes.iter().map(|note| note.text).chain(unsettled.map(why)).collect();
        let text = text(named, line, &notes);
        let note = joins.into_iter().chain(notes).collect::<Vec<_>>().join("; ");
        let rules: Vec<String> = line.notes.iter().map(|note| note.rule.to_owned()).collect();
        ScoreLine {
            kind,
            round,
            penalty,
            bonus,
            added: line.added.clone(),
            totals: line.totals.clone(),
            note: Some(note).filter(|note| !note.is_empty()),
            rules: Some(rules).filter(|rules| !rules.is_empty()),
            unsettled,
            text,
        }
    }
}

/// What is to be decided about what a line is about.
fn unsettled(game: &Game, source: LineSource) -> Option<Unsettled> {
    match source {
        LineSource::Penalty(number) => {
            let found = game.penalties().iter().find(|recorded| recorded.number == number)?;
            game.unsettled_penalty(found)
        }
        LineSource::Bonus(number) => {
            let found = game.bonuses().iter().find(|recorded| recorded.number == number)?;
            game.unsettled_bonus(found)
        }
        LineSource::Round(_) | LineSource::Joined(_) | LineSource::Declared => None,
    }
}

/// A line as a sentence: `Penalty 1 (late): Bob -50`.
fn text(named: NamedGame<'_>, line: &Line, notes: &[&str]) -> String {
    let game = named.game;
    let names = match line.source {
        LineSource::Round(number) => named.names_in(number),
        LineSource::Penalty(_) | LineSource::Bonus(_) | LineSource::Joined(_) | LineSource::Declared => {
            named.names_now()
        }
    };
    let what = match line.source {
        LineSource::Round(number) => format!("Round {number}"),
        LineSource::Penalty(number) => {
            let found = game.penalties().iter().find(|recorded| recorded.number == number);
            format!("Penalty {number} ({})", found.map_or("", |it| it.penalty.reason.as_str()))
        }
        LineSource::Bonus(number) => {
            let found = game.bonuses().iter().find(|recorded| recorded.number == number);
            format!("Bonus {number} ({})", found.map_or("", |it| it.bonus.reason.as_str()))
        }
        LineSource::Joined(side) => format!("{} joins the match", names.side(side)),
        LineSource::Declared => {
            let reasons: Vec<&str> = game.ends().iter().map(|end| end.reason.as_str()).collect();
            format!("Declared at the end ({})", reasons.join("; "))
        }
    };
    let added: Vec<String> =
        line.added.iter().map(|(side, points)| format!("{} {points:+}", names.side(*side))).collect();
    let notes: String = notes.iter().map(|note| format!("; {note}")).collect();
    format!("{what}: {}{notes}", added.join(", "))
}
