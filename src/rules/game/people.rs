//! Who sits at the table: players who come late, leave, return, take a chair over, or were named
//! wrongly.

use std::collections::{BTreeMap, HashSet};

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::event::impossible;
use super::{Event, Game};
use crate::rules::refusal::Refusal;
use crate::rules::report::Problem;
use crate::rules::seat::{Seat, Seating, Side};
use crate::rules::standing::Step;

/// To whom the result of a seat belongs that two players shared.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum ResultFor {
    /// To the player who took the seat over.
    Newcomer,
    /// To the player who left it.
    Leaver,
}

/// What changes about a seat.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "change", rename_all = "snake_case")]
pub enum SeatNews {
    /// A player joins, in a new seat after the last.
    Joined {
        /// The player's id.
        player: String,
        /// The total that the player starts at.
        start: i32,
    },
    /// A player leaves; the order of turns skips the seat.
    Left {
        /// The seat.
        seat: Seat,
        /// Why.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        reason: Option<String>,
    },
    /// A player who left is back.
    Returned {
        /// The seat.
        seat: Seat,
    },
    /// Another player takes a seat over, with its total.
    Replaced {
        /// The seat.
        seat: Seat,
        /// The id of the player who takes it.
        player: String,
        /// To whom the result belongs.
        result: ResultFor,
    },
}

/// A change of who sits at the table, and from which round on.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SeatChange {
    /// The first round that is played so, from 1.
    pub from_round: usize,
    /// What changes.
    pub news: SeatNews,
}

/// A player in a chair.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Occupant {
    /// The player's id.
    pub player: String,
    /// The first round, from 1.
    pub from_round: usize,
}

/// Rounds in which a chair is empty.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Absence {
    /// The first of them, from 1.
    pub from_round: usize,
    /// The first round after them; `None` while it lasts.
    pub until: Option<usize>,
    /// Why.
    pub reason: Option<String>,
}

/// A chair at the table and who sat in it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Chair {
    /// Who sat there, the first player first; never empty.
    pub players: Vec<Occupant>,
    /// The id of the player to whom the result belongs.
    pub result_for: String,
    /// The first round in which the table had the chair, from 1.
    pub joined: usize,
    /// The total that the chair started at.
    pub start: i32,
    /// The rounds in which it was empty, in order.
    pub absences: Vec<Absence>,
}

impl Chair {
    pub(super) fn new(player: String, joined: usize, start: i32) -> Chair {
        Chair {
            players: vec![Occupant { player: player.clone(), from_round: joined }],
            result_for: player,
            joined,
            start,
            absences: Vec::new(),
        }
    }

    /// Whether somebody sits there in this round, from 1.
    #[must_use]
    pub fn is_taken(&self, round: usize) -> bool {
        let absent = |absence: &Absence| {
            absence.from_round <= round && absence.until.is_none_or(|until| round < until)
        };
        self.joined <= round && !self.absences.iter().any(absent)
    }

    /// The first round from which nothing has changed since.
    fn since(&self) -> usize {
        let absence = self.absences.last().map_or(0, |last| last.until.unwrap_or(last.from_round));
        let player = self.players.last().map_or(0, |last| last.from_round);
        absence.max(player).max(self.joined)
    }

    /// Ends the absence that lasts, before `round`.
    fn back(&mut self, round: usize) {
        if let Some(last) = self.absences.last_mut().filter(|last| last.until.is_none()) {
            last.until = Some(round);
        }
        self.absences.retain(|absence| absence.until != Some(absence.from_round));
    }
}

fn refuse<T>(pointer: &str, refusal: Refusal) -> Result<T, Problem> {
    Err(Problem::at(pointer, refusal))
}

impl Game {
    /// The chairs at the table, from A.
    #[must_use]
    pub fn chairs(&self) -> &[Chair] {
        &self.chairs
    }

    /// Who plays in round `round`, from 1.
    #[must_use]
    pub fn seating_in(&self, round: usize) -> Seating {
        let present = self.present(round);
        // A round that so few cannot have played is read as the table reported it.
        if self.is_playable(present) { present } else { self.seating }
    }

    fn present(&self, round: usize) -> Seating {
        let chairs = self.seating.seats().zip(&self.chairs);
        let empty = chairs.filter(|(_, chair)| !chair.is_taken(round));
        empty.fold(self.seating, |seating, (seat, _)| seating.without(seat))
    }

    fn is_playable(&self, seating: Seating) -> bool {
        self.rules().seating(seating.len(), seating.is_partners()).is_ok()
    }

    /// The first round for which too few are left, if there is one.
    pub(super) fn deserted_from(&self) -> Option<usize> {
        (1..=self.rounds.len() + 1).find(|round| !self.is_playable(self.present(*round)))
    }

