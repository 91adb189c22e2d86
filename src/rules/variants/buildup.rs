//! Build Up (rules.md 1.1).

use super::*;

pub(super) const PRESET: Preset = Preset {
    word: "buildup",
    name: "Build Up",
    summary: "Two players, each with a double-six set of an own colour. Twelve tiles lie in two lines; in four hands of 6, 6, 6 and 4 the players cover what lies there. A hand scores the dots that show in the own colour; the higher total of the four hands wins.",
    max_pip: 6,
    sources: &[
        ("set.max_pip", "source 1: two double-six sets of different colours"),
        ("players.max", "source 1: a line for each of the two players"),
        ("must_play", "source 1: a domino that the player is unable to play is set aside"),
        ("buildup.leader_later_hands", "the source is silent; the lead is drawn for once"),
        ("buildup.cover_double_equal", "source 1: on any domino with an equal or smaller number of dots"),
        ("buildup.set_aside_penalty", "source 1 has no penalty"),
        ("buildup.score", "source 1: score total dots on table"),
        ("match.rounds", "source 1: until all dominoes have been taken from the boneyards"),
        ("match.goal", "source 1: high score wins the game"),
        ("match.tie", "the source is silent; the game is drawn"),
    ],
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
