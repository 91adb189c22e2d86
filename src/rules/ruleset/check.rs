//! What a ruleset must not be: every contradiction, with its path.

use super::choices::*;
use super::numbers::allowed;
use super::sections::*;
use super::{Family, LineRules, RuleProblem, Ruleset};
use crate::rules::seat::MAX_SEATS;

/// All that is wrong with `rules`.
pub(super) fn problems(rules: &Ruleset) -> Vec<RuleProblem> {
    let mut check = Check(Vec::new());
    check.number("set.max_pip", rules.set.max_pip);
    check.players(rules);
    check.matching(rules);
    check.0.extend(rules.penalties.problems(rules));
    match &rules.family {
        Family::Lines(lines) => check.lines(rules, lines),
        Family::Stacks(_) => check.that(
            rules.set.max_pip == 6,
            "/set/max_pip",
            "Build Up is played with two double-six sets, so this must be 6",
        ),
    }
    check.0
}

struct Check(Vec<RuleProblem>);

impl Check {
    fn that(&mut self, holds: bool, path: &str, message: &str) {
        if !holds {
            self.0.push(RuleProblem::new(path, message));
        }
    }

    fn number(&mut self, key: &str, value: u8) {
        let Some(allowed) = allowed(key) else { return };
        if !allowed.contains(&u16::from(value)) {
            let list = allowed.iter().map(ToString::to_string).collect::<Vec<_>>().join(", ");
            let path = format!("/{}", key.replace('.', "/"));
            self.0.push(RuleProblem::new(path, format!("{value} is not possible here; expected: {list}")));
        }
    }

    fn players(&mut self, rules: &Ruleset) {
        let players = &rules.players;
        self.that(players.min >= 2, "/players/min", "a game needs at least 2 players");
        self.that(usize::from(players.max) <= MAX_SEATS, "/players/max", "a game is for at most 12 players");
        self.that(
            players.min <= players.max,
            "/players/max",
            "the most players (players.max) must not be fewer than the fewest (players.min)",
        );
        self.that(
            !players.partners || (players.min <= 4 && players.max >= 4),
            "/players/partners",
            "partners need four players, and this game is not for four",
        );
        if rules.stacks().is_some() {
            self.that(players.min == 2 && players.max == 2, "/players", "Build Up is for exactly 2 players");
            self.that(!players.partners, "/players/partners", "Build Up has no partners");
        }
    }

    fn matching(&mut self, rules: &Ruleset) {
        let matching = &rules.matching;
        match matching.r#type {
            MatchType::Target => {
                self.that(
                    matching.target.is_some_and(|target| target > 0),
                    "/match/target",
                    "a match to a target needs the total that ends it, at least 1",
                );
                self.that(
                    matching.rounds.is_none(),
                    "/match/rounds",
                    "a match to a target has no number of rounds",
                );
                self.that(
                    matching.tie == MatchTie::Joint || matching.goal == MatchGoal::Low,
                    "/match/tie",
                    "in a match to a target play goes on while the best totals are equal, so this must be `joint`",
                );
            }
            MatchType::Rounds => {
                self.that(
                    matching.rounds.is_some_and(|rounds| (1..=1000).contains(&rounds)),
                    "/match/rounds",
                    "a match of rounds needs the number of rounds, from 1 to 1000",
                );
                self.that(matching.target.is_none(), "/match/target", "a match of rounds has no target");
            }
        }
        self.that(
            matching.overshoot == Overshoot::Kept
                || (matching.r#type == MatchType::Target && matching.goal == MatchGoal::High),
            "/match/overshoot",
            "only a match to a target that the highest total wins can have points beyond the target",
        );
        if rules.stacks().is_some() {
            self.that(
                matching.r#type == MatchType::Rounds && matching.rounds.is_some_and(|rounds| rounds % 4 == 0),
                "/match/rounds",
                "Build Up is played in games of four hands, so the number of rounds must be a multiple of 4",
            );
            self.that(matching.goal == MatchGoal::High, "/match/goal", "in Build Up the higher total wins");
        } else {
            self.that(matching.tie != MatchTie::ExtraGame, "/match/tie", "only Build Up adds a whole game");
        }
    }