    /// What becomes of a change of the seats.
    pub(super) fn change_seats(&self, news: SeatNews, from_round: Option<usize>) -> Result<Event, Problem> {
        let next = self.rounds.len() + 1;
        let round = from_round.unwrap_or(next);
        if !(1..=next).contains(&round) {
            return refuse("/from_round", Refusal::NoSuchRound { round, rounds: self.rounds.len() });
        }
        if let Some(how) = self.standing().how().filter(|_| round == next && !self.comes_back(&news)) {
            return refuse("", Refusal::GameFinished { how });
        }
        let stays = matches!(&news, SeatNews::Replaced { seat, .. } if self.present(round).has(*seat));
        if let Some((running, _)) = self.running().filter(|(running, _)| round <= *running && !stays) {
            return refuse("/from_round", Refusal::RoundRunning { round: running });
        }
        match &news {
            SeatNews::Joined { player, start } => self.may_join(player, *start, round)?,
            SeatNews::Left { seat, reason } => self.may_leave(*seat, reason.as_deref(), round)?,
            SeatNews::Returned { seat } => self.may_return(*seat, round)?,
            SeatNews::Replaced { seat, player, .. } => self.may_replace(*seat, player, round)?,
        }
        Ok(Event::SeatsChanged(SeatChange { from_round: round, news }))
    }

    /// Whether this brings back somebody whose leaving ended the match.
    fn comes_back(&self, news: &SeatNews) -> bool {
        let back = match news {
            SeatNews::Returned { seat } | SeatNews::Replaced { seat, .. } => *seat,
            SeatNews::Joined { .. } | SeatNews::Left { .. } => return false,
        };
        self.declared.is_none()
            && self.deserted_from().is_some()
            && !self.present(self.rounds.len() + 1).has(back)
    }

    fn chair(&self, seat: Seat) -> Result<&Chair, Problem> {
        let none = || Problem::at("", Refusal::no_seat(self.seating, seat));
        self.chairs.get(seat.index()).ok_or_else(none)
    }

    fn has_room(&self, round: usize) -> Result<(), Problem> {
        let most = [round, self.rounds.len() + 1].map(|round| self.present(round).len() + 1);
        let players = most.into_iter().max().unwrap_or_default();
        if self.seating.is_partners() || players < usize::from(self.rules().players().min) {
            // Four chairs are four chairs, and somebody has to be the first who is back.
            return Ok(());
        }
        let room = self.rules().seating(players, false).map(|_| ());
        room.map_err(|problem| Problem::at("", problem.into()))
    }

    /// Nobody sits in two seats, not even one after the other: the result would be counted twice.
    fn is_new(&self, player: &str, besides: &[Seat]) -> Result<(), Problem> {
        let others = self.seating.seats().zip(&self.chairs).filter(|(seat, _)| !besides.contains(seat));
        let sat = |chair: &Chair| chair.players.iter().any(|occupant| occupant.player == player);
        match others.into_iter().find(|(_, chair)| sat(chair)) {
            Some((seat, _)) => refuse("", Refusal::PlayerSits { seat }),
            None => Ok(()),
        }
    }

    fn may_join(&self, player: &str, start: i32, round: usize) -> Result<(), Problem> {
        if self.seating.is_partners() {
            return refuse("", Refusal::PartnersFixed);
        }
        self.is_new(player, &[])?;
        self.has_room(round)?;
        let most = 100_000;
        match Seat::at(self.chairs.len()) {
            Some(seat) if !(-most..=most).contains(&start) => {
                let side = Side::single(seat);
                let refusal = Refusal::PointsOutOfRange { side, points: start, least: -most, most };
                refuse("/start", refusal)
            }
            Some(_) => Ok(()),
            // The letters end before the tiles of any set do.
            None => Err(impossible()),
        }
    }

    fn may_leave(&self, seat: Seat, reason: Option<&str>, round: usize) -> Result<(), Problem> {
        if reason.is_some_and(|reason| !(1..=500).contains(&reason.trim().chars().count())) {
            return refuse("/reason", Refusal::ReasonNeeded);
        }
        let chair = self.chair(seat)?;
        if !chair.is_taken(round) {
            return refuse("", Refusal::no_seat(self.present(round), seat));
        }
        not_before(chair, seat, round)
    }

    fn may_return(&self, seat: Seat, round: usize) -> Result<(), Problem> {
        let chair = self.chair(seat)?;
        if chair.absences.last().is_none_or(|last| last.until.is_some()) {
            return refuse("", Refusal::SeatTaken { seat });
        }
        not_before(chair, seat, round)?;
        self.has_room(round)
    }

    fn may_replace(&self, seat: Seat, player: &str, round: usize) -> Result<(), Problem> {
        let chair = self.chair(seat)?;
        not_before(chair, seat, round)?;
        if chair.players.last().is_some_and(|last| last.from_round >= round) {
            // Who never played there did not leave: that is a correction.
            return refuse("/from_round", Refusal::SeatUnchanged { seat, since: chair.since() + 1 });
        }
        self.is_new(player, &[])?;
        if chair.is_taken(round) { Ok(()) } else { self.has_room(round) }
    }

