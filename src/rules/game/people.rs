//! Who sits at the table: players who come late, leave, return, take a chair over, or were named
//! wrongly.

use std::collections::{BTreeMap, HashSet};

use super::event::impossible;
use super::limits::can_tell;
use super::seat_history::{Absence, Occupant, SeatHistory};
use super::{Event, Game, ResultFor, SeatChange, SeatNews};
use crate::rules::penalty::EndKind;
use crate::rules::refusal::Refusal;
use crate::rules::report::Problem;
use crate::rules::seat::{Seat, Seating, Side};

fn refuse<T>(pointer: &str, refusal: Refusal) -> Result<T, Problem> {
    Err(Problem::at(pointer, refusal))
}

impl Game {
    /// What becomes of a change of the seats.
    pub(super) fn change_seats(
        &self,
        mut news: SeatNews,
        from_round: Option<usize>,
    ) -> Result<Event, Problem> {
        let next = self.rounds.len() + 1;
        let round = from_round.unwrap_or(next);
        self.known_or_next(round)?;
        let is_over = self.standing().finished_after.is_some_and(|last| round > last);
        let goes_on = || self.comes_back(&news) || self.leaves_too(&news, round);
        if let Some(how) = self.standing().how().filter(|_| is_over && !goes_on()) {
            return refuse("", Refusal::GameFinished { how });
        }
        let stays = matches!(&news, SeatNews::Replaced { seat, .. } if self.present(round).has(*seat));
        if let Some((running, _)) = self.running().filter(|(running, _)| round <= *running && !stays) {
            return refuse("/from_round", Refusal::RoundRunning { round: running });
        }
        self.may_change_seats(&news, round)?;
        match &mut news {
            SeatNews::Left { seat, after_turns, .. } => *after_turns = self.turns_with(*seat),
            SeatNews::Returned { seat, after_turns } => *after_turns = self.turns_without(*seat),
            SeatNews::Joined { .. } | SeatNews::StayedAway { .. } | SeatNews::Replaced { .. } => {}
        }
        let is_told_late = round < next && !stays && !matches!(news, SeatNews::Left { .. });
        let reported = is_told_late.then_some(self.rounds.len());
        Ok(Event::SeatsChanged(SeatChange { from_round: round, reported, news }))
    }

    /// Whether the seats can be as a change says, however the match stands.
    pub(super) fn may_change_seats(&self, news: &SeatNews, round: usize) -> Result<(), Problem> {
        self.known_or_next(round)?;
        match news {
            SeatNews::Joined { player, start } => self.may_join(player, *start, round),
            SeatNews::Left { seat, reason, .. } => self.may_leave(*seat, reason.as_deref(), round),
            SeatNews::Returned { seat, .. } => self.may_return(*seat, round),
            SeatNews::StayedAway { seat } => self.remove_seat(*seat).map(|_| ()),
            SeatNews::Replaced { seat, player, .. } => self.may_replace(*seat, player, round),
        }
    }

    fn known_or_next(&self, round: usize) -> Result<(), Problem> {
        let rounds = self.rounds.len();
        if (1..=rounds + 1).contains(&round) {
            return Ok(());
        }
        refuse("/from_round", Refusal::NoSuchRound { round, rounds })
    }

    /// Whether this brings back somebody whose leaving ended the match.
    fn comes_back(&self, news: &SeatNews) -> bool {
        let back = match news {
            SeatNews::Returned { seat, .. } | SeatNews::Replaced { seat, .. } => *seat,
            SeatNews::Joined { .. } | SeatNews::Left { .. } | SeatNews::StayedAway { .. } => return false,
        };
        self.ends.is_empty()
            && self.deserted_from().is_some()
            && !self.present(self.rounds.len() + 1).has(back)
    }

    /// Whether somebody leaves together with those by whom the match ended, or after them.
    fn leaves_too(&self, news: &SeatNews, round: usize) -> bool {
        matches!(news, SeatNews::Left { .. }) && self.forfeited_from().is_some_and(|from| from <= round)
    }

    /// For which round the match was given up, if it was.
    pub(super) fn forfeited_from(&self) -> Option<usize> {
        let by_leaving = self.deserted_from();
        let declared = self.ends.first().map(|_| self.rounds.len() + 1);
        by_leaving.or(declared).filter(|_| self.standing().declared == Some(EndKind::Forfeit))
    }

    /// A chair as it is for those who are about to change it.
    fn chair(&self, seat: Seat) -> Result<SeatHistory, Problem> {
        let none = || Problem::at("", Refusal::no_seat(self.seating, seat));
        let next = self.rounds.len() + 1;
        self.chairs.get(seat.index()).map(|chair| chair.until(next)).ok_or_else(none)
    }

    fn has_room(&self, round: usize) -> Result<(), Problem> {
        let rounds = round..=self.rounds.len() + 1;
        let players = rounds.map(|round| self.present(round).len() + 1).max().unwrap_or_default();
        if self.seating.is_partners() || players < usize::from(self.rules().players().min) {
            // Four chairs are four chairs, and somebody has to be the first who is back.
            return Ok(());
        }
        let room = self.rules().seating(players, false).map(|_| ());
        room.map_err(|refusal| Problem::at("", refusal))
    }

