//! Pages for people and the document itself. They are not part of the documented interface.

use std::fmt::Write as _;

use actix_web::web::{self, Path};
use actix_web::{HttpResponse, Responder};
use utoipa_swagger_ui::{Config, SwaggerUi};

use super::codes::{self, Code};
use super::problem::{ApiResult, Problem};
use super::{openapi, rulebook};

/// The paths of this file.
pub const PATHS: &[&str] = &[
    "/",
    "/openapi.json",
    "/openapi-3.0.json",
    "/docs",
    "/docs/{_:.*}",
    "/problems",
    "/problems/{code}",
    "/rules",
    "/rules/{page}",
];

/// Mounts the pages.
pub fn routes(app: &mut web::ServiceConfig) -> &mut web::ServiceConfig {
    // The validator would be asked over the Internet for every reader on a local network.
    let config = Config::new(["/openapi.json"]).validator_url("none");
    app.route("/", web::get().to(start))
        .route("/openapi.json", web::get().to(document))
        .route("/openapi-3.0.json", web::get().to(older_document))
        .route("/problems", web::get().to(problems))
        .route("/problems/{code}", web::get().to(problem))
        .route("/rules", web::get().to(rules))
        .route("/rules/{page}", web::get().to(rules_of))
        .route("/docs", web::get().to(to_docs))
        .service(SwaggerUi::new("/docs/{_:.*}").config(config))
}

/// Says what this is, to whoever comes by.
async fn start() -> HttpResponse {
    let body = "\
        <p>This service keeps the score of dominoes played with real tiles on a real table. Apps talk to it; it \
        checks what they report against the rules, works out the points and explains them.</p>\
        <ul><li><a href=\"/rules\">The rules of the games</a>, for players</li>\
        <li><a href=\"/docs/\">The interface</a>, for those who write apps, also as \
        <a href=\"/openapi.json\">OpenAPI 3.1</a> and <a href=\"/openapi-3.0.json\">3.0</a></li>\
        <li><a href=\"/problems\">The problems</a> that requests are refused with</li>\
        <li><a href=\"/v1/service\">What this service can do</a>, and whether it is \
        <a href=\"/health/ready\">ready</a></li></ul>";
    page(NAME, body)
}

async fn document() -> impl Responder {
    HttpResponse::Ok().content_type("application/json").body(openapi::served(openapi::text()))
}

async fn older_document() -> impl Responder {
    HttpResponse::Ok().content_type("application/json").body(openapi::served(openapi::older_text()))
}

async fn to_docs() -> impl Responder {
    HttpResponse::Found().insert_header(("Location", "/docs/")).finish()
}

/// Lists every kind of problem.
async fn problems() -> impl Responder {
    let mut rows = String::new();
    for code in codes::all() {
        let Code { name, status, title, .. } = code;
        // Writing to a `String` cannot fail.
        let _ = write!(
            rows,
            "<tr><td><a href=\"/problems/{name}\"><code>{name}</code></a></td>\
             <td>{}</td><td>{title}</td></tr>",
            status.as_u16(),
        );
    }
    let body = format!(
        "<p>Every refused request is answered with one of these kinds of problem, as \
         <code>application/problem+json</code>.</p>\
         <table><tr><th>Code</th><th>Status</th><th>Meaning</th></tr>{rows}</table>"
    );
    page("Problems", &body)
}

/// Explains one kind of problem.
async fn problem(name: Path<String>) -> ApiResult<HttpResponse> {
    let code = codes::find(&name).ok_or_else(|| {
        let detail = "There is no such kind of problem; /problems lists them all.";
        Problem::new(&codes::request::NOT_FOUND, detail)
    })?;
    let Code { name, status, title, about } = code;
    let body = format!(
        "<p>{}</p><p>Code <code>{name}</code>, status {status}.</p>\
         <p><a href=\"/problems\">All problems</a> · <a href=\"/docs/\">The interface</a></p>",
        escaped(about),
    );
    Ok(page(title, &body))
}

/// Lists the games.
async fn rules() -> ApiResult<HttpResponse> {
    rule_page("index")
}

/// Explains a game, or what all games share.
async fn rules_of(name: Path<String>) -> ApiResult<HttpResponse> {
    rule_page(&name)
}

fn rule_page(name: &str) -> ApiResult<HttpResponse> {
    let found = rulebook::page(name).ok_or_else(|| {
        let detail = "There is no such page of rules; /rules lists them all.";
        Problem::new(&codes::request::NOT_FOUND, detail)
    })?;
    let links = "<p><a href=\"/rules\">All games</a> · <a href=\"/docs/\">The interface</a></p>";
    Ok(page(&found.title, &format!("{}{links}", found.html)))
}

/// What the service is called.
const NAME: &str = "Pipkeeper";

const STYLE: &str = "\
    :root{color-scheme:light dark}\
    body{font:1rem/1.5 sans-serif;max-width:44rem;margin:2rem auto;padding:0 1rem;overflow-wrap:break-word}\
    table{border-collapse:collapse;display:block;overflow-x:auto}\
    td,th{text-align:left;padding:.2rem 1rem .2rem 0;vertical-align:top}\
    code{background:rgb(127 127 127/.15);border-radius:.2rem;padding:0 .2rem}\
    h3{margin-bottom:0}\
    :target{background:rgb(255 200 0/.3)}";

/// A page of our own text: nothing of a request gets in here.
fn page(title: &str, body: &str) -> HttpResponse {
    let title = escaped(title);
    let tab = if title == NAME { title.clone() } else { format!("{title} – {NAME}") };
    HttpResponse::Ok().content_type("text/html; charset=utf-8").body(format!(
        "<!doctype html><html lang=\"en\"><head><meta charset=\"utf-8\">\
         <meta name=\"viewport\" content=\"width=device-width\"><title>{tab}</title>\
         <style>{STYLE}</style></head><body><h1>{title}</h1>{body}</body></html>\n"
    ))
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}
