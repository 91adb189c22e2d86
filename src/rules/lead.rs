//! Who leads: from hands, from declared doubles, from tiles drawn for it.

use std::collections::BTreeMap;

use super::line::{LeadDouble, LeadDuty};
use super::phrase::{Phrase, phrase};
use super::refusal::Refusal;
use super::ruleset::{Direction, LeadFirst, LeadLater, LeadTile, Ruleset};
use super::seat::{Seat, Seating};
use super::tile::{Tile, Tiles};

/// Who leads a round.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Lead {
    /// Who leads; `None` if that has to be found by dealing or drawing again.
    pub leader: Option<Seat>,
    /// The tile that has to be led, or that won the draw.
    pub tile: Option<Tile>,
    /// Whether all tiles go back and are dealt again.
    pub redeal: bool,
    /// Who draws again for the lead.
    pub redraw: Vec<Seat>,
    /// The dots that each seat drew.
    pub totals: BTreeMap<Seat, u16>,
    /// The answer as a sentence.
    pub text: Phrase,
}

impl Lead {
    fn none(text: Phrase) -> Lead {
        Lead { leader: None, tile: None, redeal: false, redraw: Vec::new(), totals: BTreeMap::new(), text }
    }
}

/// Who leads when each seat drew one tile: the highest total; the tied draw again.
///
/// Errors: a tile that is not in the set, or that two drew.
pub fn lead_by_draw(rules: &Ruleset, draws: &BTreeMap<Seat, Tile>) -> Result<Lead, (Seat, Refusal)> {
    let mut seen = Tiles::NONE;
    for (seat, tile) in draws {
        if !rules.has_tile(*tile) {
            return Err((*seat, Refusal::NotInSet { tile: *tile, set: rules.set_name() }));
        }
        // In Build Up everybody draws from a set of his own.
        if !seen.insert(*tile) && rules.lines().is_some() {
            return Err((*seat, Refusal::TileTwice { tile: *tile }));
        }
    }
    let totals: BTreeMap<Seat, u16> = draws.iter().map(|(seat, tile)| (*seat, tile.pips())).collect();
    let best = totals.values().max().copied().unwrap_or(0);
    let first: Vec<Seat> =
        totals.iter().filter(|(_, total)| **total == best).map(|(seat, _)| *seat).collect();
    let lead = match first.as_slice() {
        [leader] => {
            let tile = draws.get(leader).copied();
            let hand = hand_of(rules);
            let text = phrase!(
                "{leader} drew the highest total ({best}) and leads; the turn then passes to the {hand}",
                leader,
                best,
                hand
            );
            Lead { leader: Some(*leader), tile, ..Lead::none(text) }
        }
        tied => {
            let text = phrase!("{tied} drew {best} each and draw again", tied, best);
            Lead { redraw: tied.to_vec(), ..Lead::none(text) }
        }
    };
    Ok(Lead { totals, ..lead })
}

/// How the lead of round `round` is found where neither hands nor drawn tiles tell: where it follows
/// from the rounds before, or the table says it.
pub fn lead_otherwise(rules: &Ruleset, round: usize) -> Option<Lead> {
    let follows = match rules.lines() {
        Some(lines) => match lines.lead.later {
            LeadLater::Rotate | LeadLater::RoundWinner if round > 1 => true,
            LeadLater::Redraw if round > 1 => false,
            LeadLater::SameAsFirst | LeadLater::Rotate | LeadLater::RoundWinner | LeadLater::Redraw => {
                lines.lead.first == LeadFirst::Lot
            }
        },
        None => !super::stacks::starts_game(round),
    };
    follows.then(|| Lead::none(found(rules, round, &Played::default())))
}

/// Who leads when the highest double does; `hands` may name only the doubles.
pub fn lead_by_double(rules: &Ruleset, duty: &LeadDuty, hands: &BTreeMap<Seat, Tiles>) -> Lead {
    let Some(by) = duty.by else {
        return Lead::none(phrase!("the hands do not tell who leads this round"));
    };
    if let Some((leader, double)) = duty.holder(hands.iter().map(|(seat, hand)| (*seat, *hand))) {
        let tile = Some(double).filter(|_| duty.tile == LeadTile::ThatTile);
        let with = match duty.tile {
            LeadTile::ThatTile => phrase!("leads with {double}", double),
            LeadTile::DoubleIfHeld => phrase!("holds {double} and leads with a double", double),
            LeadTile::Any => phrase!("holds {double} and leads with any tile", double),
        };
        let hand = hand_of(rules);
        let text = phrase!("{leader} {with}; the turn then passes to the {hand}", leader, with, hand);
        return Lead { leader: Some(leader), tile, ..Lead::none(text) };
    }
    let wanted = by.wanted();
    if duty.drawn_for {
        Lead::none(phrase!(
            "nobody holds {wanted}: each player draws one tile in turn until it appears, and whoever draws it leads",
            wanted
        ))
    } else {
        let text = phrase!("nobody holds {wanted}: all tiles go back and are dealt again", wanted);
        Lead { redeal: true, ..Lead::none(text) }
    }
}

