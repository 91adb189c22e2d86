//! A request to change a game: who asks, which version is meant, and whether only to try; and its answer,
//! the same for every change.

use std::future::{Ready, ready};

use actix_web::http::StatusCode;
use actix_web::http::header::{ETAG, LOCATION};
use actix_web::{FromRequest, HttpRequest, HttpResponse, HttpResponseBuilder, dev, rt};
use chrono::Utc;
use uuid::Uuid;

use super::etag::{self, IfMatch};
use super::problem::{ApiResult, Problem};
use super::query::{DryRun, Parameters, Try};
use super::view::GameChange;
use super::write::WriteRequest;
use super::{played, prefer, retry};
use crate::rules::{Event, SeatChange, SeatNews};
use crate::service::ServiceError;
use crate::service::games::{self, Action, Change, ChangeOutcome};
use crate::service::version::Expected;

/// What every request to change a game has. Extracting it refuses who has no key.
#[derive(Clone)]
pub struct ChangeRequest<Q = DryRun> {
    write: WriteRequest<Q>,
    if_match: IfMatch,
}

impl<Q: Try> ChangeRequest<Q> {
    /// The parameters of the query.
    pub fn query(&self) -> &Q {
        &self.write.query
    }

    /// A change of whatever version `If-Match` admits.
    pub fn change(&self, game: Uuid, action: impl Into<Action>) -> Change {
        self.changes(game, vec![action.into()])
    }

    /// A change by several actions.
    pub fn changes(&self, game: Uuid, actions: Vec<Action>) -> Change {
        self.of(game, self.if_match.clone().or_any(), actions)
    }

    /// A change that must name the version that it is meant for.
    ///
    /// Errors: 428 if it does not.
    pub fn change_of_version(&self, game: Uuid, action: impl Into<Action>) -> ApiResult<Change> {
        Ok(self.of(game, self.if_match.clone().required()?, vec![action.into()]))
    }

    fn of(&self, game: Uuid, expected: Expected, actions: Vec<Action>) -> Change {
        let extent = prefer::preferred(self.write.request.headers()).unwrap_or_default();
        Change { game, expected, actions, partial: false, dry_run: self.write.query.is_dry(), extent }
    }

    /// Changes a game, unless that was done before, and even if the client goes away meanwhile.
    pub async fn record(self, change: Change) -> ApiResult<HttpResponse> {
        self.try_record(change).await.map_err(Problem::from)
    }

    /// The same by a list of the body, `/turns` or `/rounds`, in which the places of a refusal are.
    pub async fn record_list(self, list: &str, change: Change) -> ApiResult<HttpResponse> {
        self.try_record(change).await.map_err(|failure| match failure {
            Failure::Refused(ServiceError::Refused { problems, index, game, names }) => {
                played::refused(&problems, &format!("{list}/{index}"), &game, &names)
            }
            failure @ (Failure::Refused(_) | Failure::Request(_)) => failure.into(),
        })
    }

    async fn try_record(self, change: Change) -> Result<HttpResponse, Failure> {
        let WriteRequest { state, caller, request, .. } = self.write;
        let (extent, dry_run) = (change.extent, change.dry_run);
        let attempt = retry::of_game(&request, &caller, change.game)?.filter(|_| !dry_run);
        let work = rt::spawn(async move {
            games::change((&state.db, &state.games), &caller, &change, attempt.as_ref(), Utc::now()).await
        });
        let done = work.await.map_err(Problem::internal)??;
        Ok(retry::answer(done, StatusCode::OK, |answer, changed| {
            if !dry_run {
                answer.insert_header((ETAG, etag::header(changed.after.version())));
                tell_made(answer, &changed);
            }
            if let Some(applied) = prefer::applied(extent) {
                answer.insert_header(applied);
            }
            answer.json(GameChange::of(changed, extent))
        }))
    }
}

/// Why a change was not recorded.
enum Failure {
    /// The use case refused it.
    Refused(ServiceError),
    /// It cannot be asked so, or the service failed.
    Request(Problem),
}

impl From<ServiceError> for Failure {
    fn from(refusal: ServiceError) -> Failure {
        Failure::Refused(refusal)
    }
}

impl From<Problem> for Failure {
    fn from(problem: Problem) -> Failure {
        Failure::Request(problem)
    }
}

impl From<Failure> for Problem {
    fn from(failure: Failure) -> Problem {
        match failure {
            Failure::Refused(refusal) => refusal.into(),
            Failure::Request(problem) => problem,
        }
    }
}

/// Says that a change made something, and where a round is.
fn tell_made(answer: &mut HttpResponseBuilder, changed: &ChangeOutcome) {
    match changed.events.first() {
        Some(Event::RoundStarted(_) | Event::RoundRecorded(_)) => {
            let place = format!("/v1/games/{}/rounds/{}", changed.id, changed.after.game.rounds().len());
            answer.status(StatusCode::CREATED).insert_header((LOCATION, place));
        }
        Some(
            Event::TurnTaken(_)
            | Event::PenaltyAdded(_)
            | Event::BonusAdded(_)
            | Event::SeatsChanged(SeatChange { news: SeatNews::Joined { .. }, .. }),
        ) => {
            answer.status(StatusCode::CREATED);
        }
        _ => {}
    }
}

impl<Q: Parameters> FromRequest for ChangeRequest<Q> {
    type Error = Problem;
    type Future = Ready<ApiResult<ChangeRequest<Q>>>;

    fn from_request(request: &HttpRequest, payload: &mut dev::Payload) -> Self::Future {
        let mut read = || {
            Ok(ChangeRequest {
                write: WriteRequest::from_request(request, payload).into_inner()?,
                if_match: IfMatch::from_request(request, payload).into_inner()?,
            })
        };
        ready(read())
    }
}
