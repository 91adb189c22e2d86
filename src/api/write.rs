//! A request that stores something: who asks, and whether only to try; and how it is answered if it is about
//! a club.

use std::future::{Ready, ready};

use actix_web::web::Data;
use actix_web::{FromRequest, HttpRequest, HttpResponse, dev};
use chrono::{DateTime, Utc};
use serde::Serialize;
use uuid::Uuid;

use super::problem::{ApiResult, Problem};
use super::query::{DryRun, Parameters, Query, Try};
use super::{State, retry};
use crate::service::ServiceError;
use crate::service::auth::{Caller, Reader};
use crate::service::retries::{Done, Earlier, Made};
use crate::store::Connection;
use crate::store::keys::Scope;

/// What every request that stores something has. Extracting it refuses who has no key.
#[derive(Clone)]
pub struct WriteRequest<Q = DryRun> {
    pub state: Data<State>,
    pub caller: Caller,
    pub request: HttpRequest,
    /// The parameters of the query.
    pub query: Q,
}

/// Who asks, and whether nothing is to be stored.
pub struct Actor {
    pub caller: Caller,
    pub dry_run: bool,
}

impl Actor {
    /// Whether nothing is to be stored, and the time.
    pub fn how(&self) -> (bool, DateTime<Utc>) {
        (self.dry_run, Utc::now())
    }

    /// The same as somebody who reads.
    pub fn reader(&self) -> Reader {
        Reader::Caller(self.caller.clone())
    }
}

impl<Q: Try> WriteRequest<Q> {
    /// Creates something in a club, and shows it with its path.
    pub async fn create<T: 'static, V: Serialize>(
        self,
        place: (Uuid, Scope),
        show: impl FnOnce(T) -> (String, V),
        work: impl AsyncFn(&mut Connection, &Actor, Option<Earlier>) -> Result<Made<T>, ServiceError> + 'static,
    ) -> ApiResult<HttpResponse> {
        let dry_run = self.query.is_dry();
        let done = self.once(place, work).await?;
        Ok(if dry_run { retry::shown(done, |made| show(made).1) } else { retry::created(done, show) })
    }

    /// Changes something of a club, and shows it.
    pub async fn change<T: 'static, V: Serialize>(
        self,
        place: (Uuid, Scope),
        show: impl FnOnce(T) -> V,
        work: impl AsyncFn(&mut Connection, &Actor, Option<Earlier>) -> Result<Made<T>, ServiceError> + 'static,
    ) -> ApiResult<HttpResponse> {
        Ok(retry::shown(self.once(place, work).await?, show))
    }

    /// Deletes something of a club by its id.
    pub async fn delete(
        self,
        place: (Uuid, Scope),
        id: Uuid,
        work: impl AsyncFn(&mut Connection, &Actor) -> Result<(), ServiceError> + 'static,
    ) -> ApiResult<HttpResponse> {
        let done = self.once(place, async move |conn, by, earlier| {
            if earlier.is_none() {
                work(conn, by).await?;
            }
            Ok(Made::new(id, ()))
        });
        Ok(retry::gone(done.await?))
    }

    /// Does what is asked of a club, by whoever may do so much, unless it was done before.
    pub async fn once<T: 'static>(
        self,
        (club, needs): (Uuid, Scope),
        work: impl AsyncFn(&mut Connection, &Actor, Option<Earlier>) -> Result<Made<T>, ServiceError> + 'static,
    ) -> ApiResult<Done<T>> {
        let by = Actor { dry_run: self.query.is_dry(), caller: self.caller };
        let attempt = retry::of_club(&self.request, &by.caller, club, needs)?.filter(|_| !by.dry_run);
        retry::once(&self.state, attempt, async move |conn, earlier| work(conn, &by, earlier).await).await
    }
}

impl<Q: Parameters> FromRequest for WriteRequest<Q> {
    type Error = Problem;
    type Future = Ready<ApiResult<WriteRequest<Q>>>;

    fn from_request(request: &HttpRequest, payload: &mut dev::Payload) -> Self::Future {
        let mut read = || {
            let state = request.app_data::<Data<State>>().cloned();
            Ok(WriteRequest {
                state: state.ok_or_else(|| Problem::internal("no state"))?,
                caller: Caller::from_request(request, payload).into_inner()?,
                query: Query::<Q>::from_request(request, payload).into_inner()?.0,
                request: request.clone(),
            })
        };
        ready(read())
    }
}