    fn lines(&mut self, rules: &Ruleset, lines: &LineRules) {
        self.number("arms.opening_double", lines.arms.opening_double);
        self.number("arms.later_double", lines.arms.later_double);
        self.number("obligation.opening", lines.obligation.opening);
        self.number("obligation.later", lines.obligation.later);
        self.number("draw.reserve", lines.draw.reserve);
        self.hands(rules, lines);
        self.that(
            lines.obligation.opening <= lines.arms.opening_double,
            "/obligation/opening",
            "more places must be filled than the opening double has (arms.opening_double)",
        );
        self.that(
            lines.obligation.later <= lines.arms.later_double,
            "/obligation/later",
            "more places must be filled than a later double has (arms.later_double)",
        );
        self.drawing(&lines.draw);
        self.lead(&lines.lead);
        self.scoring(rules, lines);
    }

    fn hands(&mut self, rules: &Ruleset, lines: &LineRules) {
        let sizes = &lines.hand_size;
        self.that(!sizes.0.is_empty(), "/hand_size", "the number of tiles is missing");
        self.that(sizes.0.values().all(|tiles| *tiles > 0), "/hand_size", "a hand has at least 1 tile");
        let too_many = (rules.players.min..=rules.players.max).find(|players| {
            usize::from(*players) * usize::from(sizes.of(usize::from(*players))) > rules.tiles()
        });
        if let Some(players) = too_many {
            let each = sizes.of(usize::from(players));
            let message = format!(
                "{players} players with {each} tiles each need {}, and the {} set has {}",
                usize::from(players) * usize::from(each),
                rules.set_name(),
                rules.tiles()
            );
            let path = if players == rules.players.min { "/hand_size" } else { "/players/max" };
            self.0.push(RuleProblem::new(path, message));
        }
    }

    fn drawing(&mut self, draw: &DrawRules) {
        match draw.count {
            DrawCount::None => {
                self.that(!draw.play_drawn, "/draw/play_drawn", "nothing is drawn in this game (draw.count)");
                self.that(draw.reserve == 0, "/draw/reserve", "nothing is drawn in this game (draw.count)");
            }
            DrawCount::One => {}
            DrawCount::Until => self.that(
                draw.play_drawn,
                "/draw/play_drawn",
                "a player who draws until a tile fits also plays it (draw.count is `until`), so this must be `true`",
            ),
        }
    }

    fn lead(&mut self, lead: &LeadRules) {
        let by_double = lead.first == LeadFirst::HighestDouble;
        self.that(
            by_double || lead.tile != LeadTile::ThatTile,
            "/lead/tile",
            "`that_tile` is the double that gives the lead, so lead.first must be `highest_double`",
        );
        self.that(
            by_double && lead.later == LeadLater::SameAsFirst || lead.schedule == LeadSchedule::HighestHeld,
            "/lead/schedule",
            "a schedule of doubles needs lead.first `highest_double` and lead.later `same_as_first`",
        );
        self.that(
            !by_double || lead.none != LeadNone::Any,
            "/lead/none",
            "where the highest double leads, this must be `redeal` or `draw_in_turn`",
        );
    }

    fn scoring(&mut self, rules: &Ruleset, lines: &LineRules) {
        self.that(
            lines.pips.double_blank <= 100,
            "/pips/double_blank",
            "the double blank counts at most 100",
        );
        let penalty = lines.score.method == ScoreMethod::OwnPenalty;
        let low = rules.matching.goal == MatchGoal::Low;
        self.that(
            penalty == low,
            "/match/goal",
            "with penalty points (score.method) the lowest total wins: `low`; with points for the winner the highest: `high`",
        );
        self.that(
            !penalty || !rules.players.partners,
            "/players/partners",
            "penalty points (score.method) are for single players",
        );
        self.that(
            rules.players.partners || lines.end.partners == PartnersEnd::FirstOut,
            "/end/partners",
            "this game is not played by partners (players.partners)",
        );
        let owed = lines.obligation.opening > 0 || lines.obligation.later > 0;
        self.that(
            owed || lines.end.out_on_double == OutOnDouble::Allowed,
            "/end/out_on_double",
            "no double has to be filled in this game (obligation)",
        );
        self.that(
            penalty || lines.end.out_on_double != OutOnDouble::Penalty50,
            "/end/out_on_double",
            "penalty points need score.method `own_penalty`",
        );
    }
}
