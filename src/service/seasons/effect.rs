//! What a change does to tables: the club's own, and those of its open seasons.

use std::collections::BTreeSet;

use uuid::Uuid;

use super::{Season, in_transaction_or_dry_run, table};
use crate::rules::Variant;
use crate::service::ServiceError;
use crate::service::standings::{Adjustments, Projected, RankChange, Ranks, Row, compute_rows, project};
use crate::standings::{Chain, GameKinds, ResultFilter};
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
    pub async fn read(conn: &mut Connection, club: Uuid) -> Result<Tables, ServiceError> {
        let own =
            compute_rows(conn, club, &ResultFilter::default(), (&Chain::default(), &Adjustments::new()))
                .await?;
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

/// What a change of a game does to tables.
#[derive(Clone, Debug, Default)]
pub struct Foreseen {
    /// Whether the rank of anybody changes in the table of the game's variant.
    pub order_changes: bool,
    /// The players of the game whose ranks change there.
    pub players: Vec<RankChange>,
    /// The club's own table and those of its open seasons.
    pub tables: Vec<TableChange>,
}

/// What it would do to tables that a game of this variant got these results, with guests who are still to be
/// stored: it is done and taken back.
///
/// Fails if somebody has brought one of the guests meanwhile, or the database refuses.
pub async fn foresee(
    conn: &mut Connection,
    (club, game, variant): (Uuid, Uuid, Variant),
    projected: &Projected,
    guests: &[PlayerRow],
) -> Result<Foreseen, ServiceError> {
    in_transaction_or_dry_run(conn, true, async |conn| {
        // In the order in which a change that is stored takes its turn.
        if !clubs::stays(conn, club).await? {
            return Err(ServiceError::ClubNotFound);
        }
        results::lock_results(conn, club).await?;
        let (now, tables_now) = (of_variant(conn, club, variant).await?, Tables::read(conn, club).await?);
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
        let then = of_variant(conn, club, variant).await?;
        let moved = now.moved(&then);
        Ok(Foreseen {
            order_changes: !moved.is_empty(),
            players: now.changes(&then, moved.intersection(&of_game), &newcomers),
            tables: Tables::read(conn, club).await?.since(&tables_now, &of_game, &newcomers),
        })
    })
    .await
}

/// The ranks in the club's table of a variant.
async fn of_variant(conn: &mut Connection, club: Uuid, variant: Variant) -> Result<Ranks, ServiceError> {
    let games = GameKinds { variant: Some(variant), ..GameKinds::default() };
    let filter = ResultFilter { games, ..ResultFilter::default() };
    Ok(ranks(compute_rows(conn, club, &filter, (&Chain::default(), &Adjustments::new())).await?))
}
