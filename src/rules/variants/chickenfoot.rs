//! Chickenfoot.

use super::*;

pub(super) const PRESET: Preset = Preset {
    word: "chickenfoot",
    name: "Chickenfoot",
    summary: "Two to ten players, depending on the set. The highest double opens and must be filled on all four sides; every later double must grow three toes before anything else is played. A player who cannot play draws one tile. Everybody scores the dots left in their own hand; after as many rounds as the set has doubles, the lowest total wins.",
    max_pip: 6,
    sources: &[
        (
            "Kate Lee",
            &[
                "set.max_pip",
                "players.max",
                "players.direction",
                "must_play",
                "hand_size",
                "lead.first",
                "lead.later",
                "lead.tile",
                "lead.schedule",
                "arms.opening_double",
                "arms.later_double",
                "obligation.opening",
                "obligation.later",
                "draw.count",
                "draw.play_drawn",
                "end.out_on_double",
                "block.dead_ends",
                "score.method",
                "pips.double_blank",
                "match.type",
                "match.goal",
                "match.rounds",
            ],
        ),
        ("onlinedominogames.com", &["lead.none"]),
        ("Wikipedia", &["players.min", "draw.reserve"]),
    ],
    page: include_str!("../../../docs/rules/chickenfoot.md"),
    rules,
};

fn rules(max_pip: u8) -> Ruleset {
    let hand = if max_pip <= 6 { 5 } else { 7 };
    Ruleset {
        variant: Variant::Chickenfoot,
        set: SetRules { max_pip },
        players: PlayerRules {
            min: 2,
            max: most_players(max_pip, hand, 8, 10),
            partners: false,
            direction: Direction::Clockwise,
        },
        must_play: true,
        matching: MatchRules {
            r#type: MatchType::Rounds,
            goal: MatchGoal::Low,
            tie: MatchTie::Joint,
            overshoot: Overshoot::Kept,
            doubled_rounds: 0,
            ranks: Ranks::Competition,
            penalty_floor: PenaltyFloor::Unlimited,
            penalty_ends: false,
            target: None,
            rounds: Some(u16::from(max_pip) + 1),
            bonus_ends: false,
            target_check: TargetCheck::AtOnce,
        },
        penalties: Catalogue::default(),
        family: Family::Lines(LineRules {
            hand_size: HandSizes::all(hand),
            lead: highest_double(LeadNone::DrawInTurn),
            arms: ArmRules { opening_double: 4, later_double: 3 },
            obligation: ObligationRules { opening: 4, later: 3, waive_if_impossible: false },
            draw: DrawRules { count: DrawCount::One, play_drawn: false, reserve: 0 },
            end: first_out(),
            block: BlockRules {
                winner: BlockWinner::LowestHand,
                tie: BlockTie::Share,
                dead_ends: DeadEnds::EndRound,
            },
            score: ScoreRules {
                method: ScoreMethod::OwnPenalty,
                block: ScoreBlock::SumMinusOwn,
                partner_tiles: PartnerTiles::Ignore,
                min_round: MinRound::Zero,
            },
            pips: PipRules { double_blank: 0 },
        }),
    }
}
