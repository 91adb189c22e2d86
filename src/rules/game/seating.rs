//! Who sits at the table in which round.

use std::sync::Arc;

use super::event::impossible;
use super::{Game, Recorded, SeatHistory, SeatNews};
use crate::rules::report::{Problem, Report};
use crate::rules::round::Table;
use crate::rules::seat::{Seat, Seating};
use crate::rules::standing::Step;

impl Game {
    /// The chairs at the table, from A.
    pub fn chairs(&self) -> &[SeatHistory] {
        &self.chairs
    }

    pub(super) fn chairs_mut(&mut self) -> &mut Vec<SeatHistory> {
        Arc::make_mut(&mut self.chairs)
    }

    /// The id of the player in each seat in round `round`, from 1; of a seat that comes later, its first.
    pub fn players_in(&self, round: usize) -> impl Iterator<Item = (Seat, &str)> {
        self.seating.seats().zip(self.chairs.iter()).filter_map(move |(seat, chair)| {
            let last = chair.players.iter().rev().find(|occupant| occupant.from_round <= round);
            Some((seat, last.or(chair.players.first())?.player.as_str()))
        })
    }

    /// The number of the round that is running, or else of the next.
    pub fn round_now(&self) -> usize {
        self.running().map_or(self.rounds.len() + 1, |(running, _)| running)
    }

    /// Who plays in round `round`, from 1.
    pub fn seating_in(&self, round: usize) -> Seating {
        self.seating_of(round, self.round(round).map(|recorded| &recorded.report))
    }

    /// Who plays in round `round` if `report` is what the table says of it: not those of whom it was
    /// told later that they were there, unless the report names them.
    pub(super) fn seating_of(&self, round: usize, report: Option<&Report>) -> Seating {
        let present = self.present(round);
        let played = self.without(present, |seat| self.is_missing(seat, round, report));
        // A round that so few cannot have played is read as the table reported it.
        let seatings = [played, present].into_iter().find(|seating| self.is_enough(*seating));
        seatings.unwrap_or(self.seating)
    }

    /// Those whom `report` names, and those who were there and not missing in it.
    pub(super) fn seating_told(&self, round: usize, report: &Report) -> Seating {
        let present = self.present(round);
        let is_there = |seat| present.has(seat) && !self.is_missing(seat, round, Some(report));
        self.without(self.seating, |seat| !report.names(seat) && !is_there(seat))
    }

    /// Whether the round was reported without `seat` before it was told that somebody sat there.
    fn is_missing(&self, seat: Seat, round: usize, report: Option<&Report>) -> bool {
        let is_told_late = self.chairs.get(seat.index()).is_some_and(|chair| chair.is_told_late(round));
        is_told_late && report.is_some_and(|report| !report.names(seat))
    }

    /// Those who sat at the table in round `round` and of whom `report` says nothing: it was told later
    /// that they were there.
    pub(super) fn missing_in(&self, round: usize, report: &Report) -> Vec<Seat> {
        let played = self.seating_of(round, Some(report));
        self.present(round).seats().filter(|seat| !played.has(*seat)).collect()
    }

    /// Whether nothing was reported of `seat` from round `from` on.
    pub(super) fn is_unreported(&self, seat: Seat, from: usize) -> bool {
        let later = (1..).zip(&self.rounds).skip_while(|(number, _)| *number < from);
        later.into_iter().all(|(_, recorded)| recorded.missing.contains(&seat))
    }

    /// Those who are there before anything is played.
    pub(super) fn starting(&self) -> Seating {
        let is_late = |chair: &SeatHistory| chair.joined > 1 || chair.start != 0;
        self.without(self.seating, |seat| self.chairs.get(seat.index()).is_some_and(is_late))
    }

    pub(super) fn present(&self, round: usize) -> Seating {
        let is_empty = |chair: &SeatHistory| !chair.is_taken(round);
        self.without(self.seating, |seat| self.chairs.get(seat.index()).is_some_and(is_empty))
    }

