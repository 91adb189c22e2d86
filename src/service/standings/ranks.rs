//! Who stands where in a table, to say what a change does to it.

use std::collections::{BTreeMap, BTreeSet};

use uuid::Uuid;

use crate::standings::Ranked;

/// A player's rank before and after a change; none without games.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RankChange {
    /// The player's id; a guest who is not stored has none yet.
    pub player: Option<Uuid>,
    /// The player's name, as the table shows it.
    pub name: String,
    /// The rank before.
    pub before: Option<usize>,
    /// The rank after.
    pub after: Option<usize>,
}

/// Everybody's rank and name in a table.
#[derive(Clone, Debug)]
pub struct Ranks(BTreeMap<Uuid, (usize, String)>);

impl FromIterator<Ranked> for Ranks {
    fn from_iter<T: IntoIterator<Item = Ranked>>(table: T) -> Ranks {
        let place = |row: Ranked| (row.entrant.player, (row.rank, row.entrant.name));
        Ranks(table.into_iter().map(place).collect())
    }
}

impl Ranks {
    /// The players whose ranks are others in `after`.
    pub fn moved(&self, after: &Ranks) -> BTreeSet<Uuid> {
        let rank = |ranks: &Ranks, player: &Uuid| ranks.0.get(player).map(|(rank, _)| *rank);
        let everybody = self.0.keys().chain(after.0.keys());
        everybody.filter(|player| rank(self, player) != rank(after, player)).copied().collect()
    }

    /// What `after` makes of the ranks of those of these players who stand in either table; `newcomers`
    /// have no ids yet.
    pub fn changes<'a>(
        &self,
        after: &Ranks,
        players: impl IntoIterator<Item = &'a Uuid>,
        newcomers: &[Uuid],
    ) -> Vec<RankChange> {
        let change = |player: &Uuid| {
            let (old, new) = (self.0.get(player), after.0.get(player));
            let (_, name) = new.or(old)?;
            let rank = |place: Option<&(usize, String)>| place.map(|(rank, _)| *rank);
            Some(RankChange {
                player: Some(*player).filter(|player| !newcomers.contains(player)),
                name: name.clone(),
                before: rank(old),
                after: rank(new),
            })
        };
        players.into_iter().filter_map(change).collect()
    }
}
