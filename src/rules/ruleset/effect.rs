//! Options that would be without effect: a table that sets one expects something of it.
//!
//! Only what a table sets differently from the variant is looked at, and only at the door: a ruleset
//! that was frozen into a game stays what it is.

use std::collections::BTreeSet;

use serde_json::Value;

use super::choices::*;
use super::{Family, LineRules, RuleProblem, Ruleset, StackRules, as_json};

/// The options of `rules` that differ from `preset` and change nothing.
pub(super) fn problems(rules: &Ruleset, preset: &Ruleset) -> Vec<RuleProblem> {
    let changed = changed(rules, preset);
    let mut effects = Effects { rules, changed, problems: Vec::new() };
    effects.seats();
    effects.matching();
    match &rules.family {
        Family::Lines(lines) => {
            effects.lead(lines);
            effects.table(lines);
            effects.drawing(lines);
            effects.scoring(lines, preset);
            effects.hands(lines);
        }
        Family::Stacks(stacks) => effects.stacks(stacks),
    }
    effects.problems
}

/// The dotted keys of the options that differ.
fn changed(rules: &Ruleset, preset: &Ruleset) -> BTreeSet<String> {
    let listed = |rules: &Ruleset| {
        let mut list = BTreeSet::new();
        list_options("", &as_json(rules), &mut list);
        list
    };
    let (own, usual) = (listed(rules), listed(preset));
    own.symmetric_difference(&usual).map(|(key, _)| key.clone()).collect()
}

fn list_options(key: &str, value: &Value, list: &mut BTreeSet<(String, String)>) {
    let Value::Object(members) = value else {
        list.insert((key.to_owned(), value.to_string()));
        return;
    };
    for (name, value) in members {
        let key = if key.is_empty() { name.clone() } else { format!("{key}.{name}") };
        list_options(&key, value, list);
    }
}

struct Effects<'a> {
    rules: &'a Ruleset,
    changed: BTreeSet<String>,
    problems: Vec<RuleProblem>,
}