    /// Nobody sits in two seats, not even one after the other: the result would be counted twice.
    fn is_new(&self, player: &str, besides: &[Seat]) -> Result<(), Problem> {
        let others = self.seating.seats().zip(self.chairs.iter()).filter(|(seat, _)| !besides.contains(seat));
        match others.into_iter().find(|(_, chair)| chair.has(player)) {
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
        // The letters end before the tiles of any set do.
        let seat = Seat::at(self.chairs.len()).ok_or_else(impossible)?;
        can_tell("/start", Side::single(seat), start)
    }

    fn may_leave(&self, seat: Seat, reason: Option<&str>, round: usize) -> Result<(), Problem> {
        if reason.is_some_and(|reason| !(1..=500).contains(&reason.trim().chars().count())) {
            return refuse("/reason", Refusal::ReasonNeeded);
        }
        let chair = self.chair(seat)?;
        if !chair.is_taken(round) {
            return refuse("", Refusal::no_seat(self.present(round), seat));
        }
        not_before(&chair, seat, round)
    }

    fn may_return(&self, seat: Seat, round: usize) -> Result<(), Problem> {
        let chair = self.chair(seat)?;
        let is_to_leave = self.chairs.get(seat.index()).is_some_and(|told| told.absences != chair.absences);
        if !is_to_leave && chair.absences.last().is_none_or(|last| last.until.is_some()) {
            return refuse("", Refusal::SeatTaken { seat });
        }
        not_before(&chair, seat, round)?;
        self.has_room(round)
    }

    fn may_replace(&self, seat: Seat, player: &str, round: usize) -> Result<(), Problem> {
        let chair = self.chair(seat)?;
        not_before(&chair, seat, round)?;
        if chair.players.last().is_some_and(|last| last.from_round >= round) {
            // Who never played there did not leave: that is a correction.
            return refuse("/from_round", Refusal::NotPlayedYet { seat, round });
        }
        // Who had the seat before may have it again.
        self.is_new(player, &[seat])?;
        if chair.players.last().is_some_and(|last| last.player == player) {
            return refuse("", Refusal::PlayerSits { seat });
        }
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

    /// Takes back that somebody returned or, of the last chair, that somebody joined, where nothing was
    /// reported of the seat since.
    pub(super) fn remove_seat(&self, seat: Seat) -> Result<Event, Problem> {
        let chair = self.chair(seat)?;
        if let Some(from_round) = self.chairs.get(seat.index()).and_then(SeatHistory::returned) {
            let own = self.seating.side(seat);
            if !self.is_unreported(seat, from_round) || self.is_awarded(seat, own, from_round) {
                return refuse("", Refusal::SeatPlayed { seat });
            }
            // Rounds may have been taken back since.
            let from_round = from_round.min(self.rounds.len() + 1);
            let news = SeatNews::StayedAway { seat };
            return Ok(Event::SeatsChanged(SeatChange { from_round, reported: None, news }));
        }
        let own = self.seating.side(seat);
        let played = !self.is_unreported(seat, chair.joined)
            || self.is_awarded(seat, own, 0)
            || self.ends.iter().any(|end| end.by == Some(own));
        let is_last = seat.index() + 1 == self.chairs.len();
        if played || !is_last {
            return refuse("", Refusal::SeatPlayed { seat });
        }
        let left = self.rules().seating(self.chairs.len() - 1, self.seating.is_partners());
        left.map_err(|refusal| Problem::at("", refusal))?;
        Ok(Event::SeatRemoved(seat))
    }

    /// Takes a change of the seats into the record.
    pub(super) fn seat(&mut self, event: &Event) -> Result<(), Problem> {
        let mut from_round = usize::MAX;
        if let Event::SeatsChanged(change) = event {
            from_round = change.from_round;
            self.take_seat(change)?;
        } else if let Event::PlayersCorrected(players) = event {
            for (seat, player) in players {
                self.chairs_mut().get_mut(seat.index()).ok_or_else(impossible)?.correct(player);
            }
        } else if let Event::SeatRemoved(_) = event {
            from_round = self.chairs_mut().pop().ok_or_else(impossible)?.joined;
        } else {
            return Err(impossible());
        }
        if !self.seating.is_partners() {
            self.seating = Seating::individual(self.chairs.len());
        }
        self.derive_from(from_round.saturating_sub(1));
        if let Event::SeatsChanged(SeatChange { news, .. }) = event {
            self.change_running(news)?;
        }
        Ok(())
    }

    fn take_seat(&mut self, change: &SeatChange) -> Result<(), Problem> {
        let (from_round, next) = (change.from_round, self.rounds.len() + 1);
        let seat = match &change.news {
            SeatNews::Joined { player, start } => {
                let mut chair = SeatHistory::new(player.clone(), from_round, *start);
                chair.tell_late(from_round, change.reported);
                self.chairs_mut().push(chair);
                return Ok(());
            }
            SeatNews::Left { seat, .. }
            | SeatNews::Returned { seat, .. }
            | SeatNews::StayedAway { seat }
            | SeatNews::Replaced { seat, .. } => seat,
        };
        let chair = self.chairs_mut().get_mut(seat.index()).ok_or_else(impossible)?;
        if matches!(change.news, SeatNews::StayedAway { .. }) {
            chair.stay_away();
            return Ok(());
        }
        *chair = chair.until(next);
        match &change.news {
            SeatNews::Joined { .. } | SeatNews::StayedAway { .. } => {}
            SeatNews::Left { reason, .. } => {
                chair.absences.push(Absence { from_round, until: None, reason: reason.clone() });
            }
            SeatNews::Returned { .. } => chair.come_back(from_round),
            SeatNews::Replaced { player, result, .. } => {
                chair.back(from_round);
                chair.players.push(Occupant { player: player.clone(), from_round });
                if *result == ResultFor::Newcomer {
                    chair.result_for.clone_from(player);
                }
            }
        }
        chair.tell_late(from_round, change.reported);
        Ok(())
    }
}

fn not_before(chair: &SeatHistory, seat: Seat, round: usize) -> Result<(), Problem> {
    let since = chair.since();
    if round < since { refuse("/from_round", Refusal::SeatUnchanged { seat, since }) } else { Ok(()) }
}
