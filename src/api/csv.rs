//! Answers in CSV.

use actix_web::HttpResponse;
use actix_web::http::header::CONTENT_DISPOSITION;
use utoipa::ToSchema;

use crate::standings::csv::Csv;

/// The rows as a file.
#[derive(ToSchema)]
#[schema(value_type = String, format = Binary)]
#[expect(dead_code, reason = "describes a body; `respond` writes it")]
pub struct File(Vec<u8>);

/// Answers rows as a file of this name.
pub fn respond(name: &str, csv: Csv) -> HttpResponse {
    HttpResponse::Ok()
        .content_type("text/csv; charset=utf-8; header=present")
        .insert_header((CONTENT_DISPOSITION, format!("attachment; filename=\"{name}\"")))
        .body(csv.into_text())
}