    /// Who really sat in these seats, all the time.
    pub(super) fn correct_players(&self, players: BTreeMap<Seat, String>) -> Result<Event, Problem> {
        let corrected: Vec<Seat> = players.keys().copied().collect();
        let mut named = HashSet::new();
        for (seat, player) in &players {
            let place = |problem: Problem| Problem::at(format!("/seats/{seat}"), problem.refusal);
            self.chair(*seat).map_err(place)?;
            self.is_new(player, &corrected).map_err(place)?;
            if !named.insert(player) {
                let first =
                    players.iter().find(|(_, other)| *other == player).map_or(*seat, |(seat, _)| *seat);
                return refuse(&format!("/seats/{seat}"), Refusal::PlayerSits { seat: first });
            }
        }
        Ok(Event::PlayersCorrected(players))
    }

    /// Takes away the last chair, where nothing was played from it.
    pub(super) fn remove_seat(&self, seat: Seat) -> Result<Event, Problem> {
        let chair = self.chair(seat)?;
        let own = self.seating.side(seat);
        let rounds = self.rounds.iter().skip(chair.joined - 1);
        let played = rounds.filter(|recorded| recorded.voided.is_none()).count() > 0
            || self.is_awarded(seat, own)
            || self.declared.as_ref().is_some_and(|declared| declared.by == Some(own));
        let is_last = seat.index() + 1 == self.chairs.len();
        if played || !is_last {
            return refuse("", Refusal::SeatPlayed { seat });
        }
        let left = self.rules().seating(self.chairs.len() - 1, self.seating.is_partners());
        left.map_err(|problem| Problem::at("", problem.into()))?;
        Ok(Event::SeatRemoved(seat))
    }

    /// Takes a change of the seats into the record.
    pub(super) fn seat(&mut self, event: &Event) -> Result<(), Problem> {
        let mut from_round = usize::MAX;
        match event {
            Event::SeatsChanged(change) => {
                from_round = change.from_round;
                self.take_seat(change)?;
            }
            Event::PlayersCorrected(players) => {
                for (seat, player) in players {
                    let chair = self.chairs.get_mut(seat.index()).ok_or_else(impossible)?;
                    chair.players = vec![Occupant { player: player.clone(), from_round: chair.joined }];
                    chair.result_for.clone_from(player);
                }
            }
            Event::SeatRemoved(_) => {
                self.chairs.pop().ok_or_else(impossible)?;
            }
            _ => return Err(impossible()),
        }
        if !self.seating.is_partners() {
            self.seating = Seating::individual(self.chairs.len());
        }
        self.derive_from(from_round.saturating_sub(1));
        Ok(())
    }

    fn take_seat(&mut self, change: &SeatChange) -> Result<(), Problem> {
        let from_round = change.from_round;
        let chair = |game: &mut Game, seat: &Seat| -> Result<usize, Problem> {
            Some(seat.index()).filter(|index| *index < game.chairs.len()).ok_or_else(impossible)
        };
        match &change.news {
            SeatNews::Joined { player, start } => {
                self.chairs.push(Chair::new(player.clone(), from_round, *start));
            }
            SeatNews::Left { seat, reason } => {
                let index = chair(self, seat)?;
                let absence = Absence { from_round, until: None, reason: reason.clone() };
                self.chairs.get_mut(index).ok_or_else(impossible)?.absences.push(absence);
            }
            SeatNews::Returned { seat } => {
                let index = chair(self, seat)?;
                self.chairs.get_mut(index).ok_or_else(impossible)?.back(from_round);
            }
            SeatNews::Replaced { seat, player, result } => {
                let index = chair(self, seat)?;
                let chair = self.chairs.get_mut(index).ok_or_else(impossible)?;
                chair.back(from_round);
                chair.players.push(Occupant { player: player.clone(), from_round });
                if *result == ResultFor::Newcomer {
                    chair.result_for.clone_from(player);
                }
            }
        }
        Ok(())
    }

    /// What changes about the seats before round `round`, as steps of the match.
    pub(super) fn push_seats(&self, steps: &mut Vec<Step<'_>>, round: usize) {
        for (seat, chair) in self.seating.seats().zip(&self.chairs) {
            let side = self.seating.side(seat);
            if chair.joined == round && (round > 1 || chair.start != 0) {
                steps.push(Step::Joined(side, chair.start));
            }
            let before = chair.is_taken(round.saturating_sub(1)) || chair.joined == round;
            match (before, chair.is_taken(round)) {
                (true, false) => {
                    let enough = self.is_playable(self.present(round));
                    steps.push(Step::Left(side, enough));
                }
                (false, true) => steps.push(Step::Returned(side)),
                _ => {}
            }
        }
    }
}

fn not_before(chair: &Chair, seat: Seat, round: usize) -> Result<(), Problem> {
    let since = chair.since();
    if round < since { refuse("/from_round", Refusal::SeatUnchanged { seat, since }) } else { Ok(()) }
}
