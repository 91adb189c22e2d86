//! Lists in pages: opaque cursors over (time, id), so that nothing is shown twice or left out
//! while the list grows. A cursor begins with a mark of its list, and is refused by every other.

use data_encoding::HEXLOWER;
use std::borrow::Cow;

use actix_web::http::header::LINK;
use actix_web::{HttpRequest, HttpResponse};
use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};
use serde_with::skip_serializing_none;
use sha2::{Digest, Sha256};
use utoipa::openapi::schema::{ArrayBuilder, ObjectBuilder, Schema, SchemaType, Type};
use utoipa::openapi::{Ref, RefOr};
use utoipa::{IntoParams, PartialSchema, ToSchema};
use uuid::Uuid;

use super::problem::{ApiResult, Problem};
use super::query::invalid;
use crate::reader::whole;
use crate::store::After;

/// How many items a page has at most.
pub const MAX_LIMIT: u8 = 100;

/// How many items a page has if nothing else is asked for.
pub const DEFAULT_LIMIT: u8 = 50;

/// How many digits the mark of a list has.
const MARK: usize = 8;

/// One page of a list. Name it with an alias (`pub type PlayerPage = Page<Player>`), so that
/// the document calls it `PlayerPage`.
#[skip_serializing_none]
#[derive(Clone, Debug, Serialize)]
pub struct Page<T> {
    pub items: Vec<T>,
    pub next_cursor: Option<String>,
}

/// Which page of a list is asked for.
#[derive(Clone, Debug, Default, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct PageQuery {
    /// How many items at most.
    #[serde(default, deserialize_with = "whole::<_, _, 1, 100>")]
    #[param(minimum = 1, maximum = 100, default = 50)]
    pub limit: Option<u8>,
    /// The `next_cursor` of the page before, with everything else as it was.
    #[param(min_length = 56, max_length = 64, pattern = "^[0-9a-f]+$")]
    pub cursor: Option<String>,
}

/// Which part of a list is asked for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PageRequest {
    pub after: Option<After>,
    limit: u8,
    /// What cursors of the list begin with.
    mark: String,
}

impl PageQuery {
    /// The place that is asked for.
    ///
    /// Errors: 400 if the cursor is not one of this list.
    pub fn place(&self, request: &HttpRequest) -> ApiResult<PageRequest> {
        let mark = mark(request);
        let cursor = self.cursor.as_deref().map(|cursor| unmarked(cursor, &mark)).transpose()?;
        let query = PageQuery { limit: self.limit, cursor: cursor.map(str::to_owned) };
        Ok(PageRequest { mark, ..query.unmarked_place()? })
    }

    /// The same for a cursor whose mark was taken off.
    ///
    /// Errors: 400 if the cursor is not one of ours.
    pub fn unmarked_place(&self) -> ApiResult<PageRequest> {
        let limit = self.limit.unwrap_or(DEFAULT_LIMIT);
        let after = match self.cursor.as_deref().map(read_cursor) {
            None => None,
            Some(Some(after)) => Some(after),
            Some(None) => return Err(no_cursor()),
        };
        Ok(PageRequest { after, limit, mark: String::new() })
    }
}

impl PageRequest {
    /// How many rows to read: one more than is shown tells whether there is a next page.
    pub fn rows(&self) -> i64 {
        i64::from(self.limit) + 1
    }
}

impl<T> Page<T> {
    /// Makes a page of the rows that were read for `place`.
    ///
    /// `position` says where a row is in the order of the list.
    pub fn of<R>(
        mut rows: Vec<R>,
        place: &PageRequest,
        position: impl Fn(&R) -> After,
        shape: impl Fn(R) -> T,
    ) -> Page<T> {
        let limit = usize::from(place.limit);
        let is_last = rows.len() <= limit;
        rows.truncate(limit);
        let last = rows.last().filter(|_| !is_last);
        let next_cursor = last.map(|row| format!("{}{}", place.mark, write_cursor(position(row))));
        Page { items: rows.into_iter().map(shape).collect(), next_cursor }
    }
}

impl<T: Serialize> Page<T> {
    /// Answers the page, with a `Link` to the next one.
    pub fn respond(&self, request: &HttpRequest) -> HttpResponse {
        let mut answer = HttpResponse::Ok();
        if let Some(cursor) = &self.next_cursor {
            answer.insert_header((LINK, next_link(request, cursor)));
        }
        answer.json(self)
    }
}

/// The address of the next page: this one with another cursor.
fn next_link(request: &HttpRequest, cursor: &str) -> String {
    let kept =
        request.query_string().split('&').filter(|pair| !pair.is_empty() && !pair.starts_with("cursor="));
    let cursor = format!("cursor={cursor}");
    let query: Vec<&str> = kept.chain([cursor.as_str()]).collect();
    format!("<{}?{}>; rel=\"next\"", request.path(), query.join("&"))
}

/// What cursors of a list begin with: a hash of its path and of what is asked for besides the page.
pub fn mark(request: &HttpRequest) -> String {
    let parameters = form_urlencoded::parse(request.query_string().as_bytes());
    let mut asked: Vec<_> = parameters.filter(|(name, _)| name != "limit" && name != "cursor").collect();
    asked.sort();
    let hash = Sha256::new().chain_update(request.path());
    let hash = asked.iter().fold(hash, |hash, (name, value)| {
        hash.chain_update([0]).chain_update(name.as_bytes()).chain_update([0]).chain_update(value.as_bytes())
    });
    let mut mark = HEXLOWER.encode(&hash.finalize());
    mark.truncate(MARK);
    mark
}

