//! Block dominoes.

use super::*;

pub(super) const PRESET: Preset = Preset {
    word: "block",
    name: "Block",
    summary: "Two to four players with seven tiles of a double-six set each. The line has two ends, and a player who cannot play passes. The winner of a round scores the dots that the others hold; 100 points win the match.",
    max_pip: 6,
    sources: &[
        (
            "Block leaflet",
            &[
                "set.max_pip",
                "players.min",
                "players.max",
                "hand_size",
                "lead.first",
                "lead.tile",
                "arms.opening_double",
                "arms.later_double",
                "draw.count",
                "block.winner",
                "block.tie",
                "block.dead_ends",
                "score.method",
                "pips.double_blank",
                "match.type",
                "match.goal",
                "match.target",
            ],
        ),
        ("onlinedominogames.com", &["lead.later", "score.block"]),
        ("domino-games.com", &["players.direction"]),
        ("gambiter.com", &["players.partners", "must_play", "end.partners", "score.partner_tiles"]),
    ],
    page: include_str!("../../../docs/rules/block.md"),
    rules,
};

fn rules(max_pip: u8) -> Ruleset {
    let (arms, obligation) = plain_line();
    Ruleset {
        variant: Variant::Block,
        set: SetRules { max_pip },
        players: PlayerRules { min: 2, max: 4, partners: true, direction: Direction::Clockwise },
        must_play: true,
        matching: to_target(100),
        penalties: Catalogue::default(),
        family: Family::Lines(LineRules {
            hand_size: HandSizes::all(7),
            lead: LeadRules {
                first: LeadFirst::HighestDrawn,
                later: LeadLater::Rotate,
                tile: LeadTile::DoubleIfHeld,
                none: LeadNone::Any,
                schedule: LeadSchedule::HighestHeld,
            },
            arms,
            obligation,
            draw: DrawRules { count: DrawCount::None, play_drawn: false, reserve: 0 },
            end: first_out(),
            block: BlockRules {
                winner: BlockWinner::LowestHand,
                tie: BlockTie::LightestTile,
                dead_ends: DeadEnds::EndRound,
            },
            score: winner_takes(ScoreBlock::SumMinusOwn),
            pips: PipRules { double_blank: 0 },
        }),
    }
}
