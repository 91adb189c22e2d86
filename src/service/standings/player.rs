//! What is known of one player.

use std::cmp::Reverse;
use std::collections::BTreeMap;

use uuid::Uuid;

use super::{PairRow, ServiceError, summed};
use crate::rules::{MatchResult, Seat};
use crate::service::auth::Reader;
use crate::service::players;
use crate::standings::{ResultFilter, Tally, longest, name_order};
use crate::store::Connection;
use crate::store::players::PlayerRow;
use crate::store::results::read::{self, PlayedRow, TallyRow};

/// How many of the last games are a player's form.
const FORM: i64 = 10;

/// What became of a player's games in a seat.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct SeatStats {
    /// Games.
    pub played: i64,
    /// Games won alone.
    pub won: i64,
    /// Games in which the first place was shared.
    pub drawn: i64,
    /// The other games.
    pub lost: i64,
}

/// What is known of one player.
#[derive(Clone, Debug)]
pub struct PlayerStats {
    /// The player.
    pub player: PlayerRow,
    /// All that counts together.
    pub total: Tally,
    /// By variant.
    pub variants: BTreeMap<String, Tally>,
    /// By seat.
    pub seats: BTreeMap<Seat, SeatStats>,
    /// The last games, the newest first.
    pub form: Vec<PlayedRow>,
    /// The most games won in a row.
    pub longest_won: i64,
    /// The most games lost in a row.
    pub longest_lost: i64,
    /// With each partner and against each opponent; who was met most comes first.
    pub others: Vec<PairRow>,
}

/// What is known of a player, by the games that `filter` names.
///
/// Fails if there is no such player in a club that the reader may know of.
pub async fn player_stats(
    conn: &mut Connection,
    reader: &Reader,
    (club, id): (Uuid, Uuid),
    filter: &ResultFilter,
) -> Result<PlayerStats, ServiceError> {
    // One moment: the sums are those of the games.
    let mut moment = conn.build_transaction().repeatable_read().read_only();
    moment.run(async |conn| known(conn, reader, (club, id), filter).await).await
}

async fn known(
    conn: &mut Connection,
    reader: &Reader,
    (club, id): (Uuid, Uuid),
    filter: &ResultFilter,
) -> Result<PlayerStats, ServiceError> {
    let player = players::identified(conn, reader, club, id).await?;
    let id = player.id;
    let rows = read::tallies(conn, (club, Some(id)), filter).await?;
    let last = read::played(conn, (club, id), filter, FORM).await?;
    let played = read::outcomes(conn, (club, id), filter).await?;
    let mut others = read::pairs(conn, (club, id), filter).await?;
    others.sort_by_cached_key(|pair| (Reverse(pair.played), name_order(&pair.name), pair.other_id));
    let outcomes = || played.iter().map(|(_, result)| *result);
    Ok(PlayerStats {
        player,
        total: summed(&rows),
        variants: by_variant(&rows),
        seats: by_seat(&played),
        longest_won: longest(outcomes(), MatchResult::Won),
        longest_lost: longest(outcomes(), MatchResult::Lost),
        form: last,
        others,
    })
}

fn by_variant(rows: &[TallyRow]) -> BTreeMap<String, Tally> {
    let mut variants: BTreeMap<String, Vec<&TallyRow>> = BTreeMap::new();
    for row in rows {
        variants.entry(row.variant.clone()).or_default().push(row);
    }
    variants.into_iter().map(|(variant, rows)| (variant, summed(rows))).collect()
}

/// Seats and results, by seat.
fn by_seat(played: &[(Seat, MatchResult)]) -> BTreeMap<Seat, SeatStats> {
    let mut seats: BTreeMap<Seat, SeatStats> = BTreeMap::new();
    for (seat, result) in played {
        let stats = seats.entry(*seat).or_default();
        stats.played += 1;
        match result {
            MatchResult::Won => stats.won += 1,
            MatchResult::Drawn => stats.drawn += 1,
            MatchResult::Lost => stats.lost += 1,
        }
    }
    seats
}