/// On which hand of a player the next one sits.
fn hand_of(rules: &Ruleset) -> &'static str {
    match rules.players().direction {
        Direction::Clockwise => "left",
        Direction::CounterClockwise => "right",
    }
}

/// What is known of the lead of a round before it is dealt.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NextLead {
    /// The number of the round.
    pub round: usize,
    /// Who leads, where that follows from the rounds before.
    pub seat: Option<Seat>,
    /// The tile that has to be led, where that is known.
    pub tile: Option<Tile>,
    /// How the lead is found, as a sentence.
    pub text: Phrase,
}

/// A round that has been played, as far as later leads depend on it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Played {
    /// Who led.
    pub leader: Option<Seat>,
    /// Who won the round, as a seat.
    pub winner: Option<Seat>,
    /// Who made the last play.
    pub last: Option<Seat>,
    /// Who scored least, if one did.
    pub loser: Option<Seat>,
}

/// Who leads round `round` after `last`, where the rules tell before the deal.
pub fn next_leader(
    rules: &Ruleset,
    seating: Seating,
    round: usize,
    first: Option<Seat>,
    last: &Played,
) -> Option<Seat> {
    use super::ruleset::LaterHands;
    if round <= 1 {
        return None;
    }
    if let Some(stacks) = rules.stacks() {
        if super::stacks::starts_game(round) {
            return None;
        }
        return match stacks.leader_later_hands {
            LaterHands::Same => first,
            LaterHands::Alternate => last.leader.map(|leader| leader.next(2)),
            LaterHands::ContinueTurn => last.last.map(|seat| seat.next(2)),
            LaterHands::Loser => last.loser.or(last.leader),
        };
    }
    match rules.lines()?.lead.later {
        LeadLater::SameAsFirst | LeadLater::Redraw => None,
        LeadLater::Rotate => last.leader.map(|leader| seating.after(leader)),
        // Who has left leads no more: then the table says who leads.
        LeadLater::RoundWinner => last.winner.or(last.leader).filter(|seat| seating.has(*seat)),
    }
}

/// What is known of the lead of the round that counts as the `round`th and has this `number`: voided
/// rounds keep theirs.
pub fn next_lead(
    rules: &Ruleset,
    (round, number): (usize, usize),
    seat: Option<Seat>,
    led: Tiles,
    last: &Played,
) -> NextLead {
    let duty = rules.lines().map(|lines| LeadDuty::of(rules, lines, round, led));
    let tile = match duty {
        Some(LeadDuty { by: Some(LeadDouble::Exactly(tile)), tile: LeadTile::ThatTile, .. }) => Some(tile),
        _ => None,
    };
    let what = match duty {
        Some(LeadDuty { by: Some(_), tile: LeadTile::ThatTile, .. }) => " with it",
        Some(LeadDuty { by: Some(_), tile: LeadTile::DoubleIfHeld, .. }) => " with a double",
        Some(LeadDuty { tile: LeadTile::DoubleIfHeld, .. }) => ", with a double if the hand has one",
        _ => "",
    };
    let text = match (seat, duty.and_then(|duty| duty.by)) {
        (Some(seat), _) => phrase!("{seat} leads round {number}{what}", seat, number, what),
        (None, Some(LeadDouble::Exactly(tile))) => {
            phrase!("round {number} opens with {tile}: whoever holds it leads{what}", number, tile, what)
        }
        (None, Some(LeadDouble::Highest { .. })) => {
            phrase!("round {number}: whoever holds the highest double leads{what}", number, what)
        }
        (None, None) => {
            phrase!("round {number}: {found}{what}", number, found = found(rules, round, last), what)
        }
    };
    NextLead { round: number, seat, tile, text }
}

/// How the leader of round `round` is found where neither a double nor the rounds before tell.
fn found(rules: &Ruleset, round: usize, last: &Played) -> Phrase {
    let drawn_for = || phrase!("the lead is drawn for, and the highest total leads");
    let Some(lines) = rules.lines() else {
        return match super::stacks::starts_game(round) {
            true => drawn_for(),
            false => phrase!("who leads follows from the previous hand, but that is not known"),
        };
    };
    let lead = &lines.lead;
    match (lead.later, lead.first) {
        (LeadLater::Rotate, _) if round > 1 => {
            let hand = hand_of(rules);
            phrase!("the player to the {hand} of the one who led the previous round leads", hand)
        }
        (LeadLater::RoundWinner, _) if round > 1 && last.winner.or(last.leader).is_some() => {
            phrase!("the winner of the previous round has left, so the table says who leads")
        }
        (LeadLater::RoundWinner, _) if round > 1 => phrase!("the winner of the previous round leads"),
        (LeadLater::SameAsFirst, LeadFirst::Lot) => phrase!("the table says who leads"),
        (_, LeadFirst::Lot) if round <= 1 => phrase!("the table says who leads"),
        _ => drawn_for(),
    }
}
