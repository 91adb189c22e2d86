//! Who leads a round, and with what.

use super::*;
use crate::rules::ruleset::{LeadFirst, LeadLater, LeadNone, LeadSchedule, LeadTile};

/// The double whose holder leads.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LeadDouble {
    /// The highest that anybody holds, other than these, which opened earlier rounds.
    Highest {
        /// Doubles that may not open again.
        except: Tiles,
    },
    /// The double of the round.
    Exactly(Tile),
}

impl LeadDouble {
    /// The tile of `hand` that gives the lead.
    pub fn in_hand(self, hand: Tiles) -> Option<Tile> {
        match self {
            LeadDouble::Highest { except } => {
                hand.without(except).iter().filter(|tile| tile.is_double()).max()
            }
            LeadDouble::Exactly(tile) => Some(tile).filter(|tile| hand.contains(*tile)),
        }
    }

    /// Whether `tile` gives the lead if nobody holds a higher one.
    fn is(self, tile: Tile) -> bool {
        self.in_hand([tile].into_iter().collect()).is_some()
    }

    /// The double in words.
    pub fn wanted(self) -> String {
        match self {
            LeadDouble::Highest { except } if except.is_empty() => "a double".to_owned(),
            LeadDouble::Highest { .. } => "a double that may still open".to_owned(),
            LeadDouble::Exactly(tile) => tile.to_string(),
        }
    }
}

/// Who leads a round, as far as tiles decide it, and which tile may be led.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LeadDuty {
    /// The double that gives the lead, where one does.
    pub by: Option<LeadDouble>,
    /// Whether the players draw until it appears if nobody holds it.
    pub drawn_for: bool,
    /// What the leader may lead.
    pub tile: LeadTile,
}

impl LeadDuty {
    /// Whatever was led: earlier rounds were corrected since, and the table stands.
    pub const RECORDED: LeadDuty = LeadDuty { by: None, drawn_for: true, tile: LeadTile::Any };

    /// The duty of round `round` (from 1), after rounds that were opened with `led`.
    pub fn of(rules: &Ruleset, lines: &LineRules, round: usize, led: Tiles) -> LeadDuty {
        let lead = &lines.lead;
        let by_double =
            lead.first == LeadFirst::HighestDouble && (round <= 1 || lead.later == LeadLater::SameAsFirst);
        if !by_double {
            let tile = if lead.tile == LeadTile::ThatTile { LeadTile::Any } else { lead.tile };
            return LeadDuty { by: None, drawn_for: false, tile };
        }
        let drawn_for = lead.none == LeadNone::DrawInTurn || lead.schedule == LeadSchedule::DescendingDraw;
        LeadDuty { by: Some(scheduled(rules, lines, round, led)), drawn_for, tile: lead.tile }
    }

    /// Whether what may be led depends on what opened earlier rounds.
    pub fn looks_back(lines: &LineRules) -> bool {
        matches!(lines.lead.schedule, LeadSchedule::HighestUnusedHeld | LeadSchedule::DescendingBurn)
    }

    /// The tile of `hand` that gives the lead, if none is higher elsewhere.
    pub fn opener(&self, hand: Tiles) -> Option<Tile> {
        self.by.and_then(|double| double.in_hand(hand))
    }

    /// Who of these has the lead by the tiles of the hands, and the double that gives it.
    pub fn holder(&self, hands: impl IntoIterator<Item = (Seat, Tiles)>) -> Option<(Seat, Tile)> {
        let openers = hands.into_iter().filter_map(|(seat, hand)| Some((seat, self.opener(hand)?)));
        openers.max_by_key(|(_, tile)| *tile)
    }

    /// The tiles of `hand` that may be led, where the other hands are not known.
    pub fn leads(&self, hand: Tiles) -> Vec<Tile> {
        let opener = self.opener(hand);
        let doubles: Tiles = hand.iter().filter(|tile| tile.is_double()).collect();
        match (self.by, self.tile) {
            (Some(_), LeadTile::ThatTile) => opener.into_iter().collect(),
            (Some(_), _) if opener.is_none() => Vec::new(),
            (_, LeadTile::DoubleIfHeld) if !doubles.is_empty() => doubles.sorted(),
            _ => hand.sorted(),
        }
    }

