//! What this service is and what it can do.

use actix_web::get;
use actix_web::web::{Data, Json};
use chrono::{DateTime, Utc};
use serde::Serialize;
use serde_with::skip_serializing_none;
use utoipa::ToSchema;
use utoipa_actix_web::service_config::ServiceConfig;

use super::time::seconds;
use super::{State, json, limits, page, rounds, turns};
use crate::rules::{MAX_EVENTS, MAX_ROUNDS, MAX_TURNS, Variant};

/// The addresses of this file.
pub fn routes(app: &mut ServiceConfig) {
    app.service(get_service);
}

/// What this service is and what it can do.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct ServiceInfo {
    /// The version of the program, which is that of the document too.
    #[schema(examples("1.0.0"))]
    pub version: &'static str,
    /// The time by the service's clock.
    #[serde(serialize_with = "seconds")]
    pub time: DateTime<Utc>,
    /// The games that can be played.
    pub variants: Vec<Variant>,
    /// Whether a club can be created without the admin key.
    pub open_club_creation: bool,
    pub limits: ServiceLimits,
}

/// How much a request, a game and a second may hold.
#[skip_serializing_none]
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct ServiceLimits {
    /// The most bytes of a body.
    pub body_bytes: usize,
    /// The most items of a page.
    pub page_items: u8,
    /// The most turns of one request.
    pub batch_turns: usize,
    /// The most rounds of one request.
    pub batch_rounds: usize,
    /// The most turns of a round.
    pub round_turns: usize,
    /// The most rounds of a game, voided ones included.
    pub game_rounds: usize,
    /// The most changes of a game.
    pub game_changes: u32,
    /// The requests that a key may send in a second; absent where there is no limit.
    pub requests_per_second: Option<u32>,
    /// How many seconds' worth of them may come at once.
    pub burst_seconds: u32,
}

/// Read about the service.
///
/// Its version, its games, its limits and its time. No key is needed.
#[utoipa::path(
    tag = "health", operation_id = "getService", security(()),
    responses((status = 200, description = "The service", body = ServiceInfo)),
)]
#[get("/service")]
pub async fn get_service(state: Data<State>) -> Json<ServiceInfo> {
    let limits = ServiceLimits {
        body_bytes: json::MAX_BYTES,
        page_items: page::MAX_LIMIT,
        batch_turns: turns::MAX_TURNS,
        batch_rounds: rounds::MAX_ROUNDS,
        round_turns: MAX_TURNS,
        game_rounds: MAX_ROUNDS,
        game_changes: MAX_EVENTS,
        requests_per_second: state.access.rate_per_key.map(Into::into),
        burst_seconds: limits::BURST.get(),
    };
    Json(ServiceInfo {
        version: env!("CARGO_PKG_VERSION"),
        time: Utc::now(),
        variants: Variant::ALL.to_vec(),
        open_club_creation: state.access.open_club_creation,
        limits,
    })
}
