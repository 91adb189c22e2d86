//! Build Up.

use super::*;

pub(super) const PRESET: Preset = Preset {
    word: "buildup",
    name: "Build Up",
    summary: "Two players, each with a double-six set of their own colour. Twelve tiles lie in two lines; in four hands of 6, 6, 6 and 4 tiles the players cover what lies there. A hand scores the dots that show in the player's colour; the higher total of the four hands wins.",
    max_pip: 6,
    sources: &[(
        "David Vander Ark",
        &[
            "set.max_pip",
            "players.min",
            "players.max",
            "must_play",
            "buildup.cover_double_equal",
            "buildup.score",
            "match.type",
            "match.goal",
            "match.rounds",
        ],
    )],
    page: include_str!("../../../docs/rules/buildup.md"),
    rules,
};

fn rules(max_pip: u8) -> Ruleset {
    Ruleset {
        variant: Variant::BuildUp,
        set: SetRules { max_pip },
        players: PlayerRules { min: 2, max: 2, partners: false, direction: Direction::Clockwise },
        must_play: true,
        matching: MatchRules {
            r#type: MatchType::Rounds,
            goal: MatchGoal::High,
            tie: MatchTie::Joint,
            overshoot: Overshoot::Kept,
            doubled_rounds: 0,
            ranks: Ranks::Competition,
            penalty_floor: PenaltyFloor::Unlimited,
            penalty_ends: false,
            target: None,
            rounds: Some(4),
            bonus_ends: false,
            target_check: TargetCheck::AtOnce,
        },
        penalties: Catalogue::default(),
        family: Family::Stacks(StackRules {
            leader_later_hands: LaterHands::Same,
            cover_double_equal: true,
            set_aside_penalty: false,
            score: StackScore::TopsOfOwnColour,
        }),
    }
}
