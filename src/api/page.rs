//! Lists in pages: opaque cursors over (time, id), so that nothing is shown twice or left out
//! while the list grows.

use std::borrow::Cow;

use actix_web::http::header::LINK;
use actix_web::{HttpRequest, HttpResponse};
use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};
use utoipa::openapi::schema::{ArrayBuilder, ObjectBuilder, Schema, SchemaType, Type};
use utoipa::openapi::{Ref, RefOr};
use utoipa::{IntoParams, PartialSchema, ToSchema};
use uuid::Uuid;

use super::problem::ApiResult;
use super::query::invalid;
use crate::store::After;

/// How many items a page has at most.
pub const MAX_LIMIT: u8 = 100;

/// How many items a page has if nothing else is asked for.
pub const DEFAULT_LIMIT: u8 = 50;

/// One page of a list. Name it with an alias (`pub type PlayerPage = Page<Player>`), so that
/// the document calls it `PlayerPage`.
#[derive(Clone, Debug, Serialize)]
pub struct Page<T> {
    pub items: Vec<T>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub next_cursor: Option<String>,
}

/// The query parameters of a list without further ones.
#[derive(Debug, Default, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct PageQuery {
    /// How many items at most.
    #[param(value_type = u8, nullable = false, required = false, minimum = 1, maximum = 100, default = 50)]
    pub limit: Option<String>,
    /// The `next_cursor` of the page before.
    #[param(nullable = false, min_length = 48, max_length = 48, pattern = "^0[0-9a-f]{47}$")]
    pub cursor: Option<String>,
}

/// Which part of a list is asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Place {
    pub after: Option<After>,
    limit: u8,
}

impl PageQuery {
    /// The place that is asked for.
    ///
    /// # Errors
    ///
    /// 400 if the limit is out of range or the cursor is not one of ours.
    pub fn place(&self) -> ApiResult<Place> {
        let limit = match self.limit.as_deref().map(str::parse) {
            None => DEFAULT_LIMIT,
            Some(Ok(limit @ 1..=MAX_LIMIT)) => limit,
            Some(_) => {
                let why = format!("must be a whole number from 1 to {MAX_LIMIT}");
                return Err(invalid("limit", why));
            }
        };
        let after = match self.cursor.as_deref().map(read_cursor) {
            None => None,
            Some(Some(after)) => Some(after),
            Some(None) => return Err(invalid("cursor", "must be the next_cursor of a page")),
        };
        Ok(Place { after, limit })
    }
}

impl Place {
    /// How many rows to read: one more than is shown tells whether there is a next page.
    #[must_use]
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
        place: &Place,
        position: impl Fn(&R) -> After,
        shape: impl Fn(R) -> T,
    ) -> Page<T> {
        let limit = usize::from(place.limit);
        let is_last = rows.len() <= limit;
        rows.truncate(limit);
        let last = rows.last().filter(|_| !is_last);
        let next_cursor = last.map(|row| write_cursor(position(row)));
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

    fn query(limit: Option<&str>, cursor: Option<&str>) -> PageQuery {
        PageQuery { limit: limit.map(str::to_owned), cursor: cursor.map(str::to_owned) }
    }

    #[test]
    fn a_cursor_leads_back_to_its_place() {
        let now = DateTime::from_timestamp_micros(Utc::now().timestamp_micros()).unwrap();
        let after = (now, Uuid::now_v7());
        let place = query(None, Some(&write_cursor(after))).place().unwrap();
        assert_eq!(place, Place { after: Some(after), limit: DEFAULT_LIMIT });
    }

    #[test]
    fn malformed_places_are_refused() {
        for limit in ["0", "101", "-1", "ten", "", "5.0"] {
            assert_eq!(query(Some(limit), None).place().unwrap_err().code(), "invalid_query");
        }
        for cursor in ["", "x", &"g".repeat(48), &"f".repeat(48), &"é".repeat(24)] {
            assert_eq!(query(None, Some(cursor)).place().unwrap_err().code(), "invalid_query");
        }
    }

    #[test]
    fn the_next_page_is_named_until_there_is_none() {
        let place = query(Some("2"), None).place().unwrap();
        let at = |number: &i64| (DateTime::from_timestamp(*number, 0).unwrap(), Uuid::nil());

        let page = Page::of(vec![1, 2, 3], &place, at, |number| number);
        assert_eq!(page.items, [1, 2]);
        let request = TestRequest::with_uri("/v1/x?cursor=old&limit=2").to_http_request();
        let answer = page.respond(&request);
        let link = answer.headers().get(LINK).unwrap().to_str().unwrap();
        assert!(link.starts_with("</v1/x?limit=2&cursor=0000"), "{link}");
        assert!(link.ends_with(">; rel=\"next\""), "{link}");

        assert_eq!(Page::of(vec![1, 2], &place, at, |number| number).next_cursor, None);
    }
}