    /// Whether a leader with these tiles may lead `tile`; `elsewhere` are tiles that others are known
    /// to hold.
    ///
    /// Errors: the rule that forbids it.
    pub fn check(&self, tile: Tile, own: Tiles, elsewhere: Tiles) -> Result<(), Refusal> {
        let all = own.union(elsewhere);
        let must_be_double = match (self.by, self.tile) {
            (Some(LeadDouble::Exactly(expected)), LeadTile::ThatTile) if tile != expected => {
                return Err(Refusal::WrongLead { tile, expected });
            }
            (Some(LeadDouble::Highest { except }), LeadTile::ThatTile) => {
                if except.contains(tile) {
                    return Err(Refusal::DoubleLedBefore { tile });
                }
                true
            }
            (_, LeadTile::DoubleIfHeld) => own.iter().any(Tile::is_double),
            _ => false,
        };
        if must_be_double && !tile.is_double() {
            return Err(Refusal::MustLeadDouble { tile });
        }
        let expected = self.opener(all).filter(|highest| self.tile == LeadTile::ThatTile && *highest > tile);
        expected.map_or(Ok(()), |expected| Err(Refusal::WrongLead { tile, expected }))
    }
}

fn scheduled(rules: &Ruleset, lines: &LineRules, round: usize, led: Tiles) -> LeadDouble {
    let cycle = usize::from(rules.max_pip()) + 1;
    let highest = |except| LeadDouble::Highest { except };
    match lines.lead.schedule {
        LeadSchedule::HighestHeld => highest(Tiles::NONE),
        LeadSchedule::HighestUnusedHeld => highest(if led.len() < cycle { led } else { Tiles::NONE }),
        LeadSchedule::DescendingDraw => {
            let mut descending = (0..=rules.max_pip()).rev().cycle();
            let double = descending.nth(round.saturating_sub(1)).and_then(Tile::double);
            double.map_or_else(|| highest(Tiles::NONE), LeadDouble::Exactly)
        }
        // A double that nobody holds is skipped for good: what was led, and all above, is done.
        LeadSchedule::DescendingBurn => {
            // When even the double blank has opened a round, it starts from the top again.
            let lowest = led.iter().map(Tile::low).min().filter(|low| *low > 0);
            let burnt =
                lowest.map_or(Tiles::NONE, |low| (low..=rules.max_pip()).filter_map(Tile::double).collect());
            highest(burnt)
        }
    }
}

impl LineRound {
    /// Who is known to hold what gives the lead, before the first tile is led.
    pub(super) fn opener(&self) -> Option<(Seat, Tile)> {
        self.duty.holder(self.playing.seats().map(|seat| (seat, self.hand(seat).known)))
    }

    /// Whether all hands are known and none of them has what gives the lead.
    pub(super) fn nobody_opens(&self) -> bool {
        let all_known = self.playing.seats().all(|seat| self.hand(seat).is_open());
        self.duty.by.is_some() && all_known && self.opener().is_none()
    }

    /// Whether `leader`, whose hand is `own` by now, can be the one whose double gives the lead.
    pub(super) fn check_leader(&self, leader: Seat, own: Hand) -> Result<(), Refusal> {
        let Some(by) = self.duty.by else { return Ok(()) };
        let others = self.playing.seats().filter(|seat| *seat != leader);
        let others: Vec<(Seat, Tiles)> = others.map(|seat| (seat, self.hand(seat).known)).collect();
        let elsewhere = others.iter().fold(Tiles::NONE, |all, (_, hand)| all.union(*hand));
        // What is not known of the own hand may be any double that is not known to be elsewhere.
        let possible = match own.is_open() {
            true => by.in_hand(own.known),
            false => self.doubles().filter(|tile| by.is(*tile) && !elsewhere.contains(*tile)).max(),
        };
        match self.duty.holder(others) {
            Some((expected, double)) if possible.is_none_or(|possible| possible < double) => {
                Err(Refusal::WrongLeader { leader, expected, double: Some(double) })
            }
            None if possible.is_none() => Err(Refusal::LeadNeedsDouble { leader, wanted: by.wanted() }),
            _ => Ok(()),
        }
    }

    fn doubles(&self) -> impl Iterator<Item = Tile> {
        (0..=self.layout.max_pip()).filter_map(Tile::double)
    }
}
