//! What a table plays differently: a partial ruleset.

use std::collections::BTreeSet;

use serde::{Deserialize, Deserializer, Serialize};
use serde_json::Value;
use serde_with::skip_serializing_none;
use utoipa::ToSchema;

use super::choices::*;
use super::parameter::{RuleProblem, read_setting};
use super::sections::*;
use super::{Catalogue, Family, LineRules, Ruleset};

/// What differs from the variant; everything that is left out keeps the variant's value.
// Reading never fails on a wrong parameter: each one is remembered as a `RuleProblem`, so that
// `Ruleset::new` can report them all at once.
#[skip_serializing_none]
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, ToSchema)]
#[schema(as = RulesetOverrides, example = json!({"match": {"target": 150}}))]
pub struct Overrides {
    set: Option<SetOverrides>,
    players: Option<PlayerOverrides>,
    /// Whether a player who can play must play.
    must_play: Option<bool>,
    /// How many tiles each player is dealt, by the number of players.
    hand_size: Option<HandSizes>,
    lead: Option<LeadOverrides>,
    arms: Option<ArmOverrides>,
    obligation: Option<ObligationOverrides>,
    draw: Option<DrawOverrides>,
    end: Option<EndOverrides>,
    block: Option<BlockOverrides>,
    score: Option<ScoreOverrides>,
    pips: Option<PipOverrides>,
    buildup: Option<StackOverrides>,
    r#match: Option<MatchOverrides>,
    /// The penalties that the table has agreed on, by their codes.
    penalties: Option<Catalogue>,
    /// The codes that the table takes out of the catalogue: those that are `null`.
    #[serde(skip)]
    dropped: BTreeSet<String>,
    #[serde(skip)]
    problems: Vec<RuleProblem>,
}

impl Overrides {
    /// What was wrong with the values themselves.
    pub fn problems(&self) -> &[RuleProblem] {
        &self.problems
    }

    /// The set that the table plays with, if it is another one.
    pub(in crate::rules) fn max_pip(&self) -> Option<u8> {
        self.set.as_ref().and_then(|set| set.max_pip)
    }

    /// Where the hands are larger than those of the variant, and the table does not say how many play,
    /// those play for whom there are tiles.
    pub(super) fn seat_as_many_as_fit(&self, rules: &mut Ruleset) {
        let (Family::Lines(lines), Some(sizes)) = (&rules.family, &self.hand_size) else { return };
        let (says_most, says_partners) =
            self.players.as_ref().map_or((false, false), |it| (it.max.is_some(), it.partners.is_some()));
        // A number of players for which the table names a hand is meant to play.
        let named = sizes.0.keys().last().copied().unwrap_or_default().max(rules.players.min);
        let needed = |players: u8| usize::from(players) * usize::from(lines.hand_size.of(players.into()));
        let fits = |players: &u8| *players <= named || needed(*players) <= rules.tiles();
        let most = (rules.players.min..=rules.players.max).take_while(fits).last();
        let Some(most) = most.filter(|_| !says_most) else { return };
        rules.players.max = most;
        rules.players.partners &= says_partners || most >= 4;
    }

    fn read(value: &Value) -> Overrides {
        let mut read = Overrides::default();
        let mut problems = Vec::new();
        let Some(members) = value.as_object() else {
            read.problems.push(RuleProblem::new("", "expected an object"));
            return read;
        };
        for (key, value) in members.iter().filter(|(_, value)| !value.is_null()) {
            let path = format!("/{key}");
            match key.as_str() {
                "must_play" => read.must_play = read_setting(value, &path, &mut problems),
                "hand_size" => read.hand_size = read_setting(value, &path, &mut problems),
                "set" => read.set = Some(SetOverrides::read(value, &path, &mut problems)),
                "players" => read.players = Some(PlayerOverrides::read(value, &path, &mut problems)),
                "lead" => read.lead = Some(LeadOverrides::read(value, &path, &mut problems)),
                "arms" => read.arms = Some(ArmOverrides::read(value, &path, &mut problems)),
                "obligation" => {
                    read.obligation = Some(ObligationOverrides::read(value, &path, &mut problems))
                }
                "draw" => read.draw = Some(DrawOverrides::read(value, &path, &mut problems)),
                "end" => read.end = Some(EndOverrides::read(value, &path, &mut problems)),
                "block" => read.block = Some(BlockOverrides::read(value, &path, &mut problems)),
                "score" => read.score = Some(ScoreOverrides::read(value, &path, &mut problems)),
                "pips" => read.pips = Some(PipOverrides::read(value, &path, &mut problems)),
                "buildup" => read.buildup = Some(StackOverrides::read(value, &path, &mut problems)),
                "match" => read.r#match = Some(MatchOverrides::read(value, &path, &mut problems)),
                "penalties" => {
                    read.penalties = Some(Catalogue::read(value, &path, &mut problems));
                    let members = value.as_object().into_iter().flatten();
                    read.dropped =
                        members.filter(|(_, it)| it.is_null()).map(|(code, _)| code.clone()).collect();
                }
                _ => problems.push(RuleProblem::new(path, "there is no such section of parameters")),
            }
        }
        read.problems = problems;
        read
    }

