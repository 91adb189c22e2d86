//! A request to change a game: who asks, which version is meant, and whether only to try.

use std::future::{Ready, ready};

use actix_web::web::Data;
use actix_web::{FromRequest, HttpRequest, dev};
use serde::de::DeserializeOwned;
use uuid::Uuid;

use super::State;
use super::etag::IfMatch;
use super::problem::{ApiResult, Problem};
use super::query::{DryRun, Query};
use crate::service::auth::Caller;
use crate::service::games::{Action, Change};
use crate::service::version::Expected;

/// What every request to change a game has. Extracting it refuses who has no key.
#[derive(Clone)]
pub struct Asked<Q = DryRun> {
    pub state: Data<State>,
    pub caller: Caller,
    pub request: HttpRequest,
    /// The parameters of the query.
    pub query: Q,
    if_match: IfMatch,
}

/// Parameters of a query that say whether nothing is to be stored.
pub trait Try {
    /// Whether nothing is to be stored.
    fn is_dry(&self) -> bool;
}

impl Try for DryRun {
    fn is_dry(&self) -> bool {
        self.run()
    }
}

impl<Q: Try> Asked<Q> {
    /// A change of whatever version `If-Match` admits.
    #[must_use]
    pub fn change(&self, game: Uuid, action: impl Into<Action>) -> Change {
        self.changes(game, vec![action.into()])
    }

    /// A change by several actions.
    #[must_use]
    pub fn changes(&self, game: Uuid, actions: Vec<Action>) -> Change {
        self.of(game, self.if_match.clone().or_any(), actions)
    }

    /// A change that must name the version that it is meant for.
    ///
    /// # Errors
    ///
    /// 428 if it does not.
    pub fn change_of_version(&self, game: Uuid, action: impl Into<Action>) -> ApiResult<Change> {
        Ok(self.of(game, self.if_match.clone().required()?, vec![action.into()]))
    }

    fn of(&self, game: Uuid, expected: Expected, actions: Vec<Action>) -> Change {
        Change { game, expected, actions, partial: false, dry_run: self.query.is_dry() }
    }
}

impl<Q: DeserializeOwned> FromRequest for Asked<Q> {
    type Error = Problem;
    type Future = Ready<ApiResult<Asked<Q>>>;

    fn from_request(request: &HttpRequest, payload: &mut dev::Payload) -> Self::Future {
        let mut asked = || {
            let state = request.app_data::<Data<State>>().cloned();
            Ok(Asked {
                state: state.ok_or_else(|| Problem::internal("no state"))?,
                caller: Caller::from_request(request, payload).into_inner()?,
                if_match: IfMatch::from_request(request, payload).into_inner()?,
                query: Query::<Q>::from_request(request, payload).into_inner()?.0,
                request: request.clone(),
            })
        };
        ready(asked())
    }
}