/// A cursor without the mark of its list.
///
/// Errors: 400 if it is none, or one of another list.
pub fn unmarked<'c>(cursor: &'c str, mark: &str) -> ApiResult<&'c str> {
    let is_ours = cursor.len() >= MARK + 48 && cursor.bytes().all(|byte| byte.is_ascii_hexdigit());
    if !is_ours {
        return Err(no_cursor());
    }
    let other = || invalid("cursor", "is of another query: keep all else as it was");
    cursor.strip_prefix(mark).ok_or_else(other)
}

fn no_cursor() -> Problem {
    invalid("cursor", "must be the next_cursor of a page")
}

/// A place in a list as text: microseconds and id in hexadecimal.
fn write_cursor((time, id): After) -> String {
    format!("{:016x}{}", time.timestamp_micros(), id.simple())
}

fn read_cursor(text: &str) -> Option<After> {
    if !text.bytes().all(|byte| byte.is_ascii_hexdigit()) || text.len() != 48 {
        return None;
    }
    let (time, id) = text.split_at_checked(16)?;
    let time = DateTime::<Utc>::from_timestamp_micros(i64::from_str_radix(time, 16).ok()?)?;
    Some((time, Uuid::try_parse(id).ok()?))
}

impl<T: ToSchema> PartialSchema for Page<T> {
    fn schema() -> RefOr<Schema> {
        let items = ArrayBuilder::new()
            .items(Ref::from_schema_name(T::name()))
            .max_items(Some(usize::from(MAX_LIMIT)));
        let cursor = ObjectBuilder::new()
            .schema_type(SchemaType::Type(Type::String))
            .description(Some("Send it as `cursor` for the next page. Absent on the last one."));
        ObjectBuilder::new()
            .description(Some(format!("One page of a list: {}.", T::name())))
            .property("items", items)
            .required("items")
            .property("next_cursor", cursor)
            .into()
    }
}

impl<T: ToSchema> ToSchema for Page<T> {
    fn name() -> Cow<'static, str> {
        format!("{}Page", T::name()).into()
    }

    fn schemas(out: &mut Vec<(String, RefOr<Schema>)>) {
        out.push((T::name().into(), T::schema()));
        T::schemas(out);
    }
}

#[cfg(test)]
mod tests {
    use actix_web::test::TestRequest;

    use super::*;

    fn query(limit: Option<u8>, cursor: Option<&str>) -> PageQuery {
        PageQuery { limit, cursor: cursor.map(str::to_owned) }
    }

    #[test]
    fn a_cursor_leads_back_to_its_place() {
        let now = DateTime::from_timestamp_micros(Utc::now().timestamp_micros()).unwrap();
        let after = (now, Uuid::now_v7());
        let ours = TestRequest::with_uri("/v1/x?b=%20&a=1").to_http_request();
        let mark = mark(&ours);
        let cursor = format!("{mark}{}", write_cursor(after));
        let found = |uri: &str| {
            let request = TestRequest::with_uri(uri).to_http_request();
            query(None, Some(&cursor)).place(&request)
        };
        let place = PageRequest { after: Some(after), limit: DEFAULT_LIMIT, mark };
        assert_eq!(found("/v1/x?a=1&limit=3&b=+&cursor=1").unwrap(), place);
        for other in ["/v1/y?b=%20&a=1", "/v1/x?b=%20", "/v1/x?b=%20&a=2", "/v1/x"] {
            assert!(found(other).unwrap_err().to_string().contains("is of another query"), "{other}");
        }
    }

    #[test]
    fn malformed_places_are_refused() {
        let any = TestRequest::default().to_http_request();
        for limit in ["0", "101", "-1", "ten", "", "5.0"] {
            let read = crate::api::query::read::<PageQuery>(&format!("limit={limit}"));
            assert_eq!(read.unwrap_err().code(), "invalid_query");
        }
        let far = format!("{}{}", mark(&any), "f".repeat(48));
        for cursor in ["", "x", &"g".repeat(56), &far, &"f".repeat(48), &"é".repeat(28)] {
            assert_eq!(query(None, Some(cursor)).place(&any).unwrap_err().code(), "invalid_query");
        }
    }

    #[test]
    fn the_next_page_is_named_until_there_is_none() {
        let request = TestRequest::with_uri("/v1/x?cursor=old&limit=2").to_http_request();
        let place = query(Some(2), None).place(&request).unwrap();
        let at = |number: &i64| (DateTime::from_timestamp(*number, 0).unwrap(), Uuid::nil());

        let page = Page::of(vec![1, 2, 3], &place, at, |number| number);
        assert_eq!(page.items, [1, 2]);
        let answer = page.respond(&request);
        let link = answer.headers().get(LINK).unwrap().to_str().unwrap();
        assert!(link.starts_with(&format!("</v1/x?limit=2&cursor={}0000", mark(&request))), "{link}");
        assert!(link.ends_with(">; rel=\"next\""), "{link}");

        assert_eq!(Page::of(vec![1, 2], &place, at, |number| number).next_cursor, None);
    }
}
