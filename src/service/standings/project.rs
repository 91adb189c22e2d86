//! Keeping projections in step with games.
//!
//! Whoever changes a game asks [`Projected::after`] what that means for standings. Mostly nothing:
//! then the append stays the one statement that it is. Otherwise append and [`project`] share a
//! transaction.

use chrono::NaiveDate;
use diesel::QueryResult;
use uuid::Uuid;

use crate::rules::{Game, Projection, SeatLine};
use crate::service::{ServiceError, broken, day_of, player_of};
use crate::store::Connection;
use crate::store::results::{self, ResultRow};

/// What a change of a game means for standings: the results that take the place of the old ones.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Projected {
    club: Uuid,
    game: Uuid,
    rows: Vec<ResultRow>,
}

impl Projected {
    /// What it means that game `before` became `after`; `None` if nothing.
    ///
    /// Fails if a game names players that are none.
    pub fn after(
        (club, id): (Uuid, Uuid),
        before: &Game,
        after: &Game,
    ) -> Result<Option<Projected>, ServiceError> {
        let (old, new) = (Projection::of(before), Projection::of(after));
        if old == new {
            return Ok(None);
        }
        Projected::of((club, id), new).map(Some)
    }

    /// The results that `projection` says the game has.
    ///
    /// Fails if it names players that are none.
    pub fn of((club, game): (Uuid, Uuid), projection: Option<Projection>) -> Result<Projected, ServiceError> {
        let rows = match projection {
            None => Vec::new(),
            Some(projection) => rows((club, game), &projection)?,
        };
        Ok(Projected { club, game, rows })
    }

    /// The results, seat by seat.
    pub fn rows(&self) -> &[ResultRow] {
        &self.rows
    }
}

/// Writes what a change means for standings, in the transaction of the change.
pub async fn project(conn: &mut Connection, projected: &Projected) -> QueryResult<()> {
    results::replace(conn, projected.club, projected.game, &projected.rows).await
}

fn rows(ids: (Uuid, Uuid), projection: &Projection) -> Result<Vec<ResultRow>, ServiceError> {
    let day =
        day_of(ids.1, projection.played_on.as_deref())?.ok_or_else(|| broken(ids.1, "it has no day"))?;
    let seats = i16::try_from(projection.lines.len());
    let seats = seats.map_err(|why| broken(ids.1, &format!("its seats: {why}")))?;
    let row = |line: &SeatLine| {
        let player = player_of(ids.1, &line.player)?;
        Ok(row(ids, projection, (player, day, seats), line))
    };
    projection.lines.iter().map(row).collect()
}

fn row(
    (club, game): (Uuid, Uuid),
    projection: &Projection,
    (player, day, seats): (Uuid, NaiveDate, i16),
    line: &SeatLine,
) -> ResultRow {
    ResultRow {
        game_id: game,
        seat: line.seat.into(),
        club_id: club,
        player_id: player,
        variant: projection.variant.word().to_owned(),
        side: line.side.to_string(),
        seats,
        partners: projection.partners,
        low: projection.low,
        played_on: day,
        result: line.result.number(),
        place: line.place,
        measured: line.measured.clone(),
    }
}
