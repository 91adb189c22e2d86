//! The OpenAPI document, made of the routes that are mounted.

mod absent;
mod caching;
mod changes;
mod codes;
mod examples;
mod form;
mod older;
mod reach;
mod retries;
mod trials;
mod whole;
mod words;

use std::collections::BTreeMap;
use std::sync::LazyLock;

use actix_web::App;
use serde::Serialize;
use serde_json::Value;
use utoipa::openapi::path::{HttpMethod, Operation, PathItem};
use utoipa::openapi::security::{HttpAuthScheme, HttpBuilder, SecurityScheme};
use utoipa::openapi::{Ref, RefOr, Response};
use utoipa::{Modify, OpenApi};
use utoipa_actix_web::AppExt;

use super::problem::Problem;
use super::responses;
use super::written::written;

/// Where the service is unless it is told otherwise. Generators make this the default of their clients.
const SERVER: &str = "http://127.0.0.1:8080";

/// What the document says of the whole: everything but paths and schemas.
#[derive(OpenApi)]
#[openapi(
    info(
        title = "Pipkeeper",
        description = include_str!("../../../openapi/about.md"),
        license(name = "MIT OR Apache-2.0", identifier = "MIT OR Apache-2.0"),
        contact(name = "Pipkeeper"),
    ),
    servers((url = SERVER, description = "The address that it listens on by default; set your own")),
    tags(
        (name = "clubs", description = "The people who play together"),
        (name = "keys", description = "Who may speak for a club: keys, share links and pairing codes"),
        (name = "players", description = "The players of a club"),
        (name = "games", description = "The games of a club, and the whole state of a table"),
        (name = "rounds", description = "The rounds of a game and their turns"),
        (name = "seasons", description = "Periods with a ranking of their own, and adjustments of points"),
        (name = "standings", description = "Rankings, statistics and ratings of players, and exports"),
        (name = "penalties", description = "Penalties of a game"),
        (name = "seats", description = "Who sits at the table of a game"),
        (name = "variants", description = "The games that can be played, and their parameters"),
        (name = "assistant", description = "Answers for a table that records nothing: no key, nothing stored"),
        (name = "health", description = "Whether the service can do its work"),
    ),
    security(("bearerAuth" = [])),
    modifiers(&Shared),
)]
struct Base;

/// Adds what every operation may refer to.
struct Shared;

impl Modify for Shared {
    fn modify(&self, document: &mut utoipa::openapi::OpenApi) {
        document.info.version = env!("CARGO_PKG_VERSION").to_owned();
        let components = document.components.get_or_insert_default();
        let bearer = HttpBuilder::new()
            .scheme(HttpAuthScheme::Bearer)
            .description(Some("A key of the club, as `Authorization: Bearer pk_…`."))
            .build();
        components.add_security_scheme("bearerAuth", SecurityScheme::Http(bearer));
        let named = |(name, response): (&str, RefOr<Response>)| (name.to_owned(), response);
        components.responses.extend(responses::all().into_iter().map(named));
        let mut schemas = Vec::new();
        Problem::schemas(&mut schemas);
        components.schemas.extend(schemas);
    }
}

/// The document in its final form, members in the order people read them.
#[derive(Debug, Serialize)]
struct Document {
    openapi: Value,
    info: Value,
    servers: Value,
    security: Value,
    tags: Value,
    paths: Value,
    components: Value,
}

static TEXT: LazyLock<String> = LazyLock::new(|| as_text(document()));

static OLDER_TEXT: LazyLock<String> = LazyLock::new(|| {
    let mut document = document();
    older::rewrite(&mut document);
    as_text(document)
});

/// The document as `/openapi.json` answers it: its server is the one that was asked.
pub fn served(text: &str) -> String {
    text.replacen(SERVER, "/", 1)
}

/// The document as text, as `openapi/openapi.json` has it.
pub fn text() -> &'static str {
    &TEXT
}

/// The same for OpenAPI 3.0.3.
pub fn older_text() -> &'static str {
    &OLDER_TEXT
}

fn as_text(value: Value) -> String {
    let part = |name| part(&value, name).clone();
    let document = Document {
        openapi: part("openapi"),
        info: part("info"),
        servers: part("servers"),
        security: part("security"),
        tags: part("tags"),
        paths: part("paths"),
        components: part("components"),
    };
    written(serde_json::to_string_pretty(&document)) + "\n"
}

/// A part of the document. Without it an empty document would be taken for a true one, so this stops.
#[expect(clippy::expect_used, reason = "utoipa writes them, and the base of the document says the rest")]
fn part<'a>(document: &'a Value, name: &str) -> &'a Value {
    document.get(name).expect("the document has all its parts")
}

