//! The statistics of a player.

use std::collections::BTreeMap;

use actix_web::get;
use actix_web::web::{Data, Json, Path};
use chrono::NaiveDate;
use serde::Serialize;
use serde_with::skip_serializing_none;
use utoipa::ToSchema;
use uuid::Uuid;

use super::query::{GamesRequest, SeasonFilter};
use super::view::{PlayerName, RecordView};
use crate::api::State;
use crate::api::problem::ApiResult;
use crate::api::query::Query;
use crate::rules::{MatchResult, Seat};
use crate::service::auth::Reader;
use crate::service::seasons;
use crate::service::standings::{self, PairRow, PlayerStats, SeatStats};
use crate::standings::{Days, GameKinds};

/// What is known of a player.
#[skip_serializing_none]
#[derive(Clone, Debug, Serialize, ToSchema)]
#[schema(as = PlayerStats)]
pub struct PlayerStatsView {
    pub player: PlayerName,
    /// All that counts together.
    pub total: RecordView,
    /// By variant.
    #[schema(value_type = BTreeMap<String, RecordView>)]
    pub by_variant: BTreeMap<String, RecordView>,
    /// By seat.
    #[schema(value_type = BTreeMap<String, SeatRecord>)]
    pub by_seat: BTreeMap<Seat, SeatRecord>,
    /// The last ten games, the newest first.
    pub form: Vec<FormGame>,
    /// The most games won in a row.
    pub longest_won: i64,
    /// The most games lost in a row.
    pub longest_lost: i64,
    /// With each partner; whom the player sat with most comes first.
    pub by_partner: Vec<PairRecord>,
    /// Against each opponent; whom the player met most comes first.
    pub by_opponent: Vec<PairRecord>,
    /// The partner with the highest share of games won, of those with the most games where level.
    pub best_partner: Option<PlayerName>,
    /// The partner of the most games.
    pub usual_partner: Option<PlayerName>,
    /// The opponent of the most games.
    pub rival: Option<PlayerName>,
    /// The opponent who came in after the player in the most games more than before.
    pub favourite_opponent: Option<PlayerName>,
    /// The opponent who came in before the player in the most games more than after.
    pub nemesis: Option<PlayerName>,
}

/// What became of a player's games in a seat.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct SeatRecord {
    pub played: i64,
    pub won: i64,
    pub drawn: i64,
    pub lost: i64,
}

/// One of a player's last games.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct FormGame {
    /// The game's id.
    pub game: Uuid,
    /// The day, in the club's time zone.
    pub played_on: NaiveDate,
    pub result: MatchResult,
}

/// A player's games with a partner or against an opponent.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct PairRecord {
    /// The other one.
    pub player: PlayerName,
    pub played: i64,
    /// Games won with the partner; games in which the player came in before the opponent.
    pub won: i64,
    pub drawn: i64,
    pub lost: i64,
    /// Games in which the total of either was not played to the end: their points are left out.
    pub unfinished: i64,
    pub points_for: i64,
    /// Points of the opponent; with a partner, of all opponents together.
    pub points_against: i64,
}

impl From<PairRow> for PairRecord {
    fn from(row: PairRow) -> PairRecord {
        let PairRow {
            other_id,
            name,
            together: _,
            played,
            won,
            drawn,
            lost,
            unfinished,
            points_for,
            points_against,
        } = row;
        let player = PlayerName { id: other_id, name };
        PairRecord { player, played, won, drawn, lost, unfinished, points_for, points_against }
    }
}

impl From<SeatStats> for SeatRecord {
    fn from(stats: SeatStats) -> SeatRecord {
        let SeatStats { played, won, drawn, lost } = stats;
        SeatRecord { played, won, drawn, lost }
    }
}

impl From<PlayerStats> for PlayerStatsView {
    fn from(stats: PlayerStats) -> PlayerStatsView {
        let (partners, opponents): (Vec<PairRow>, Vec<PairRow>) =
            stats.others.into_iter().partition(|pair| pair.together);
        let partners: Vec<PairRecord> = partners.into_iter().map(Into::into).collect();
        let opponents: Vec<PairRecord> = opponents.into_iter().map(Into::into).collect();
        let form = stats.form.into_iter().map(|row| FormGame {
            game: row.game_id,
            played_on: row.played_on,
            result: row.result,
        });
        PlayerStatsView {
            player: PlayerName { id: stats.player.id, name: stats.player.name },
            total: stats.total.into(),
            by_variant: stats.variants.into_iter().map(|(variant, tally)| (variant, tally.into())).collect(),
            by_seat: stats.seats.into_iter().map(|(seat, stats)| (seat, stats.into())).collect(),
            form: form.collect(),
            longest_won: stats.longest_won,
            longest_lost: stats.longest_lost,
            best_partner: best_partner(&partners),
            usual_partner: partners.first().map(|pair| pair.player.clone()),
            rival: opponents.first().map(|pair| pair.player.clone()),
            favourite_opponent: furthest(&opponents, |pair| pair.won - pair.lost),
            nemesis: furthest(&opponents, |pair| pair.lost - pair.won),
            by_partner: partners,
            by_opponent: opponents,
        }
    }
}

/// Lists begin with whom the player met most, so of equals that one is found first.
fn best_partner(partners: &[PairRecord]) -> Option<PlayerName> {
    let ahead = |a: &PairRecord, b: &PairRecord| {
        let halves = |pair: &PairRecord| i128::from(2 * pair.won + pair.drawn);
        halves(a) * i128::from(b.played) > halves(b) * i128::from(a.played)
    };
    let best = partners.iter().reduce(|best, other| if ahead(other, best) { other } else { best });
    best.map(|pair| pair.player.clone())
}

/// The opponent with the highest `lead`, if it is one.
fn furthest(opponents: &[PairRecord], lead: impl Fn(&PairRecord) -> i64) -> Option<PlayerName> {
    let first = opponents.iter().reduce(|first, other| if lead(other) > lead(first) { other } else { first });
    first.filter(|pair| lead(pair) > 0).map(|pair| pair.player.clone())
}

/// Read the statistics of a player.
///
/// What the player did in all and by variant, seat, partner and opponent, and the last ten games.
/// Answers without a key if the club is public.
#[utoipa::path(
    tag = "standings", operation_id = "getPlayerStats", security((), ("bearerAuth" = [])),
    params(GameKinds, Days, SeasonFilter),
    responses((status = 200, description = "What is known of the player", body = PlayerStatsView)),
)]
#[get("/clubs/{club}/players/{player}/stats")]
pub async fn get_player_stats(
    state: Data<State>,
    reader: Reader,
    path: Path<(Uuid, Uuid)>,
    Query(asked): Query<GamesRequest>,
) -> ApiResult<Json<PlayerStatsView>> {
    let (club, player) = path.into_inner();
    let mut conn = state.db.reading(reader.share()).await?;
    let filter = match asked {
        GamesRequest::Games(filter) => filter,
        GamesRequest::Season(id) => seasons::read(&mut conn, &reader, (club, id)).await?.filter(),
    };
    let stats = standings::player_stats(&mut conn, &reader, (club, player), &filter).await?;
    Ok(Json(stats.into()))
}
