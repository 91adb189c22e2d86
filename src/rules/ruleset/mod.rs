//! A ruleset: every parameter of a game, resolved and checked.
//!
//! A [`Ruleset`] is made from a [`Variant`](super::Variant) and the [`Overrides`] of a table
//! that plays a little differently. It cannot be made with parameters that contradict each
//! other; all that is wrong is reported at once.
//!
//! ```
//! use pipkeeper::rules::{Overrides, Ruleset, Variant};
//!
//! let house: Overrides = serde_json::from_str(r#"{"match": {"target": 150}}"#).unwrap();
//! let rules = Ruleset::new(Variant::Block, &house)?;
//! assert_eq!(rules.matching().target, Some(150));
//! # Ok::<_, Vec<pipkeeper::rules::RuleProblem>>(())
//! ```

mod amend;
mod amount;
mod catalogue;
mod check;
mod choices;
mod effect;
mod form;
mod numbers;
mod overrides;
mod parameter;
mod sections;

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

pub use amount::PenaltyAmount;
pub use catalogue::{AgreedPenalty, Awarded, Catalogue};
pub use choices::*;
pub use form::RulesetForm;
pub(super) use numbers::allowed;
pub use overrides::Overrides;
pub(super) use parameter::as_json;
pub(crate) use parameter::{Domain, Parameters, Setting, is_default, plain, read_setting, written};
pub use parameter::{Parameter, ParameterValue, RuleProblem};
pub use sections::*;

use super::tile::Tile;
use super::variant::Variant;

/// The parameters of a game that joins tiles by their numbers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LineRules {
    /// How many tiles each player is dealt.
    pub hand_size: HandSizes,
    /// The lead.
    pub lead: LeadRules,
    /// Places on doubles.
    pub arms: ArmRules,
    /// Doubles that must be filled first.
    pub obligation: ObligationRules,
    /// Drawing.
    pub draw: DrawRules,
    /// The end of a round.
    pub end: EndRules,
    /// Blocked rounds.
    pub block: BlockRules,
    /// Points.
    pub score: ScoreRules,
    /// Special tiles.
    pub pips: PipRules,
}

/// What kind of table the game is played on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Family {
    /// Tiles are joined by their numbers.
    Lines(LineRules),
    /// Tiles are stacked on each other: Build Up.
    Stacks(StackRules),
}

/// Every parameter of a game, resolved and free of contradictions.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "RulesetForm", into = "RulesetForm")]
pub struct Ruleset {
    pub(super) variant: Variant,
    pub(super) set: SetRules,
    pub(super) players: PlayerRules,
    pub(super) must_play: bool,
    pub(super) matching: MatchRules,
    pub(super) penalties: Catalogue,
    pub(super) family: Family,
}

impl Ruleset {
    /// The variant that the ruleset is made from.
    pub fn variant(&self) -> Variant {
        self.variant
    }

    /// The highest number on a tile.
    pub fn max_pip(&self) -> u8 {
        self.set.max_pip
    }

    /// Who can play.
    pub fn players(&self) -> &PlayerRules {
        &self.players
    }

    /// Whether a player who can play has to.
    pub fn must_play(&self) -> bool {
        self.must_play
    }

    /// The match.
    pub fn matching(&self) -> &MatchRules {
        &self.matching
    }

    /// The penalties that the table has agreed on, by their codes.
    pub fn penalties(&self) -> &BTreeMap<String, AgreedPenalty> {
        &self.penalties.0
    }

    /// What kind of table the game is played on, with its parameters.
    pub fn family(&self) -> &Family {
        &self.family
    }

    /// The parameters of a game that joins tiles, or `None` for Build Up.
    pub fn lines(&self) -> Option<&LineRules> {
        match &self.family {
            Family::Lines(lines) => Some(lines),
            Family::Stacks(_) => None,
        }
    }

    /// The parameters of Build Up, or `None` for the other games.
    pub fn stacks(&self) -> Option<&StackRules> {
        match &self.family {
            Family::Lines(_) => None,
            Family::Stacks(stacks) => Some(stacks),
        }
    }

    /// Whether `tile` belongs to the set.
    pub fn has_tile(&self, tile: Tile) -> bool {
        tile.high() <= self.set.max_pip
    }

    /// The number of tiles in the set.
    pub fn tiles(&self) -> usize {
        let n = usize::from(self.set.max_pip);
        (n + 1) * (n + 2) / 2
    }

    /// All dots of the set.
    pub fn set_pips(&self) -> u16 {
        let n = u16::from(self.set.max_pip);
        n * (n + 1) * (n + 2) / 2
    }

    /// The set as people call it.
    pub fn set_name(&self) -> String {
        match self.set.max_pip {
            6 => "double-six".into(),
            9 => "double-nine".into(),
            12 => "double-twelve".into(),
            15 => "double-fifteen".into(),
            18 => "double-eighteen".into(),
            other => format!("double-{other}"),
        }
    }

    /// Every parameter with its value, what it may be and what it means.
    pub(super) fn listed(&self) -> Vec<Parameter> {
        let mut out = Parameters::default();
        self.set.list("set", &mut out);
        self.players.list("players", &mut out);
        let must_play = written(&self.must_play);
        out.add::<bool>("must_play", must_play, "Whether a player who can play must play.");
        match &self.family {
            Family::Lines(lines) => lines.list(&mut out),
            Family::Stacks(stacks) => stacks.list("buildup", &mut out),
        }
        self.matching.list("match", &mut out);
        let penalties = if self.penalties.is_empty() { "none".into() } else { written(&self.penalties) };
        out.add::<Catalogue>(
            "penalties",
            penalties,
            "The penalties that the table has agreed on, by their codes.",
        );
        out.0
    }
}

impl LineRules {
    fn list(&self, out: &mut Parameters) {
        let meaning = "How many tiles each player is dealt, by the number of players. An entry also holds \
            for more players, up to the next entry.";
        out.add::<HandSizes>("hand_size", written(&self.hand_size), meaning);
        self.lead.list("lead", out);
        self.arms.list("arms", out);
        self.obligation.list("obligation", out);
        self.draw.list("draw", out);
        self.end.list("end", out);
        self.block.list("block", out);
        self.score.list("score", out);
        self.pips.list("pips", out);
    }
}
