//! Answers are compressed where the client takes gzip and it is worth it.
//!
//! A compressed answer is another representation, so its entity tag is weak; tags that come back are compared
//! without that. Nothing is refused for what a client accepts.

use std::future::poll_fn;
use std::io::{self, Write};
use std::pin::Pin;

use actix_web::body::{BodySize, BodyStream, BoxBody, EitherBody, MessageBody};
use actix_web::dev::ServiceResponse;
use actix_web::http::StatusCode;
use actix_web::http::header::{
    ACCEPT_ENCODING, CONTENT_ENCODING, CONTENT_LENGTH, CONTENT_TYPE, ETAG, HeaderMap, HeaderValue, VARY,
};
use actix_web::web::Bytes;
use flate2::Compression;
use flate2::write::GzEncoder;
use futures_util::stream::{Stream, try_unfold};

/// Shorter answers fit into a packet as they are.
const SHORTEST: u64 = 1024;

/// What an answer depends on that may be compressed, for caches.
const ACCEPT: &str = "Accept-Encoding";

/// Compresses an answer, if that is worth it.
pub(super) fn compress<B: MessageBody + 'static>(
    mut response: ServiceResponse<EitherBody<B>>,
) -> ServiceResponse<EitherBody<B>> {
    let is_long = match response.response().body().size() {
        BodySize::Sized(bytes) => bytes >= SHORTEST,
        BodySize::Stream => true,
        BodySize::None => false,
    };
    if response.status() == StatusCode::NOT_MODIFIED {
        // It stands for an answer that depends on this.
        response.headers_mut().append(VARY, HeaderValue::from_static(ACCEPT));
        return response;
    }
    if !is_long || !is_compressible(response.headers()) {
        return response;
    }
    let takes_gzip = takes_gzip(response.request().headers());
    response.map_body(|head, body| {
        // Caches must know, also of an answer that is sent as it is.
        head.headers.append(VARY, HeaderValue::from_static(ACCEPT));
        if !takes_gzip {
            return body;
        }
        let body = match body.try_into_bytes().map(|bytes| (zipped(&bytes), bytes)) {
            Ok((Ok(zipped), _)) => BoxBody::new(zipped),
            // Memory cannot fail to be written.
            Ok((Err(_), bytes)) => return EitherBody::right(BoxBody::new(bytes)),
            Err(body) => BoxBody::new(BodyStream::new(Box::pin(zipped_stream(BoxBody::new(body))))),
        };
        head.no_chunking(false);
        head.headers.remove(CONTENT_LENGTH);
        head.headers.insert(CONTENT_ENCODING, HeaderValue::from_static("gzip"));
        weaken(&mut head.headers);
        EitherBody::right(body)
    })
}

fn is_compressible(headers: &HeaderMap) -> bool {
    let media_type = headers.get(CONTENT_TYPE).and_then(|value| value.to_str().ok()).unwrap_or_default();
    let essence = media_type.split(';').next().unwrap_or_default();
    // What is sent as a file is an export, which is JSON.
    let is_text = ["json", "javascript", "octet-stream"].iter().any(|kind| essence.ends_with(kind))
        || essence.starts_with("text/");
    is_text && !headers.contains_key(CONTENT_ENCODING)
}

/// Whether a client takes gzip: it is named, or everything is, and not with the weight 0.
fn takes_gzip(headers: &HeaderMap) -> bool {
    let values = headers.get_all(ACCEPT_ENCODING).filter_map(|value| value.to_str().ok());
    let mut any = false;
    for part in values.flat_map(|value| value.split(',')) {
        let mut words = part.split(';').map(str::trim);
        let name = words.next().unwrap_or_default();
        let weight = words.find_map(|word| word.strip_prefix("q=")).map_or(Ok(1.0), str::parse::<f32>);
        let is_wanted = weight.is_ok_and(|weight| weight > 0.0);
        if name.eq_ignore_ascii_case("gzip") || name.eq_ignore_ascii_case("x-gzip") {
            return is_wanted;
        }
        any |= name == "*" && is_wanted;
    }
    any
}

/// Makes the entity tag a weak one: it stands for other bytes now.
fn weaken(headers: &mut HeaderMap) {
    let strong = headers.get(ETAG).and_then(|value| value.to_str().ok()).filter(|tag| tag.starts_with('"'));
    if let Some(weak) = strong.and_then(|tag| HeaderValue::try_from(format!("W/{tag}")).ok()) {
        headers.insert(ETAG, weak);
    }
}

fn zipped(bytes: &[u8]) -> io::Result<Vec<u8>> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::fast());
    encoder.write_all(bytes)?;
    encoder.finish()
}

/// What a body gives, part by part. No part is empty: that would end it.
fn zipped_stream(body: BoxBody) -> impl Stream<Item = Result<Bytes, actix_web::Error>> {
    let encoder = GzEncoder::new(Vec::new(), Compression::fast());
    try_unfold((body, Some(encoder)), async |(mut body, encoder)| {
        let Some(mut encoder) = encoder else { return Ok(None) };
        loop {
            match poll_fn(|context| Pin::new(&mut body).poll_next(context)).await {
                Some(part) => {
                    encoder.write_all(&part.map_err(actix_web::error::ErrorInternalServerError)?)?
                }
                None => return Ok(Some((Bytes::from(encoder.finish()?), (body, None)))),
            }
            if !encoder.get_ref().is_empty() {
                let part = std::mem::take(encoder.get_mut());
                return Ok(Some((Bytes::from(part), (body, Some(encoder)))));
            }
        }
    })
}

#[cfg(test)]
mod tests {
    use actix_web::test::TestRequest;

    use super::*;

    #[test]
    fn gzip_is_sent_only_to_who_takes_it() {
        let takes = |value: &str| {
            takes_gzip(
                TestRequest::default().insert_header((ACCEPT_ENCODING, value)).to_http_request().headers(),
            )
        };
        for yes in ["gzip", "GZIP", "br, gzip;q=0.5", "*", "deflate, x-gzip", "br;q=1.0, *;q=0.1"] {
            assert!(takes(yes), "{yes}");
        }
        for no in ["", "br", "identity", "gzip;q=0", "*, gzip;q=0", "*;q=0", "gzip;q=x", "gzipped"] {
            assert!(!takes(no), "{no}");
        }
        assert!(!takes_gzip(TestRequest::default().to_http_request().headers()));
    }
}
