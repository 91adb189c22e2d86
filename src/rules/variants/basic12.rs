//! Basic Double 12 (rules.md 1.5).

use super::*;

pub(super) const PRESET: Preset = Preset {
    word: "basic12",
    name: "Basic Double 12",
    summary: "Two to eight players with seven tiles of a double-twelve set each. The highest double opens a line with two ends; who cannot play draws until able. The winner of a round scores the dots of all other hands less the own; 100 points win the match, 50 a quick one.",
    max_pip: 12,
    sources: &[
        ("set.max_pip", "source 5: double 12 dominoes"),
        ("players.max", "the source is silent; eight leave plenty to draw, twelve are possible"),
        ("hand_size", "source 5: each player draws 7"),
        ("lead.first", "source 5: the highest double starts off the round"),
        ("lead.later", "source 5: gather up all the dominoes and play another hand"),
        ("lead.none", "source 5: all dominoes are returned and dealt again"),
        ("arms.opening_double", "source 5: play off of two sides of any domino"),
        ("arms.later_double", "source 5: play off of two sides of any domino"),
        ("draw.count", "source 5: draw until a match can be made"),
        ("must_play", "source 5: the next player has to match"),
        ("block.winner", "source 5: the lowest combined number of pips"),
        ("block.tie", "the source is silent; a tied round is drawn"),
        ("block.dead_ends", "source 5: no playable domino and the boneyard is empty"),
        ("score.block", "source 5: subtract all their pips from their score"),
        ("match.target", "source 5: 100 or more, 50 for quicker games"),
    ],
    rules,
};

fn rules(max_pip: u8) -> Ruleset {
    let (arms, obligation) = plain_line();
    Ruleset {
        variant: Variant::Basic12,
        set: SetRules { max_pip },
        players: PlayerRules {
            min: 2,
            max: most_players(max_pip, 7, 7, 8),
            partners: false,
            direction: Direction::Clockwise,
        },
        must_play: true,
        matching: to_target(100),
        penalties: Catalogue::default(),
        family: Family::Lines(LineRules {
            hand_size: HandSizes::all(7),
            lead: highest_double(LeadNone::Redeal),
            arms,
            obligation,
            draw: draw_until(),
            end: first_out(),
            block: BlockRules {
                winner: BlockWinner::LowestHand,
                tie: BlockTie::None,
                dead_ends: DeadEnds::Exhaust,
            },
            score: winner_takes(ScoreBlock::SumMinusOwn),
            pips: PipRules { double_blank: 0 },
        }),
    }
}
