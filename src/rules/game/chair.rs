//! A chair at the table, and who sat in it when.

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
    pub(super) fn since(&self) -> usize {
        let absence = self.absences.last().map_or(0, |last| last.until.unwrap_or(last.from_round));
        let player = self.players.last().map_or(0, |last| last.from_round);
        absence.max(player).max(self.joined)
    }

    /// The chair without what was to change after round `next`, since rounds were taken back.
    pub(super) fn until(&self, next: usize) -> Chair {
        let mut chair = self.clone();
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
