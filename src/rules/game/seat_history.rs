//! A chair at the table, and who sat in it when.

use std::ops::RangeInclusive;

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
pub struct SeatHistory {
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
    /// Rounds that had been reported when it was told that somebody sat there.
    told_late: Vec<RangeInclusive<usize>>,
    /// If its last change was that somebody returned to it: for which round, and the chair before.
    returned: Option<(usize, Box<SeatHistory>)>,
}

impl SeatHistory {
    pub(super) fn new(player: String, joined: usize, start: i32) -> SeatHistory {
        SeatHistory {
            players: vec![Occupant { player: player.clone(), from_round: joined }],
            result_for: player,
            joined,
            start,
            absences: Vec::new(),
            told_late: Vec::new(),
            returned: None,
        }
    }

    /// Whether somebody sits there in this round, from 1.
    pub fn is_taken(&self, round: usize) -> bool {
        let absent = |absence: &Absence| {
            absence.from_round <= round && absence.until.is_none_or(|until| round < until)
        };
        self.joined <= round && !self.absences.iter().any(absent)
    }

    /// Whether round `round` had been reported when it was told that somebody sat there.
    pub(super) fn is_told_late(&self, round: usize) -> bool {
        self.told_late.iter().any(|rounds| rounds.contains(&round))
    }

    /// Remembers that `reported` rounds had been reported when it was told that somebody sat there from
    /// round `from` on.
    pub(super) fn tell_late(&mut self, from: usize, reported: Option<usize>) {
        self.told_late.extend(reported.map(|last| from..=last));
    }

    /// The first round of the player who returned, if that was the last change of the chair.
    pub(super) fn returned(&self) -> Option<usize> {
        self.returned.as_ref().map(|(round, _)| *round)
    }

    /// The player is back for round `round`.
    pub(super) fn come_back(&mut self, round: usize) {
        let before = Box::new(self.clone());
        self.back(round);
        self.returned = Some((round, before));
    }

    /// Takes back that the player returned.
    pub(super) fn stay_away(&mut self) {
        if let Some((_, before)) = self.returned.take() {
            *self = *before;
        }
    }

    /// Says who really sat there, all the time.
    pub(super) fn correct(&mut self, player: &str) {
        self.players = vec![Occupant { player: player.to_owned(), from_round: self.joined }];
        self.result_for = player.to_owned();
        self.returned = None;
    }

    /// The first round from which nothing has changed since.
    pub(super) fn since(&self) -> usize {
        let absence = self.absences.last().map_or(0, |last| last.until.unwrap_or(last.from_round));
        let player = self.players.last().map_or(0, |last| last.from_round);
        absence.max(player).max(self.joined)
    }

    /// The chair without what was to change after round `next`, since rounds were taken back.
    pub(super) fn until(&self, next: usize) -> SeatHistory {
        let mut chair = SeatHistory { returned: None, ..self.clone() };
        chair.forget_after(next.saturating_sub(1));
        chair.absences.retain(|absence| absence.from_round <= next);
        for absence in &mut chair.absences {
            absence.until = absence.until.filter(|until| *until <= next);
        }
        chair.players.retain(|occupant| occupant.from_round <= next.max(self.joined));
        if let (false, Some(last)) = (chair.has(&chair.result_for), chair.players.last()) {
            chair.result_for = last.player.clone();
        }
        chair
    }

    /// Only `rounds` rounds are reported now: those after them will be reported with whoever is there.
    pub(super) fn forget_after(&mut self, rounds: usize) {
        for late in &mut self.told_late {
            *late = *late.start()..=rounds.min(*late.end());
        }
        self.told_late.retain(|late| !late.is_empty());
        if let Some((_, before)) = &mut self.returned {
            before.forget_after(rounds);
        }
    }

    /// Whether the player sits or sat there.
    pub(super) fn has(&self, player: &str) -> bool {
        self.players.iter().any(|occupant| occupant.player == player)
    }

    /// Ends the absence that lasts, before `round`.
    pub(super) fn back(&mut self, round: usize) {
        if let Some(last) = self.absences.last_mut().filter(|last| last.until.is_none()) {
            last.until = Some(round);
        }
        self.absences.retain(|absence| absence.until != Some(absence.from_round));
    }
}
