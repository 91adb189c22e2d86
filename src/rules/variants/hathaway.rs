//! Hathaway's double-six draw game.

use super::*;

pub(super) const PRESET: Preset = Preset {
    word: "hathaway",
    name: "Hathaway double-six",
    summary: "Two to four players, or two pairs of partners, with five tiles of a double-six set each. The highest double opens and can be joined on all four sides; a player who cannot play draws until a tile fits. The winner of a round scores the difference to each opponent; 100 points win the match.",
    max_pip: 6,
    sources: &[
        (
            "Hathaway leaflet",
            &[
                "set.max_pip",
                "players.min",
                "players.max",
                "players.partners",
                "players.direction",
                "must_play",
                "hand_size",
                "lead.first",
                "lead.later",
                "lead.tile",
                "lead.none",
                "lead.schedule",
                "arms.opening_double",
                "obligation.opening",
                "obligation.later",
                "draw.count",
                "draw.play_drawn",
                "draw.reserve",
                "end.partners",
                "block.winner",
                "block.dead_ends",
                "score.method",
                "score.block",
                "score.partner_tiles",
                "pips.double_blank",
                "match.type",
                "match.goal",
                "match.target",
            ],
        ),
        ("recipegoldmine.com", &["arms.later_double"]),
        ("gambiter.com", &["block.tie"]),
    ],
    page: include_str!("../../../docs/rules/hathaway.md"),
    rules,
};

fn rules(max_pip: u8) -> Ruleset {
    Ruleset {
        variant: Variant::Hathaway,
        set: SetRules { max_pip },
        players: PlayerRules { min: 2, max: 4, partners: true, direction: Direction::Clockwise },
        must_play: true,
        matching: to_target(100),
        penalties: Catalogue::default(),
        family: Family::Lines(LineRules {
            hand_size: HandSizes::all(5),
            lead: highest_double(LeadNone::Redeal),
            arms: ArmRules { opening_double: 4, later_double: 3 },
            obligation: ObligationRules { opening: 0, later: 0, waive_if_impossible: false },
            draw: draw_until(),
            end: first_out(),
            block: BlockRules {
                winner: BlockWinner::LowestHand,
                tie: BlockTie::None,
                dead_ends: DeadEnds::Exhaust,
            },
            score: winner_takes(ScoreBlock::SumOfDifferences),
            pips: PipRules { double_blank: 0 },
        }),
    }
}
