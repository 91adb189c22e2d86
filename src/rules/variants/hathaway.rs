//! Hathaway's double-six draw game (rules.md 1.3).

use super::*;

pub(super) const PRESET: Preset = Preset {
    word: "hathaway",
    name: "Hathaway double-six",
    summary: "Two to four players, or two pairs of partners, with five tiles of a double-six set each. The highest double opens and can be joined on all four sides; who cannot play draws until able. The winner of a round scores the difference to each opponent; 100 points win the match.",
    max_pip: 6,
    sources: &[
        ("set.max_pip", "source 3: double-six"),
        ("players.max", "source 3: two, three or four players"),
        ("players.partners", "source 3: four may play as a partnership"),
        ("hand_size", "source 3: five dominoes each"),
        ("lead.first", "source 3: who draws the highest double places it"),
        ("lead.later", "the source says that rounds continue: found anew each time"),
        ("lead.none", "source 3: all dominoes are returned, reshuffled and redrawn"),
        ("arms.opening_double", "source 3: one end or side of the double"),
        ("arms.later_double", "source 3: two new directions beside the one already there"),
        ("draw.count", "source 3: draw until able to play"),
        ("draw.reserve", "source 3: the last domino may be drawn"),
        ("must_play", "source 3: a player must play if able"),
        ("block.winner", "source 3: the least number of points; partners count together"),
        ("block.tie", "the source is silent; a tied round is drawn"),
        ("block.dead_ends", "source 3: the round ends when all dominoes have been drawn"),
        ("score.block", "source 3: subtracted from the total of each of the opponents"),
        ("score.partner_tiles", "source 3 counts the opponents' points only"),
        ("end.partners", "source 3: until one player has used all dominoes"),
        ("match.target", "source 3: the first to score 100 or more"),
    ],
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
