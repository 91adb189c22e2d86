//! What a change does to tables: the club's own, and those of its open seasons.

use std::collections::BTreeSet;

use uuid::Uuid;

use super::{Season, table, tried};
use crate::service::ServiceError;
use crate::service::standings::{Adjustments, Projected, RankChange, Ranks, Row, Which, made, project};
use crate::standings::Chain;
use crate::store::players::{self, PlayerRow};
use crate::store::{Connection, clubs, results, seasons};

/// How many open seasons are looked at.
const MOST_SEASONS: i64 = 100;

/// What a change does to a table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TableChange {
    /// The season with its name; none for the club's own table of all games.
    pub season: Option<(Uuid, String)>,
    /// How many players' ranks change.
    pub changed: usize,
    /// The ranks of those whom the change is about.
    pub players: Vec<RankChange>,
}

/// Everybody's ranks in some tables.
pub struct Tables(Vec<Table>);

/// A season with its name, if it is not the club's own table, and the ranks of its players.
type Table = (Option<(Uuid, String)>, Ranks);

impl Tables {
    /// The ranks as they are now.
    ///
    /// # Errors
    ///
    /// If the database refuses.
    pub async fn read(conn: &mut Connection, club: Uuid) -> Result<Tables, ServiceError> {
        let own = made(conn, club, &Which::default(), (&Chain::default(), &Adjustments::new())).await?;
        let mut tables = vec![(None, ranks(own))];
        for row in seasons::open(conn, club, MOST_SEASONS).await? {
            let season = Season::read(row)?;
            let rows = table::live_table(conn, club, &season).await?;
            tables.push((Some((season.id, season.name)), ranks(rows)));
        }
        Ok(Tables(tables))
    }

    /// The tables in which ranks are others than `before`, and what becomes of those of these players;
    /// `newcomers` have no ids yet.
    #[must_use]
    pub fn since<'a>(
        &self,
        before: &Tables,
        players: impl IntoIterator<Item = &'a Uuid, IntoIter: Clone>,
        newcomers: &[Uuid],
    ) -> Vec<TableChange> {
        let players = players.into_iter();
        let both = before.0.iter().zip(&self.0);
        let tables = both.map(|((season, before), (_, after))| TableChange {
            season: season.clone(),
            changed: before.moved(after).len(),
            players: before.changes(after, players.clone(), newcomers),
        });
        tables.filter(|table| table.changed > 0).collect()
    }
}

fn ranks(rows: Vec<Row>) -> Ranks {
    rows.into_iter().map(|row| row.ranked).collect()
}

/// What it would do to tables that a game got these results, with guests who are still to be stored.
///
/// # Errors
///
/// If somebody has brought one of the guests meanwhile, or the database refuses.
pub async fn foresee_tables(
    conn: &mut Connection,
    (club, game): (Uuid, Uuid),
    projected: &Projected,
    guests: &[PlayerRow],
) -> Result<Vec<TableChange>, ServiceError> {
    tried(conn, true, async |conn| {
        // In the order in which a change that is stored takes its turn.
        if !clubs::stays(conn, club).await? {
            return Err(ServiceError::ClubNotFound);
        }
        results::take_turn(conn, club).await?;
        let before = Tables::read(conn, club).await?;
        for guest in guests {
            // Somebody else has just brought the same guest.
            if !players::insert(conn, guest).await? {
                return Err(ServiceError::Overtaken);
            }
        }
        let old = results::of_game(conn, game).await?;
        project(conn, projected).await?;
        let new = results::of_game(conn, game).await?;
        let of_game: BTreeSet<Uuid> = old.iter().chain(&new).map(|row| row.player_id).collect();
        let newcomers: Vec<Uuid> = guests.iter().map(|guest| guest.id).collect();
        Ok(Tables::read(conn, club).await?.since(&before, &of_game, &newcomers))
    })
    .await
}