    /// Whether somebody plays from `seat` now: in the round that is running, else in the next one.
    pub fn is_playing(&self, seat: Seat) -> bool {
        match self.running() {
            None => self.present(self.rounds.len() + 1).has(seat),
            Some((number, recorded)) => match &recorded.round.table {
                Some(Table::Lines(table)) => table.playing().has(seat),
                _ => self.seating_in(number).has(seat),
            },
        }
    }

    /// How many turns the running round has, if `seat` plays in it.
    pub(super) fn turns_with(&self, seat: Seat) -> Option<usize> {
        let Recorded { report: Report::Plays(plays), round, .. } = self.running()?.1 else { return None };
        let is_of_lines = matches!(round.table, Some(Table::Lines(_)));
        (is_of_lines && self.is_playing(seat)).then_some(plays.turns.len())
    }

    /// How many turns the running round has, if `seat` left it and nothing was played since.
    pub(super) fn turns_without(&self, seat: Seat) -> Option<usize> {
        let Report::Plays(plays) = &self.running()?.1.report else { return None };
        let left = plays.left.as_ref()?.get(&seat).copied();
        left.filter(|after| *after == plays.turns.len())
    }

    /// Takes out of the running round who leaves in the middle of it, and into it who is back at once.
    pub(super) fn change_running(&mut self, news: &SeatNews) -> Result<(), Problem> {
        let (seat, after, is_back) = match news {
            SeatNews::Left { seat, after_turns: Some(after), .. } => (*seat, *after, false),
            SeatNews::Returned { seat, after_turns: Some(after) } => (*seat, *after, true),
            SeatNews::Left { after_turns: None, .. }
            | SeatNews::Returned { after_turns: None, .. }
            | SeatNews::Joined { .. }
            | SeatNews::StayedAway { .. }
            | SeatNews::Replaced { .. } => return Ok(()),
        };
        let mut plays = self.last_plays().cloned().ok_or_else(impossible)?;
        let mut left = plays.left.take().unwrap_or_default();
        match is_back {
            true => left.remove(&seat),
            false => left.insert(seat, after),
        };
        plays.left = Some(left).filter(|left| !left.is_empty());
        self.replace_last(plays)?;
        Ok(())
    }

    fn without(&self, seating: Seating, is_out: impl Fn(Seat) -> bool) -> Seating {
        self.seating.seats().filter(|seat| is_out(*seat)).fold(seating, Seating::without)
    }

    fn is_enough(&self, seating: Seating) -> bool {
        let least = if seating.is_partners() { seating.chairs() } else { self.rules().players().min.into() };
        seating.len() >= least
    }

    /// The first round for which too few are left, if there is one.
    pub(super) fn deserted_from(&self) -> Option<usize> {
        (1..=self.rounds.len() + 1).find(|round| !self.is_enough(self.present(*round)))
    }

    /// What changes about the seats before round `round`, as steps of the match.
    pub(super) fn push_seats(&self, steps: &mut Vec<Step<'_>>, round: usize) {
        for (seat, chair) in self.seating.seats().zip(self.chairs.iter()) {
            let side = self.seating.side(seat);
            if chair.joined == round && (round > 1 || chair.start != 0) {
                steps.push(Step::Joined(side, chair.start));
            }
            let before = chair.is_taken(round.saturating_sub(1)) || chair.joined == round;
            match (before, chair.is_taken(round)) {
                (true, false) => steps.push(Step::Left(side)),
                (false, true) => steps.push(Step::Returned(side)),
                _ => {}
            }
        }
        if round > self.rounds.len() {
            // Who gave up has left too, whichever was told first.
            steps.extend(self.ends.iter().filter_map(|end| end.by).map(Step::Left));
        }
        if !self.is_enough(self.present(round)) {
            steps.push(Step::Deserted);
        }
    }
}
