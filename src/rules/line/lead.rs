//! What may be led.

use super::*;
use crate::rules::ruleset::{LeadFirst, LeadLater, LeadNone, LeadSchedule, LeadTile};

/// What may be led in a round.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum LeadDuty {
    /// The highest double that is held, other than these.
    HighestDouble {
        /// Doubles that opened earlier rounds, where they may not open again.
        except: Tiles,
        /// Whether it is drawn for when nobody holds one.
        drawn_for: bool,
    },
    /// This double.
    Exactly {
        /// The double of the round.
        tile: Tile,
        /// Whether it is drawn for when nobody holds it.
        drawn_for: bool,
    },
    /// A double if there is one in the hand.
    DoubleIfHeld,
    /// Any tile.
    Any,
    /// Whatever was led: earlier rounds were corrected since, and the table stands.
    Recorded,
}

impl LeadDuty {
    /// The duty of round `round` (from 1), after rounds that were opened with `led`.
    #[must_use]
    pub fn of(rules: &Ruleset, lines: &LineRules, round: usize, led: Tiles) -> LeadDuty {
        let lead = &lines.lead;
        let by_double =
            lead.first == LeadFirst::HighestDouble && (round <= 1 || lead.later == LeadLater::SameAsFirst);
        match lead.tile {
            LeadTile::Any => LeadDuty::Any,
            LeadTile::DoubleIfHeld => LeadDuty::DoubleIfHeld,
            LeadTile::ThatTile if !by_double => LeadDuty::Any,
            LeadTile::ThatTile => LeadDuty::scheduled(rules, lines, round, led),
        }
    }

    /// Whether what may be led depends on what opened earlier rounds.
    #[must_use]
    pub fn looks_back(lines: &LineRules) -> bool {
        matches!(lines.lead.schedule, LeadSchedule::HighestUnusedHeld | LeadSchedule::DescendingBurn)
    }

    fn scheduled(rules: &Ruleset, lines: &LineRules, round: usize, led: Tiles) -> LeadDuty {
        let drawn_for = lines.lead.none == LeadNone::DrawInTurn;
        let cycle = usize::from(rules.max_pip()) + 1;
        let of_round = || {
            let below = u8::try_from(round.saturating_sub(1) % cycle).ok()?;
            Tile::double(rules.max_pip().saturating_sub(below))
        };
        let highest = |except| LeadDuty::HighestDouble { except, drawn_for };
        match lines.lead.schedule {
            LeadSchedule::HighestHeld => highest(Tiles::NONE),
            LeadSchedule::HighestUnusedHeld => highest(if led.len() < cycle { led } else { Tiles::NONE }),
            LeadSchedule::DescendingDraw => of_round()
                .map_or_else(|| highest(Tiles::NONE), |tile| LeadDuty::Exactly { tile, drawn_for: true }),
            // A double that nobody holds is skipped for good: what was led, and all above, is done.
            LeadSchedule::DescendingBurn => {
                // When even the double blank has opened a round, it starts from the top again.
                let lowest = led.iter().map(Tile::low).min().filter(|low| *low > 0);
                let burnt = lowest
                    .map_or(Tiles::NONE, |low| (low..=rules.max_pip()).filter_map(Tile::double).collect());
                highest(burnt)
            }
        }
    }

    /// Whether tiles may be drawn before the first is led.
    #[must_use]
    pub fn is_drawn_for(&self) -> bool {
        match self {
            LeadDuty::HighestDouble { drawn_for, .. } | LeadDuty::Exactly { drawn_for, .. } => *drawn_for,
            LeadDuty::Recorded => true,
            LeadDuty::DoubleIfHeld | LeadDuty::Any => false,
        }
    }

    /// The tiles of `hand` that may be led, where the other hands are not known.
    #[must_use]
    pub fn leads(&self, hand: Tiles) -> Vec<Tile> {
        let doubles = || hand.iter().filter(|tile| tile.is_double());
        match self {
            LeadDuty::HighestDouble { except, .. } => {
                doubles().filter(|tile| !except.contains(*tile)).max().into_iter().collect()
            }
            LeadDuty::Exactly { tile, .. } => hand.iter().filter(|held| held == tile).collect(),
            LeadDuty::DoubleIfHeld if doubles().next().is_some() => doubles().collect::<Tiles>().sorted(),
            LeadDuty::DoubleIfHeld | LeadDuty::Any | LeadDuty::Recorded => hand.sorted(),
        }
    }

    /// Whether `tile` may be led by `leader`, as far as the hands are known.
    pub(super) fn check(&self, tile: Tile, leader: Tiles, all_known: Tiles) -> Result<(), Refusal> {
        match self {
            LeadDuty::Any | LeadDuty::Recorded => Ok(()),
            LeadDuty::DoubleIfHeld => {
                let held = leader.iter().any(Tile::is_double);
                if tile.is_double() || !held { Ok(()) } else { Err(Refusal::MustLeadDouble { tile }) }
            }
            LeadDuty::Exactly { tile: expected, .. } => {
                if tile == *expected {
                    Ok(())
                } else {
                    Err(Refusal::WrongLead { tile, expected: *expected })
                }
            }
            LeadDuty::HighestDouble { except, .. } => {
                if !tile.is_double() {
                    return Err(Refusal::MustLeadDouble { tile });
                }
                if except.contains(tile) {
                    return Err(Refusal::DoubleLedBefore { tile });
                }
                let higher = all_known
                    .iter()
                    .filter(|held| held.is_double() && held.low() > tile.low() && !except.contains(*held))
                    .max();
                higher.map_or(Ok(()), |expected| Err(Refusal::WrongLead { tile, expected }))
            }
        }
    }
}