    /// Puts what differs into `rules`; a section that the game does not have is a problem.
    pub(super) fn apply(&self, rules: &mut Ruleset, problems: &mut Vec<RuleProblem>) {
        if let Some(set) = &self.set {
            set.apply(&mut rules.set);
        }
        if let Some(players) = &self.players {
            players.apply(&mut rules.players);
        }
        if let Some(must_play) = self.must_play {
            rules.must_play = must_play;
        }
        if let Some(matching) = &self.r#match {
            apply_match(matching, &mut rules.matching);
        }
        if let Some(penalties) = &self.penalties {
            rules.penalties.0.extend(penalties.0.clone());
        }
        rules.penalties.0.retain(|code, _| !self.dropped.contains(code));
        let name = rules.variant.name();
        let mut misplaced = |section: &str| {
            problems.push(RuleProblem::new(format!("/{section}"), format!("{name} has no such parameters")));
        };
        match &mut rules.family {
            Family::Lines(lines) => {
                if self.buildup.is_some() {
                    misplaced("buildup");
                }
                self.apply_lines(lines);
            }
            Family::Stacks(stacks) => {
                if let Some(section) = &self.buildup {
                    section.apply(stacks);
                }
                let others = [
                    ("hand_size", self.hand_size.is_some()),
                    ("lead", self.lead.is_some()),
                    ("arms", self.arms.is_some()),
                    ("obligation", self.obligation.is_some()),
                    ("draw", self.draw.is_some()),
                    ("end", self.end.is_some()),
                    ("block", self.block.is_some()),
                    ("score", self.score.is_some()),
                    ("pips", self.pips.is_some()),
                ];
                others.iter().filter(|(_, given)| *given).for_each(|(section, _)| misplaced(section));
            }
        }
    }

    fn apply_lines(&self, lines: &mut LineRules) {
        if let Some(sizes) = &self.hand_size {
            lines.hand_size.0.extend(&sizes.0);
        }
        if let Some(section) = &self.lead {
            section.apply(&mut lines.lead);
        }
        if let Some(section) = &self.arms {
            section.apply(&mut lines.arms);
        }
        if let Some(section) = &self.obligation {
            section.apply(&mut lines.obligation);
        }
        if let Some(section) = &self.draw {
            section.apply(&mut lines.draw);
        }
        if let Some(section) = &self.end {
            section.apply(&mut lines.end);
        }
        if let Some(section) = &self.block {
            section.apply(&mut lines.block);
        }
        if let Some(section) = &self.score {
            section.apply(&mut lines.score);
        }
        if let Some(section) = &self.pips {
            section.apply(&mut lines.pips);
        }
        self.score_by_hand(lines);
    }

    /// Where the table chooses that the lightest hand wins for its side, and no formula, the formula is
    /// the one that goes with it.
    fn score_by_hand(&self, lines: &mut LineRules) {
        let winner = self.block.as_ref().and_then(|block| block.winner);
        let formula = self.score.as_ref().and_then(|score| score.block);
        let by_hand = winner == Some(BlockWinner::TeamOfLowestHand);
        if by_hand && formula.is_none() && lines.score.method == ScoreMethod::WinnerTakes {
            lines.score.block = ScoreBlock::OpponentsTotal;
        }
    }
}

/// A match that now ends another way forgets the variant's own end.
fn apply_match(overrides: &MatchOverrides, matching: &mut MatchRules) {
    match overrides.r#type {
        Some(MatchType::Target) if matching.r#type != MatchType::Target => matching.rounds = None,
        Some(MatchType::Rounds) if matching.r#type != MatchType::Rounds => matching.target = None,
        _ => {}
    }
    overrides.apply(matching);
}

impl<'de> Deserialize<'de> for Overrides {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Overrides, D::Error> {
        Value::deserialize(deserializer).map(|value| Overrides::read(&value))
    }
}
