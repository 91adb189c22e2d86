//! Who calls, taken from the header `Authorization`.
//!
//! A handler that takes a `Caller` cannot be reached without a good key. One that takes a
//! `Reader` can be reached without a key, but not with a bad one.

use std::pin::Pin;

use actix_web::http::header::AUTHORIZATION;
use actix_web::{FromRequest, HttpRequest, dev, web};
use chrono::Utc;

use super::State;
use super::problem::{ApiResult, Problem};
use crate::service::auth::{self, Caller, Reader};
use crate::service::keys::Secret;

impl FromRequest for Caller {
    type Error = Problem;
    type Future = Pin<Box<dyn Future<Output = ApiResult<Caller>>>>;

    fn from_request(request: &HttpRequest, _: &mut dev::Payload) -> Self::Future {
        let request = request.clone();
        Box::pin(async move {
            let missing = || Problem::unauthenticated("A key is needed: send Authorization: Bearer pk_….");
            caller(&request).await?.ok_or_else(missing)
        })
    }
}

impl FromRequest for Reader {
    type Error = Problem;
    type Future = Pin<Box<dyn Future<Output = ApiResult<Reader>>>>;

    fn from_request(request: &HttpRequest, _: &mut dev::Payload) -> Self::Future {
        let request = request.clone();
        Box::pin(async move { Ok(caller(&request).await?.map_or(Reader::Anyone, Reader::Caller)) })
    }
}

/// The owner of the key in the request, if there is a key.
async fn caller(request: &HttpRequest) -> ApiResult<Option<Caller>> {
    let Some(header) = request.headers().get(AUTHORIZATION) else {
        return Ok(None);
    };
    let secret = header
        .to_str()
        .ok()
        .and_then(|text| text.split_once(' '))
        .filter(|(scheme, _)| scheme.eq_ignore_ascii_case("bearer"))
        .and_then(|(_, token)| Secret::parse(token.trim()))
        .ok_or_else(|| {
            let form = "`Bearer pk_` and 64 hexadecimal digits";
            Problem::unauthenticated(format!("The header Authorization must be {form}."))
        })?;
    let state = request
        .app_data::<web::Data<State>>()
        .ok_or_else(|| Problem::internal("the application has no state"))?;
    Ok(Some(auth::recognise(&state.db, &secret, Utc::now()).await?))
}
