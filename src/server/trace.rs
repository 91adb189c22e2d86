//! The request id and the access log.

use std::sync::Arc;
use std::time::Instant;

use actix_web::body::{BodySize, MessageBody};
use actix_web::dev::{ServiceRequest, ServiceResponse};
use actix_web::error::InternalError;
use actix_web::http::ConnectionType;
use actix_web::http::header::{HeaderName, HeaderValue};
use actix_web::middleware::Next;
use actix_web::web::Data;
use actix_web::{Error, HttpMessage, HttpRequest};
use uuid::Uuid;

use super::connections::Connections;
use crate::api::State;
use crate::api::caller::Origin;
use crate::api::problem::failure;

/// The header that carries the id to the client.
const X_REQUEST_ID: HeaderName = HeaderName::from_static("x-request-id");
/// How much of a path the log shows.
const SHOWN: usize = 200;

/// What ties an answer to the lines of the log. Always made here: an id that a client chose could
/// be made to collide with another's.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RequestId(pub Uuid);

impl RequestId {
    /// The id of a request that is being answered.
    pub fn of(request: &HttpRequest) -> Option<RequestId> {
        request.extensions().get::<RequestId>().copied()
    }
}

/// Gives the request an id, answers it as `X-Request-Id`, and writes one line when it is answered.
///
/// The line has the path without its query, the client's address unless that is not wanted, and nothing
/// else of headers or bodies: those may hold keys and names.
pub(super) async fn trace<B: MessageBody + 'static>(
    request: ServiceRequest,
    next: Next<B>,
) -> Result<ServiceResponse<B>, Error> {
    let started = Instant::now();
    let id = Uuid::now_v7();
    request.extensions_mut().insert(RequestId(id));
    let method = request.method().clone();
    let path: String = request.path().chars().take(SHOWN).collect();
    let connections = request.app_data::<Arc<Connections>>().cloned();
    // Java's client asks to go on with HTTP/2. Nobody does here, but the connection ends with the answer to it.
    let is_last = request.head().upgrade();

    let answered = next.call(request).await;
    let mut origin = String::new();

    let header = HeaderValue::try_from(id.to_string()).map_err(actix_web::error::ErrorInternalServerError)?;
    let (answered, status, size) = match answered {
        Ok(mut response) => {
            response.headers_mut().insert(X_REQUEST_ID, header);
            if is_last || connections.is_some_and(|connections| connections.are_scarce()) {
                response.response_mut().head_mut().set_connection_type(ConnectionType::Close);
            }
            if let Some(cause) = failure(response.response()) {
                log::error!("{method} {path} failed: {cause} {id}");
            }
            let (status, size) = (response.status(), response.response().body().size());
            origin = shown_origin(response.request());
            (Ok(response), status, size)
        }
        // A middleware further in refused. Its answer is made here, to carry the id.
        Err(error) => {
            let mut response = error.error_response();
            response.headers_mut().insert(X_REQUEST_ID, header);
            let (status, size) = (response.status(), response.body().size());
            (Err(InternalError::from_response(error, response).into()), status, size)
        }
    };
    let bytes = match size {
        BodySize::None => "0".to_owned(),
        BodySize::Sized(bytes) => bytes.to_string(),
        BodySize::Stream => "-".to_owned(),
    };
    let ms = started.elapsed().as_secs_f64() * 1000.0;
    log::info!(target: "pipkeeper::access", "{method} {path} {status} {bytes}B {ms:.1}ms{origin} {id}", status = status.as_u16());
    answered
}

/// Where the request came from, with a space before it, if the log may say so.
fn shown_origin(request: &HttpRequest) -> String {
    let state = request.app_data::<Data<State>>();
    let is_shown = state.is_some_and(|state| state.access.logs_addresses);
    let origin = request.extensions().get::<Origin>().filter(|_| is_shown).map(|Origin(address)| *address);
    origin.map_or_else(String::new, |address| format!(" {address}"))
}