impl Effects<'_> {
    /// The first of `keys` needs that this holds, if one of them was set.
    fn needs(&mut self, keys: &[&str], holds: bool, message: &str) {
        let is_set = keys.iter().any(|key| self.changed.contains(*key));
        if let (true, false, Some(key)) = (is_set, holds, keys.first()) {
            self.problems.push(RuleProblem::new(format!("/{}", key.replace('.', "/")), message));
        }
    }

    fn seats(&mut self) {
        let several = self.rules.players.max > 2;
        self.needs(
            &["players.direction", "players.max"],
            several || self.rules.players.direction == Direction::Clockwise,
            "with two players the direction makes no difference",
        );
        self.needs(
            &["match.ranks", "players.max"],
            several || self.rules.matching.ranks == Ranks::Competition,
            "two players rank first and second, or share the first rank, either way",
        );
    }

    fn matching(&mut self) {
        let matching = &self.rules.matching;
        let by_target = matching.r#type == MatchType::Target;
        let (penalty_ends, bonus_ends) = (matching.penalty_ends, matching.bonus_ends);
        let bonus_can = matching.goal == MatchGoal::High || matching.tie == MatchTie::ExtraRound;
        let round_end = matching.target_check == TargetCheck::RoundEnd;
        let doubled = u16::from(matching.doubled_rounds);
        let too_many = matching.rounds.is_some_and(|rounds| doubled > rounds);
        self.needs(
            &["match.penalty_ends", "match.type"],
            by_target || !penalty_ends,
            "a match of rounds ends only with a round (match.type)",
        );
        self.needs(
            &["match.bonus_ends", "match.type"],
            by_target || !bonus_ends,
            "a match of rounds ends only with a round (match.type)",
        );
        self.needs(
            &["match.bonus_ends", "match.goal", "match.tie"],
            !by_target || bonus_can || !bonus_ends,
            "where the lowest total wins a bonus takes points off, so it cannot reach the target",
        );
        self.needs(
            &["match.target_check", "match.penalty_ends", "match.bonus_ends", "match.type"],
            by_target && (penalty_ends || bonus_ends) || !round_end,
            "neither a penalty nor a bonus ends the match (match.penalty_ends, match.bonus_ends)",
        );
        self.needs(
            &["match.doubled_rounds", "match.rounds", "match.type"],
            !too_many,
            "more rounds would count double than the match has (match.rounds)",
        );
    }

    fn stacks(&mut self, _: &StackRules) {
        self.needs(
            &["match.tie"],
            self.rules.matching.tie != MatchTie::ExtraRound,
            "Build Up can only add a whole game: `extra_game`",
        );
    }

    fn lead(&mut self, lines: &LineRules) {
        let lead = &lines.lead;
        let by_double = lead.first == LeadFirst::HighestDouble;
        self.needs(
            &["lead.later", "lead.first"],
            lead.first != LeadFirst::HighestDrawn || lead.later != LeadLater::SameAsFirst,
            "to draw for the lead again in later rounds, use `redraw`",
        );
        self.needs(
            &["lead.none", "lead.first"],
            by_double || lead.none == LeadNone::Any,
            "no double gives the lead here (lead.first), so this must be `any`",
        );
        self.needs(
            &["lead.none", "lead.schedule"],
            lead.schedule != LeadSchedule::DescendingDraw || lead.none == LeadNone::DrawInTurn,
            "the players draw until the double of the round appears (lead.schedule), so this must be `draw_in_turn`",
        );
        self.needs(
            &["lead.none"],
            !by_double
                || lead.schedule != LeadSchedule::HighestHeld
                || self.most_left(lines) > usize::from(self.rules.max_pip()),
            "so many tiles are dealt that somebody always holds a double",
        );
        self.needs(
            &["lead.schedule", "lead.tile"],
            lead.schedule == LeadSchedule::HighestHeld || lead.tile == LeadTile::ThatTile,
            "a schedule of doubles needs lead.tile `that_tile`",
        );
    }

    fn table(&mut self, lines: &LineRules) {
        let obligation = &lines.obligation;
        self.needs(
            &["obligation.waive_if_impossible", "obligation.opening", "obligation.later"],
            obligation.later > 0
                || obligation.opening > self.rules.max_pip()
                || !obligation.waive_if_impossible,
            "a double that has to be filled can always be filled here (obligation)",
        );
        self.needs(
            &["end.out_on_double", "obligation.later"],
            obligation.later > 0 || lines.end.out_on_double == OutOnDouble::Allowed,
            "nobody goes out on a double that has to be filled (obligation.later)",
        );
    }

    /// The most tiles that any number of players leaves undealt.
    fn most_left(&self, lines: &LineRules) -> usize {
        let dealt = |players: u8| usize::from(players) * usize::from(lines.hand_size.of(players.into()));
        let players = self.rules.players.min..=self.rules.players.max;
        let left = players.map(|players| self.rules.tiles().saturating_sub(dealt(players)));
        left.max().unwrap_or_default()
    }

    fn drawing(&mut self, lines: &LineRules) {
        let draws = lines.draw.count != DrawCount::None;
        let can_draw = draws && self.most_left(lines) > usize::from(lines.draw.reserve);
        for key in ["draw.count", "draw.play_drawn", "draw.reserve"] {
            self.needs(&[key], can_draw || !draws, "so many tiles are dealt that none can be drawn");
        }
        self.needs(
            &["block.dead_ends"],
            can_draw,
            "nothing is drawn here, so the round ends as soon as nobody can play",
        );
    }

    fn scoring(&mut self, lines: &LineRules, preset: &Ruleset) {
        let score = &lines.score;
        if score.method == ScoreMethod::OwnPenalty {
            for key in ["block.winner", "block.tie", "score.block", "score.partner_tiles", "score.min_round"]
            {
                self.needs(&[key], false, "penalty points do not depend on who wins (score.method)");
            }
            return;
        }
        let partners = self.rules.players.partners;
        self.block_winner(lines, partners);
        let usual = preset.lines().map(|usual| usual.score.block);
        let differs = |block: Option<ScoreBlock>| block != Some(ScoreBlock::OpponentsTotal);
        let same_for_two = differs(usual) && differs(Some(score.block));
        self.needs(
            &["score.block"],
            self.rules.players.max > 2 || !same_for_two,
            "between two players both are the same difference",
        );
        self.needs(
            &["score.partner_tiles", "players.partners"],
            partners || score.partner_tiles == PartnerTiles::Ignore,
            "this game is not played by partners (players.partners)",
        );
        self.needs(
            &["score.partner_tiles", "score.block"],
            score.block != ScoreBlock::EachVsHigher || score.partner_tiles == PartnerTiles::Ignore,
            "everybody scores the difference to each heavier hand (score.block), so this must be `ignore`",
        );
        self.needs(
            &["score.min_round", "score.partner_tiles", "players.partners"],
            partners && score.partner_tiles == PartnerTiles::Subtract || score.min_round == MinRound::Zero,
            "a round can be worth less than 0 only where the tiles of partners are taken off (score.partner_tiles)",
        );
    }

    fn block_winner(&mut self, lines: &LineRules, partners: bool) {
        let winner = lines.block.winner;
        self.needs(
            &["block.winner", "players.partners"],
            partners || winner != BlockWinner::TeamOfLowestHand,
            "this game is not played by partners (players.partners)",
        );
        self.needs(
            &["score.block", "block.winner"],
            winner != BlockWinner::TeamOfLowestHand || lines.score.block == ScoreBlock::OpponentsTotal,
            "the side of the lowest hand scores the dots of its opponents (block.winner): `opponents_total`",
        );
    }

    fn hands(&mut self, lines: &LineRules) {
        let (min, max) = (self.rules.players.min, self.rules.players.max);
        let entry_for = |players: u8| lines.hand_size.0.range(..=players).next_back().map(|(key, _)| *key);
        let used: BTreeSet<u8> = (min..=max).filter_map(entry_for).collect();
        for key in lines.hand_size.0.keys().filter(|key| !used.contains(key)) {
            if self.changed.contains(&format!("hand_size.{key}")) {
                let message = format!("this entry is never used: the game is for {min} to {max} players");
                self.problems.push(RuleProblem::new(format!("/hand_size/{key}"), message));
            }
        }
    }
}
