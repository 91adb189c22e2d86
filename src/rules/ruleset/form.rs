//! The JSON form of a ruleset: the sections that its game has, and no others.

use serde::{Deserialize, Serialize};
use serde_with::skip_serializing_none;
use utoipa::ToSchema;

use super::sections::*;
use super::{Catalogue, Family, LineRules, Ruleset, check};
use crate::rules::variant::Variant;

/// A ruleset as JSON: the sections that the game has, and no others.
#[skip_serializing_none]
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
#[schema(as = Ruleset)]
pub struct RulesetForm {
    /// The variant that the ruleset is made from.
    variant: Variant,
    set: SetRules,
    players: PlayerRules,
    /// Whether a player who can play must play.
    must_play: bool,
    /// How many tiles each player is dealt, by the number of players.
    hand_size: Option<HandSizes>,
    lead: Option<LeadRules>,
    arms: Option<ArmRules>,
    obligation: Option<ObligationRules>,
    draw: Option<DrawRules>,
    end: Option<EndRules>,
    block: Option<BlockRules>,
    score: Option<ScoreRules>,
    pips: Option<PipRules>,
    buildup: Option<StackRules>,
    r#match: MatchRules,
    /// The penalties that the table has agreed on, by their codes; absent if there are none.
    #[serde(default, skip_serializing_if = "Catalogue::is_empty")]
    penalties: Catalogue,
}

impl From<Ruleset> for RulesetForm {
    fn from(rules: Ruleset) -> RulesetForm {
        let Ruleset { variant, set, players, must_play, matching, penalties, family } = rules;
        let (lines, buildup) = match family {
            Family::Lines(lines) => (Some(lines), None),
            Family::Stacks(stacks) => (None, Some(stacks)),
        };
        let mut form = RulesetForm {
            variant,
            set,
            players,
            must_play,
            hand_size: None,
            lead: None,
            arms: None,
            obligation: None,
            draw: None,
            end: None,
            block: None,
            score: None,
            pips: None,
            buildup,
            r#match: matching,
            penalties,
        };
        if let Some(lines) = lines {
            form.hand_size = Some(lines.hand_size);
            form.lead = Some(lines.lead);
            form.arms = Some(lines.arms);
            form.obligation = Some(lines.obligation);
            form.draw = Some(lines.draw);
            form.end = Some(lines.end);
            form.block = Some(lines.block);
            form.score = Some(lines.score);
            form.pips = Some(lines.pips);
        }
        form
    }
}

impl RulesetForm {
    /// The ruleset, whether or not it contradicts itself.
    pub(in crate::rules) fn ruleset(self) -> Result<Ruleset, String> {
        let form = self;
        let missing = |section: &str| format!("the section `{section}` is missing");
        let family = match form.buildup {
            Some(stacks) => Family::Stacks(stacks),
            None => Family::Lines(LineRules {
                hand_size: form.hand_size.ok_or_else(|| missing("hand_size"))?,
                lead: form.lead.ok_or_else(|| missing("lead"))?,
                arms: form.arms.ok_or_else(|| missing("arms"))?,
                obligation: form.obligation.ok_or_else(|| missing("obligation"))?,
                draw: form.draw.ok_or_else(|| missing("draw"))?,
                end: form.end.ok_or_else(|| missing("end"))?,
                block: form.block.ok_or_else(|| missing("block"))?,
                score: form.score.ok_or_else(|| missing("score"))?,
                pips: form.pips.ok_or_else(|| missing("pips"))?,
            }),
        };
        let RulesetForm { variant, set, players, must_play, r#match: matching, penalties, .. } = form;
        Ok(Ruleset { variant, set, players, must_play, matching, penalties, family })
    }
}

impl TryFrom<RulesetForm> for Ruleset {
    type Error = String;

    fn try_from(form: RulesetForm) -> Result<Ruleset, String> {
        let rules = form.ruleset()?;
        let problems = check::problems(&rules);
        match problems.first() {
            None => Ok(rules),
            Some(problem) => Err(format!("{}: {}", problem.path, problem.message)),
        }
    }
}
