//! Pages for people and the document itself. They are not part of the documented interface.

use std::fmt::Write as _;

use actix_web::web::{self, Path};
use actix_web::{HttpResponse, Responder};
use utoipa_swagger_ui::{Config, SwaggerUi};

use super::codes::{self, Code};
use super::openapi;
use super::problem::{ApiResult, Problem};

/// The paths of this file.
pub const PATHS: &[&str] =
    &["/openapi.json", "/openapi-3.0.json", "/docs", "/docs/{_:.*}", "/problems", "/problems/{code}"];

/// Mounts the pages.
pub fn routes(app: &mut web::ServiceConfig) -> &mut web::ServiceConfig {
    // The validator would be asked over the Internet for every reader on a local network.
    let config = Config::new(["/openapi.json"]).validator_url("none");
    app.route("/openapi.json", web::get().to(document))
        .route("/openapi-3.0.json", web::get().to(older_document))
        .route("/problems", web::get().to(problems))
        .route("/problems/{code}", web::get().to(problem))
        .route("/docs", web::get().to(to_docs))
        .service(SwaggerUi::new("/docs/{_:.*}").config(config))
}

async fn document() -> impl Responder {
    HttpResponse::Ok().content_type("application/json").body(openapi::text())
}

async fn older_document() -> impl Responder {
    HttpResponse::Ok().content_type("application/json").body(openapi::older_text())
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

/// A page of our own text: nothing of a request gets in here.
fn page(title: &str, body: &str) -> HttpResponse {
    let title = escaped(title);
    HttpResponse::Ok().content_type("text/html; charset=utf-8").body(format!(
        "<!doctype html><html lang=\"en\"><head><meta charset=\"utf-8\">\
         <meta name=\"viewport\" content=\"width=device-width\"><title>{title} – Pipkeeper</title>\
         <style>body{{font:1rem/1.5 sans-serif;max-width:44rem;margin:2rem auto;padding:0 1rem}}\
         td,th{{text-align:left;padding:.2rem 1rem .2rem 0;vertical-align:top}}</style></head>\
         <body><h1>{title}</h1>{body}</body></html>\n"
    ))
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}
