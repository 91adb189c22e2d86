//! Pages of other origins: those that are set may call the service, others may not (CORS).
//!
//! Keys are sent in a header and there are no cookies, so credentials are never allowed.

use actix_web::HttpResponse;
use actix_web::dev::ServiceRequest;
use actix_web::http::Method;
use actix_web::http::header::{
    ACCESS_CONTROL_ALLOW_HEADERS, ACCESS_CONTROL_ALLOW_METHODS, ACCESS_CONTROL_ALLOW_ORIGIN,
    ACCESS_CONTROL_EXPOSE_HEADERS, ACCESS_CONTROL_MAX_AGE, ACCESS_CONTROL_REQUEST_METHOD, HeaderMap,
    HeaderValue, ORIGIN, VARY,
};

use crate::access::Access;

const METHODS: &str = "GET, HEAD, POST, PUT, PATCH, DELETE";
const HEADERS: &str = "Authorization, Content-Type, Idempotency-Key, If-Match, If-None-Match, Prefer";
const SHOWN: &str = "ETag, Idempotent-Replayed, Link, Location, Preference-Applied, Retry-After, WWW-Authenticate, \
     X-Request-Id";

/// Stands for every origin among those that are set.
const ANY: &str = "*";

/// The origin that a request comes from, if its pages may call.
pub(super) fn asking(request: &ServiceRequest, access: &Access) -> Option<HeaderValue> {
    let origin = request.headers().get(ORIGIN)?;
    let is_allowed = |allowed: &String| allowed == ANY || allowed.as_bytes() == origin.as_bytes();
    access.cors_origins.iter().any(is_allowed).then(|| origin.clone())
}

/// Whether a browser asks what it may send.
pub(super) fn is_preflight(request: &ServiceRequest) -> bool {
    request.method() == Method::OPTIONS && request.headers().contains_key(ACCESS_CONTROL_REQUEST_METHOD)
}

/// Answers what may be sent.
pub(super) fn preflight() -> HttpResponse {
    HttpResponse::NoContent()
        .insert_header((ACCESS_CONTROL_ALLOW_METHODS, METHODS))
        .insert_header((ACCESS_CONTROL_ALLOW_HEADERS, HEADERS))
        .insert_header((ACCESS_CONTROL_MAX_AGE, "600"))
        .finish()
}

/// Says whose pages may read the answer. Caches must know that it depends on the origin.
pub(super) fn allow(asking: Option<HeaderValue>, access: &Access, headers: &mut HeaderMap) {
    headers.append(VARY, HeaderValue::from_static("Origin"));
    if let Some(origin) = asking {
        let is_any = access.cors_origins.iter().any(|allowed| allowed == ANY);
        let shown = if is_any { HeaderValue::from_static(ANY) } else { origin };
        headers.insert(ACCESS_CONTROL_ALLOW_ORIGIN, shown);
        headers.insert(ACCESS_CONTROL_EXPOSE_HEADERS, HeaderValue::from_static(SHOWN));
    }
}
