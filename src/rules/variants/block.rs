//! Block dominoes (rules.md 1.4).

use super::*;

pub(super) const PRESET: Preset = Preset {
    word: "block",
    name: "Block",
    summary: "Two to four players with seven tiles of a double-six set each. A line with two ends; who cannot play passes. The winner of a round scores the dots that the others hold; 100 points win the match.",
    max_pip: 6,
    sources: &[
        ("set.max_pip", "source 4: 28 tiles"),
        ("players.max", "source 4: two to four players"),
        ("players.partners", "house rule: four players may pair up"),
        ("hand_size", "source 4: draw seven"),
        ("lead.first", "source 4: the tile with the highest total goes first"),
        ("lead.later", "the source is silent; the turn to lead goes round as in most rule books"),
        ("lead.tile", "source 4: customarily a double if possible, else any tile"),
        ("arms.opening_double", "source 4: never more than two open ends"),
        ("arms.later_double", "source 4: only the opposite side of a double can be played"),
        ("draw.count", "source 4: the remaining tiles are not played"),
        ("must_play", "the source is silent; a player who can play has to"),
        ("block.winner", "source 4: the lowest total wins"),
        ("block.tie", "source 4: the tile with the smallest total decides"),
        ("block.dead_ends", "source 4: the round ends when nobody can go on"),
        (
            "score.block",
            "source 4 gives two players the difference; for more the winner's dots are taken off once",
        ),
        ("match.target", "source 4: usually 100, 150 or 200"),
    ],
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
