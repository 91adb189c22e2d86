//! What a change of a game does to the table of its club, before it is done.

use std::collections::{BTreeMap, BTreeSet};

use uuid::Uuid;

use super::ranks::{RankChange, Ranks};
use super::table::entrants;
use super::{Projected, ServiceError, Which, spans};
use crate::rules::{Game, Projection};
use crate::standings::{Chain, Entrant, Meetings, Tally, rank};
use crate::store::Connection;
use crate::store::players::Person;
use crate::store::results::{self, ResultRow, read};

/// The ranks that a change would change: those in the club's table of this variant, of all time and
/// in the order that it has unless asked otherwise.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Foreseen {
    /// Whether the rank of anybody changes.
    pub order_changes: bool,
    /// The players of the game whose ranks change.
    pub players: Vec<RankChange>,
}

/// What it would mean for the table that game `before` got the results `projected`, if it does; `people`
/// are those whom the game names before or after, `newcomers` those of them who have no ids yet.
///
/// # Errors
///
/// If a game names players that are none, or the database refuses.
pub async fn foresee(
    conn: &mut Connection,
    (club, game): (Uuid, Uuid),
    before: &Game,
    projected: Option<&Projected>,
    (people, newcomers): (&[Person], &[Uuid]),
) -> Result<Foreseen, ServiceError> {
    let Some(new) = projected else { return Ok(Foreseen::default()) };
    let old = Projected::of((club, game), Projection::of(before))?;
    let old = results::as_identities(conn, old.rows()).await?;
    let new = results::as_identities(conn, new.rows()).await?;
    let which = Which { variant: Some(before.rules().variant().word().to_owned()), ..Which::default() };
    let now = entrants(read::tallies(conn, (club, None), &spans(&which), &which).await?);
    let then = changed(&now, (&old, &new), people);
    let (now, then) = (ranks(now), ranks(then));
    let moved = now.moved(&then);
    let of_game: BTreeSet<Uuid> = old.iter().chain(&new).map(|row| row.player_id).collect();
    let players = now.changes(&then, moved.intersection(&of_game), newcomers);
    Ok(Foreseen { order_changes: !moved.is_empty(), players })
}

/// The players with the results `new` in the place of `old`.
fn changed(now: &[Entrant], (old, new): (&[ResultRow], &[ResultRow]), people: &[Person]) -> Vec<Entrant> {
    let mut players: BTreeMap<Uuid, Entrant> =
        now.iter().map(|entrant| (entrant.player, entrant.clone())).collect();
    let signed = old.iter().map(|row| (row, -1)).chain(new.iter().map(|row| (row, 1)));
    for (row, sign) in signed {
        let player = row.player_id;
        let name = || people.iter().find(|person| person.id == player).map(|person| person.name.clone());
        let nobody = || Entrant { player, name: name().unwrap_or_default(), tally: Tally::default() };
        let entrant = players.entry(player).or_insert_with(nobody);
        entrant.tally = entrant.tally.with(tally(row, sign));
    }
    players.into_values().filter(|entrant| entrant.tally.played > 0).collect()
}

/// What a result adds, `sign` times.
fn tally(row: &ResultRow, sign: i64) -> Tally {
    let is = |result: i16| sign * i64::from(row.result == result);
    let times = |number: i32| sign * i64::from(number);
    let finished = |points: i32| if row.unfinished { 0 } else { times(points) };
    let (points_for, points_against) = (finished(row.points_for), finished(row.points_against));
    let turned = |points: i64| if row.low { -points } else { points };
    Tally {
        played: sign,
        won: is(1),
        drawn: is(0),
        lost: is(-1),
        narrow_losses: sign * i64::from(row.narrow_loss),
        unfinished: sign * i64::from(row.unfinished),
        points_for,
        points_against,
        merit: turned(points_for),
        ahead: turned(points_for - points_against),
        rounds: times(row.rounds),
        rounds_won: times(row.rounds_won),
        ended: times(row.ended),
        blocks: times(row.blocks),
        outs: times(row.outs),
        penalties: times(row.penalties),
        left_pips: times(row.left_pips),
        left_rounds: times(row.left_rounds),
        findings: times(row.findings),
        adjusted: 0,
        best: None,
        worst: None,
    }
}

/// The standard order looks at no meetings, so none have to be known.
fn ranks(entrants: Vec<Entrant>) -> Ranks {
    rank(entrants, &Chain::default(), &Meetings::new()).into_iter().collect()
}
