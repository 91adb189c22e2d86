//! What every request passes before a handler sees it: its length, its limits, its key; and what
//! every answer is given before it leaves.
//!
//! HEAD is answered as GET; the server leaves the body out.

use std::net::{IpAddr, Ipv4Addr};

use actix_web::body::{EitherBody, MessageBody};
use actix_web::dev::{ServiceRequest, ServiceResponse};
use actix_web::http::Method;
use actix_web::http::header::{CACHE_CONTROL, CONTENT_SECURITY_POLICY, HeaderMap, HeaderValue};
use actix_web::http::header::{HeaderName, REFERRER_POLICY, X_CONTENT_TYPE_OPTIONS};
use actix_web::middleware::Next;
use actix_web::{Error, HttpMessage, web};

use super::State;
use super::caching;
use super::caller::{self, Identity, Origin};
use super::codes::request::URI_TOO_LONG;
use super::compression;
use super::cors;
use super::problem::{ApiResult, Problem};

/// How many bytes a path with its query may have.
const LONGEST_URI: usize = 8 * 1024;

const FORWARDED_FOR: HeaderName = HeaderName::from_static("x-forwarded-for");

/// The answers are data: nothing in them is to be loaded, run or framed.
const NOTHING: HeaderValue = HeaderValue::from_static("default-src 'none'; frame-ancestors 'none'");
/// The pages about problems and rules have their style in them.
const STYLE: HeaderValue = HeaderValue::from_static(
    "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'; base-uri 'none'",
);
/// The documentation is a program of ours that asks for the document and may try it out.
const PROGRAM: HeaderValue = HeaderValue::from_static(
    "default-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; \
     frame-ancestors 'none'; base-uri 'none'; form-action 'none'",
);

/// Lets a request through to its handler, or answers it.
///
/// Errors: those of the application.
pub async fn guard<B: MessageBody + 'static>(
    mut request: ServiceRequest,
    next: Next<B>,
) -> Result<ServiceResponse<EitherBody<B>>, Error> {
    let state = request.app_data::<web::Data<State>>().cloned();
    let path = request.path().to_owned();
    let asking = state.as_ref().and_then(|state| cors::asking(&request, &state.access));
    let is_preflight = asking.is_some() && cors::is_preflight(&request);
    let authorized = match &state {
        Some(_) if is_preflight => Ok(()),
        Some(state) => authorize(&request, state).await,
        None => Ok(()),
    };
    if request.method() == Method::HEAD {
        request.head_mut().method = Method::GET;
    }
    let is_read = request.method() == Method::GET;
    let mut response = match authorized {
        Ok(()) if is_preflight => request.into_response(cors::preflight()).map_into_right_body(),
        Ok(()) => next.call(request).await?.map_into_left_body(),
        Err(problem) => {
            let answer = actix_web::HttpResponse::from_error(problem);
            request.into_response(answer).map_into_right_body()
        }
    };
    if is_read {
        response = caching::tag(response);
    }
    protect(&path, response.headers_mut());
    if let Some(state) = state.filter(|state| !state.access.cors_origins.is_empty()) {
        cors::allow(asking, &state.access, response.headers_mut());
    }
    Ok(compression::compress(response))
}

async fn authorize(request: &ServiceRequest, state: &State) -> ApiResult<()> {
    if request.uri().path_and_query().is_some_and(|uri| uri.as_str().len() > LONGEST_URI) {
        return Err(Problem::new(&URI_TOO_LONG, "The path and the query have more than 8 KiB."));
    }
    let address = address(request, state.access.behind_proxy);
    state.limits.address(address)?;
    request.extensions_mut().insert(Origin(address));
    if request.path().starts_with("/v1") {
        let identity = caller::identify(request, state).await?;
        if let Identity::Caller(caller) = &identity {
            state.limits.key(caller.key_id)?;
        }
        request.extensions_mut().insert(identity);
    }
    Ok(())
}

/// Where a request came from. A proxy adds the address it sees to what a client may have made up,
/// so only the last one counts.
fn address(request: &ServiceRequest, behind_proxy: bool) -> IpAddr {
    let peer = request.peer_addr().map_or(IpAddr::V4(Ipv4Addr::UNSPECIFIED), |peer| peer.ip());
    if !behind_proxy {
        return peer;
    }
    let forwarded = request.headers().get_all(FORWARDED_FOR).last().and_then(|value| value.to_str().ok());
    let last = forwarded.and_then(|list| list.rsplit(',').next()).map(str::trim);
    last.and_then(|text| text.parse().ok()).unwrap_or(peer)
}

/// Adds what keeps browsers from doing more with an answer than it is meant for.
fn protect(path: &str, headers: &mut HeaderMap) {
    let policy = match path {
        _ if path.starts_with("/docs") => PROGRAM,
        _ if path == "/" || path.starts_with("/problems") || path.starts_with("/rules") => STYLE,
        _ => NOTHING,
    };
    headers.insert(CONTENT_SECURITY_POLICY, policy);
    headers.insert(X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff"));
    headers.insert(REFERRER_POLICY, HeaderValue::from_static("no-referrer"));
    if path.starts_with("/v1") && !headers.contains_key(CACHE_CONTROL) {
        // It is the caller's own, and asked about anew each time; the ETag makes that cheap.
        headers.insert(CACHE_CONTROL, HeaderValue::from_static("private, no-cache"));
    }
}

#[cfg(test)]
mod tests {
    use actix_web::test::TestRequest;

    use super::*;

    #[test]
    fn only_what_the_proxy_added_says_where_a_request_is_from() {
        let request = TestRequest::default()
            .peer_addr("127.0.0.1:5000".parse().unwrap())
            .insert_header((FORWARDED_FOR, "10.0.0.1, 192.0.2.7"))
            .to_srv_request();
        assert_eq!(address(&request, true), "192.0.2.7".parse::<IpAddr>().unwrap());
        assert_eq!(address(&request, false), "127.0.0.1".parse::<IpAddr>().unwrap());

        let plain = TestRequest::default().peer_addr("127.0.0.1:5000".parse().unwrap()).to_srv_request();
        assert_eq!(address(&plain, true), "127.0.0.1".parse::<IpAddr>().unwrap());
    }
}
