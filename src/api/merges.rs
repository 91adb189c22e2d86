//! Players who turn out to be others: merged, and taken apart again.

use actix_web::web::Path;
use actix_web::{HttpResponse, post};
use serde::{Deserialize, Serialize};
use serde_with::skip_serializing_none;
use utoipa::ToSchema;
use utoipa_actix_web::service_config::ServiceConfig;
use uuid::Uuid;

use super::json::{Body, NoBody};
use super::players::Player;
use super::problem::ApiResult;
use super::query::DryRun;
use super::view::TableChangeView;
use super::write::WriteRequest;
use crate::service::merges::{self, Merged};
use crate::service::retries::Made;
use crate::store::keys::Scope;

/// The addresses of this file.
pub fn routes(app: &mut ServiceConfig) {
    app.service(merge_player).service(unmerge_player);
}

/// The player to merge into.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({"into": "0198f3a0-4f6e-7c31-9d53-6f1c2b7a8e90"}))]
pub struct MergePlayer {
    /// The id of the player that this one is.
    into: Uuid,
}

/// The result of a merge.
#[skip_serializing_none]
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct PlayerMerge {
    pub player: Player,
    /// In how many games the player sat, which now count for the other one, or for the player again.
    #[schema(minimum = 0)]
    pub games: i64,
    /// The club's own table of all games and those of its open seasons, where ranks would change; only in
    /// a dry run.
    pub tables: Option<Vec<TableChangeView>>,
}

impl From<Merged> for PlayerMerge {
    fn from(merged: Merged) -> PlayerMerge {
        let Merged { player: row, into, other: _, games, tables } = merged;
        let merged_into = into.map(Into::into);
        let tables = tables.map(|tables| tables.iter().map(Into::into).collect());
        PlayerMerge { player: Player { merged_into, ..row.into() }, games, tables }
    }
}

/// Merge a player into another.
///
/// Needs the scope `manage`. For two names of one person, or a guest who turns out to be a player: all
/// games of the first count for the other from then on, and the name leads to the other. It is refused if
/// the two have met in a game, and can be undone.
#[utoipa::path(
    tag = "players", operation_id = "mergePlayer",
    params(DryRun),
    request_body(content = MergePlayer, description = "The player to merge into"),
    responses((status = 200, description = "The player, merged", body = PlayerMerge)),
)]
#[post("/clubs/{club}/players/{player}/merge")]
pub async fn merge_player(
    request: WriteRequest,
    path: Path<(Uuid, Uuid)>,
    Body(MergePlayer { into }): Body<MergePlayer>,
) -> ApiResult<HttpResponse> {
    let (club, player) = path.into_inner();
    let work = request.change((club, Scope::Manage), PlayerMerge::from, async move |conn, by, earlier| {
        let merged = match earlier {
            None => merges::merge(conn, &by.caller, club, (player, into), by.how()).await?,
            Some(_) => merges::read(conn, &by.caller, club, player).await?,
        };
        Ok(Made::new(player, merged))
    });
    work.await
}

/// Undo a merge.
///
/// Needs the scope `manage`. The player is separate again, with the games that were theirs.
#[utoipa::path(
    tag = "players", operation_id = "unmergePlayer",
    params(DryRun),
    responses((status = 200, description = "The player, separate again", body = PlayerMerge)),
)]
#[post("/clubs/{club}/players/{player}/unmerge")]
pub async fn unmerge_player(
    request: WriteRequest,
    path: Path<(Uuid, Uuid)>,
    _: NoBody,
) -> ApiResult<HttpResponse> {
    let (club, player) = path.into_inner();
    let work = request.change((club, Scope::Manage), PlayerMerge::from, async move |conn, by, earlier| {
        let merged = match earlier {
            None => merges::unmerge(conn, &by.caller, club, player, by.dry_run).await?,
            Some(_) => merges::read(conn, &by.caller, club, player).await?,
        };
        Ok(Made::new(player, merged))
    });
    work.await
}
