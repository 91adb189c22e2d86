//! Answers that a client has already: the entity tag of what has no version of its own.
//!
//! Games and rounds have their version as their tag. Everything else that is read under `/v1` gets
//! one made of its bytes, and is not sent again to a client that names it in `If-None-Match`.

use actix_web::body::{BoxBody, EitherBody, MessageBody};
use actix_web::dev::ServiceResponse;
use actix_web::http::StatusCode;
use actix_web::http::header::{CONTENT_TYPE, ETAG, HeaderValue};
use data_encoding::HEXLOWER;
use sha2::{Digest, Sha256};

use super::etag;

/// How many bytes of the hash a tag has.
const LENGTH: usize = 12;

/// Tags an answer, or leaves it out if the client has it. What is streamed is left as it is.
pub(super) fn tag<B: MessageBody + 'static>(
    response: ServiceResponse<EitherBody<B>>,
) -> ServiceResponse<EitherBody<B>> {
    let plain = response.status() == StatusCode::OK && !response.headers().contains_key(ETAG);
    if !plain || !response.request().path().starts_with("/v1/") {
        return response;
    }
    let request = response.request().clone();
    response.map_body(|head, body| match body.try_into_bytes() {
        Err(body) => body,
        Ok(bytes) => {
            let hash = Sha256::digest(&bytes);
            let mut digits = HEXLOWER.encode(&hash);
            digits.truncate(2 * LENGTH);
            let tag = format!("\"{digits}\"");
            if let Ok(value) = HeaderValue::from_str(&tag) {
                head.headers.insert(ETAG, value);
            }
            if etag::is_known(request.headers(), &tag) {
                head.status = StatusCode::NOT_MODIFIED;
                head.headers.remove(CONTENT_TYPE);
                return EitherBody::right(BoxBody::new(()));
            }
            EitherBody::right(BoxBody::new(bytes))
        }
    })
}
