//! Basic Double 12.

use super::*;

pub(super) const PRESET: Preset = Preset {
    word: "basic12",
    name: "Basic Double 12",
    summary: "Two to eight players with seven tiles of a double-twelve set each. The highest double opens a line with two ends; a player who cannot play draws until a tile fits. The winner of a round scores the dots of all other hands less their own; 100 points win the match, 50 a quick one.",
    max_pip: 12,
    sources: &[
        (
            "Triple S Games",
            &[
                "set.max_pip",
                "players.direction",
                "must_play",
                "hand_size",
                "lead.first",
                "lead.later",
                "lead.tile",
                "lead.none",
                "lead.schedule",
                "arms.opening_double",
                "arms.later_double",
                "draw.count",
                "draw.play_drawn",
                "draw.reserve",
                "block.winner",
                "block.dead_ends",
                "score.method",
                "score.block",
                "pips.double_blank",
                "match.type",
                "match.goal",
                "match.target",
            ],
        ),
        ("gambiter.com", &["block.tie"]),
    ],
    page: include_str!("../../../docs/rules/basic12.md"),
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
