//! Answers in CSV.

use actix_web::http::header::CONTENT_DISPOSITION;
use actix_web::{HttpResponse, HttpResponseBuilder};
use serde::Deserialize;
use utoipa::{IntoParams, ToSchema};

use crate::standings::csv::Csv;

/// The rows as a file.
#[derive(ToSchema)]
#[schema(value_type = String, format = Binary)]
#[expect(dead_code, reason = "describes a body; `respond` writes it")]
pub struct File(Vec<u8>);

/// How a file is to be written.
#[derive(Clone, Copy, Debug, Default, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct CsvQuery {
    /// `true`: begin with a byte order mark, by which spreadsheets know that the file is UTF-8.
    bom: Option<bool>,
}

impl CsvQuery {
    /// What the file begins with.
    pub fn mark(self) -> String {
        if self.bom.unwrap_or(false) { "\u{feff}".to_owned() } else { String::new() }
    }
}

/// Answers rows as a file of this name.
pub fn respond(name: &str, form: CsvQuery, csv: Csv) -> HttpResponse {
    head(name).body(form.mark() + &csv.into_text())
}

/// The head of an answer with a file of this name.
pub fn head(name: &str) -> HttpResponseBuilder {
    let mut answer = HttpResponse::Ok();
    answer.content_type("text/csv; charset=utf-8; header=present");
    answer.insert_header((CONTENT_DISPOSITION, format!("attachment; filename=\"{name}\"")));
    answer
}