/// The document of everything that [`super::routes`] mounts.
pub fn document() -> Value {
    let app = App::new().into_utoipa_app().openapi(Base::openapi()).configure(super::routes);
    let (_, mut document) = app.split_for_parts();
    for (path, item) in &mut document.paths.paths {
        for (method, operation) in operations(item) {
            keyless(operation);
            add_refusals(path, operation);
            form::describe(operation);
            if caching::is_tagged(path, &method, operation) {
                caching::describe(operation);
            }
            if retries::are_known(path, &method) {
                retries::describe(operation);
            }
            changes::describe(operation);
            trials::describe(operation);
        }
    }
    let mut value = written(serde_json::to_value(&document));
    codes::describe(&mut value);
    absent::forbid_null(&mut value);
    drop_property_names(&mut value);
    drop_unused_responses(&mut value);
    whole::merge_parts(&mut value);
    words::open(&mut value);
    examples::add(&mut value);
    codes::name_all(&mut value);
    loosen_answers(&mut value);
    value
}

/// Each path of the document with its methods.
pub fn methods() -> impl Iterator<Item = (String, Vec<String>)> {
    type Paths = BTreeMap<String, BTreeMap<String, Value>>;
    let paths: Paths = written(serde_json::from_value(part(&document(), "paths").clone()));
    paths.into_iter().map(|(path, item)| (path, item.keys().map(|method| method.to_uppercase()).collect()))
}

fn operations(item: &mut PathItem) -> impl Iterator<Item = (HttpMethod, &mut Operation)> {
    let all = [
        (HttpMethod::Get, item.get.as_mut()),
        (HttpMethod::Put, item.put.as_mut()),
        (HttpMethod::Post, item.post.as_mut()),
        (HttpMethod::Delete, item.delete.as_mut()),
        (HttpMethod::Patch, item.patch.as_mut()),
    ];
    all.into_iter().filter_map(|(method, operation)| Some((method, operation?)))
}

/// Says of what needs no key that it takes none, which generators know only by an empty list.
fn keyless(operation: &mut Operation) {
    let ways = operation.security.as_deref().map(serde_json::to_value);
    if ways.is_some_and(|ways| written(ways) == serde_json::json!([{}])) {
        operation.security = Some(Vec::new());
    }
}

/// Adds the refusals that follow from an operation's form, so that no handler repeats them.
fn add_refusals(path: &str, operation: &mut Operation) {
    let mut names = vec![("400", "BadRequest"), ("429", "TooManyRequests"), ("500", "InternalServerError")];
    if path.starts_with("/v1") {
        // A key that is no good is refused even where none is needed.
        names.extend([("401", "Unauthorized"), ("503", "ServiceUnavailable")]);
    }
    if operation.request_body.is_some() {
        names.extend([
            ("413", "ContentTooLarge"),
            ("415", "UnsupportedMediaType"),
            ("422", "UnprocessableContent"),
        ]);
    }
    if path.contains('{') {
        names.push(("404", "NotFound"));
    }
    // Without a statement of its own the document's holds: a key is needed.
    let security = written(serde_json::to_string(&operation.security));
    if operation.security.is_none() || security.contains("bearerAuth") {
        // A key may have too small a scope, or be for one game.
        names.push(("403", "Forbidden"));
    }
    for (status, name) in names {
        let responses = &mut operation.responses.responses;
        responses.entry(status.to_owned()).or_insert_with(|| Ref::from_response_name(name).into());
    }
}

/// utoipa says of every map that its names are text, which they are in any JSON.
fn drop_property_names(value: &mut Value) {
    match value {
        Value::Object(members) => {
            members.remove("propertyNames");
            members.values_mut().for_each(drop_property_names);
        }
        Value::Array(items) => items.iter_mut().for_each(drop_property_names),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {}
    }
}

/// Linters object to components that nothing refers to.
fn drop_unused_responses(document: &mut Value) {
    let paths = part(document, "paths").to_string();
    let responses = document.pointer_mut("/components/responses").and_then(Value::as_object_mut);
    if let Some(responses) = responses {
        responses.retain(|name, _| paths.contains(&format!("\"#/components/responses/{name}\"")));
    }
}

/// Answers may grow, so a schema that is in an answer is not closed, even if requests use it too.
fn loosen_answers(document: &mut Value) {
    for name in reach::of_answers(document) {
        let schema =
            document.pointer_mut(&format!("/components/schemas/{name}")).and_then(Value::as_object_mut);
        if let Some(members) = schema.filter(|it| it.get("additionalProperties") == Some(&Value::Bool(false)))
        {
            members.remove("additionalProperties");
        }
    }
}
