//! Chickenfoot (rules.md 1.2).

use super::*;

pub(super) const PRESET: Preset = Preset {
    word: "chickenfoot",
    name: "Chickenfoot",
    summary: "Two to ten players, by the set. The highest double opens and must be filled on all four sides; every later double must grow three toes before anything else is played. Who cannot play draws one tile. Everybody scores the dots left in the own hand; after as many rounds as there are doubles the lowest total wins.",
    max_pip: 6,
    sources: &[
        ("set.max_pip", "source 2: a set up to 6, 9 or 12"),
        ("players.max", "as many as leave 8 tiles to draw from, at most ten"),
        ("hand_size", "source 2: five, or seven of a larger set"),
        ("lead.schedule", "source 2: ask for the highest double, then the next, until one is placed"),
        ("lead.none", "the source is silent; everybody draws in turn until a double appears"),
        ("arms.opening_double", "source 2: all four sides of the domino in the centre"),
        ("arms.later_double", "source 2: the middle and two at 45 degrees"),
        ("obligation.opening", "source 2: only matching dominoes until all four sides are taken"),
        ("obligation.later", "source 2: only matching dominoes until the foot is complete"),
        ("obligation.waive_if_impossible", "the source is silent; nobody can play, so the round is over"),
        ("draw.count", "source 2: pick one from the pile and pass"),
        ("draw.play_drawn", "source 2: pick one from the pile and pass"),
        ("end.out_on_double", "source 2: the round ends when a player has used up all dominoes"),
        ("block.dead_ends", "source 2: or when no one can play any dominoes"),
        ("score.method", "source 2: each player adds up the dots left in the hand"),
        ("pips.double_blank", "source 2 counts dots and nothing else"),
        ("match.rounds", "source 2: as many rounds as there are doubles"),
        ("match.goal", "source 2: the lowest total wins"),
        ("match.tie", "the source is silent; they win together"),
    ],
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
