//! The games as presets: one file a game, with its parameters and where each comes from.

mod basic12;
mod block;
mod buildup;
mod chickenfoot;
mod hathaway;
mod make;

use super::ruleset::*;
use super::variant::Variant;

/// What a variant is made of.
struct Preset {
    /// The word in the API.
    word: &'static str,
    /// The name for people.
    name: &'static str,
    /// The game in a few sentences.
    summary: &'static str,
    /// The set that the game is played with unless told otherwise.
    max_pip: u8,
    /// Where values come from: the names of sources on the page, each with the parameters that it decides.
    sources: &'static [(&'static str, &'static [&'static str])],
    /// The page that explains the game to players, in Markdown.
    page: &'static str,
    /// The parameters for a set.
    rules: fn(u8) -> Ruleset,
}

impl Variant {
    fn make(self) -> &'static Preset {
        match self {
            Variant::Block => &block::PRESET,
            Variant::Hathaway => &hathaway::PRESET,
            Variant::Basic12 => &basic12::PRESET,
            Variant::Chickenfoot => &chickenfoot::PRESET,
            Variant::BuildUp => &buildup::PRESET,
        }
    }

    /// The word for the game in the API.
    pub fn word(self) -> &'static str {
        self.make().word
    }

    /// The name of the game for people.
    pub fn name(self) -> &'static str {
        self.make().name
    }

    /// The game in a few sentences.
    pub fn summary(self) -> &'static str {
        self.make().summary
    }

    /// The set that the game is played with unless told otherwise.
    pub(super) fn max_pip(self) -> u8 {
        self.make().max_pip
    }

    /// The parameters when played with the set up to `max_pip`.
    pub(super) fn preset(self, max_pip: u8) -> Ruleset {
        (self.make().rules)(max_pip)
    }

    /// The page that explains the game to players, in Markdown.
    pub(crate) fn page(self) -> &'static str {
        self.make().page
    }

    /// The name of the source that the value of a parameter comes from.
    pub(super) fn source(self, key: &str) -> Option<&'static str> {
        let of_key = self.make().sources.iter().find(|(_, keys)| keys.contains(&key));
        of_key.map(|(source, _)| *source)
    }
}

/// The most players, up to `cap`, whose hands leave `spare` tiles of the set.
fn most_players(max_pip: u8, hand: u8, spare: usize, cap: u8) -> u8 {
    let n = usize::from(max_pip);
    let tiles = (n + 1) * (n + 2) / 2;
    let seats = tiles.saturating_sub(spare) / usize::from(hand.max(1));
    u8::try_from(seats).unwrap_or(u8::MAX).clamp(2, cap)
}

/// A match to `target`, the highest total wins.
fn to_target(target: u16) -> MatchRules {
    MatchRules {
        r#type: MatchType::Target,
        goal: MatchGoal::High,
        tie: MatchTie::Joint,
        overshoot: Overshoot::Kept,
        doubled_rounds: 0,
        ranks: Ranks::Competition,
        penalty_floor: PenaltyFloor::Unlimited,
        penalty_ends: false,
        target: Some(target),
        rounds: None,
        bonus_ends: false,
        target_check: TargetCheck::AtOnce,
    }
}

/// A two-ended line in which nothing has to be filled.
fn plain_line() -> (ArmRules, ObligationRules) {
    (
        ArmRules { opening_double: 2, later_double: 1 },
        ObligationRules { opening: 0, later: 0, waive_if_impossible: false },
    )
}

/// The round ends with the first who goes out.
fn first_out() -> EndRules {
    EndRules { partners: PartnersEnd::FirstOut, out_on_double: OutOnDouble::Allowed }
}

/// The winner takes points; a blocked round by `block`.
fn winner_takes(block: ScoreBlock) -> ScoreRules {
    ScoreRules {
        method: ScoreMethod::WinnerTakes,
        block,
        partner_tiles: PartnerTiles::Ignore,
        min_round: MinRound::Zero,
    }
}

/// The double gives the lead and is led, round after round.
fn highest_double(none: LeadNone) -> LeadRules {
    LeadRules {
        first: LeadFirst::HighestDouble,
        later: LeadLater::SameAsFirst,
        tile: LeadTile::ThatTile,
        none,
        schedule: LeadSchedule::HighestHeld,
    }
}

/// Draw until able to play, down to the last tile.
fn draw_until() -> DrawRules {
    DrawRules { count: DrawCount::Until, play_drawn: true, reserve: 0 }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_preset_is_free_of_contradictions_and_has_sources_for_real_parameters() {
        for variant in Variant::ALL {
            let rules = Ruleset::new(variant, &Overrides::default()).unwrap();
            let keys: Vec<String> = rules.parameters().into_iter().map(|p| p.key).collect();
            for key in variant.make().sources.iter().flat_map(|(_, keys)| *keys) {
                assert!(keys.iter().any(|known| known == key), "{variant:?}: {key}");
            }
            let json = serde_json::to_string(&rules).unwrap();
            assert_eq!(serde_json::from_str::<Ruleset>(&json).unwrap(), rules);
        }
    }
}
