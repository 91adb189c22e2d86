//! Whether the service lives and can do its work.

use actix_web::get;
use actix_web::web::{Data, Json};
use serde::Serialize;
use utoipa::ToSchema;
use utoipa_actix_web::service_config::ServiceConfig;

use super::State;
use super::problem::ApiResult;
use super::responses::ServiceUnavailable;
use crate::service::health;

/// The addresses of this file.
pub fn routes(app: &mut ServiceConfig) {
    app.service(get_liveness).service(get_readiness);
}

/// The state of the service.
#[derive(Debug, Serialize, ToSchema)]
pub struct Health {
    #[schema(examples("ok"))]
    pub status: &'static str,
}

/// Check that the process is running.
///
/// Says nothing about the database, because a restart would not fix that.
#[utoipa::path(
    tag = "health", operation_id = "getLiveness", security(()),
    responses((status = 200, description = "The process is running", body = Health)),
)]
#[get("/health/live")]
pub async fn get_liveness() -> Json<Health> {
    Json(Health { status: "ok" })
}

/// Check that the service is ready.
///
/// Pings the database, with a time limit.
#[utoipa::path(
    tag = "health", operation_id = "getReadiness", security(()),
    responses((status = 200, description = "Ready", body = Health),
        (status = 503, response = ServiceUnavailable)),
)]
#[get("/health/ready")]
pub async fn get_readiness(state: Data<State>) -> ApiResult<Json<Health>> {
    health::check(&state.db).await?;
    Ok(Json(Health { status: "ok" }))
}
