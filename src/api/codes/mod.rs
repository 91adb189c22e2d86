//! The catalogue of problem codes: what can go wrong, as a client may match on it.
//!
//! Every code has one row, and from it come the status of the answer, its title, and the page at
//! `/problems/{code}`. What the rules refuse has its row in `rules/refusal`; everything else in a file
//! of this folder, with one `codes!` list named in [`TABLES`].

pub mod club;
pub mod games;
pub mod request;
pub mod seasons;

use actix_web::http::StatusCode;

use crate::rules::{Refusal, RefusalKind, RefusalRow};

/// One kind of problem.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Code {
    /// What clients match on; also the last part of the problem's `type`.
    pub name: &'static str,
    pub status: StatusCode,
    /// The kind in a few words, always the same.
    pub title: &'static str,
    /// A paragraph for people: what it means and what to do about it.
    pub about: &'static str,
}

impl From<&RefusalRow> for Code {
    fn from(row: &RefusalRow) -> Code {
        let RefusalRow { code: name, kind, title, page: about } = *row;
        let status = match kind {
            RefusalKind::Invalid => StatusCode::UNPROCESSABLE_ENTITY,
            RefusalKind::Conflict => StatusCode::CONFLICT,
            RefusalKind::Missing => StatusCode::NOT_FOUND,
        };
        Code { name, status, title, about }
    }
}

/// Every table of codes that are not of the rules.
const TABLES: &[&[&Code]] = &[request::TABLE, club::TABLE, games::TABLE, seasons::TABLE];

/// Every code.
pub fn all() -> impl Iterator<Item = Code> {
    TABLES.iter().copied().flatten().copied().copied().chain(Refusal::TABLE.iter().map(Code::from))
}

/// The code with this name.
pub fn find(name: &str) -> Option<Code> {
    all().find(|code| code.name == name)
}

/// Declares a table of codes: each is a constant, and all are in `TABLE`.
macro_rules! codes {
    ($($constant:ident = $status:ident $name:literal, $title:literal, $about:literal;)+) => {
        $(
            #[doc = $about]
            pub const $constant: $crate::api::codes::Code = $crate::api::codes::Code {
                name: $name,
                status: ::actix_web::http::StatusCode::$status,
                title: $title,
                about: $about,
            };
        )+

        /// The codes of this file.
        pub const TABLE: &[&$crate::api::codes::Code] = &[$(&$constant),+];
    };
}
pub(crate) use codes;

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    #[test]
    fn every_code_is_unique_and_explained() {
        let mut seen = HashSet::new();
        for code in all() {
            assert!(seen.insert(code.name), "{} is there twice", code.name);
            assert!(
                code.name.bytes().all(|b| matches!(b, b'a'..=b'z' | b'0'..=b'9' | b'_')),
                "{} is not snake case",
                code.name,
            );
            assert!(code.status.is_client_error() || code.status.is_server_error());
            assert!(!code.title.ends_with('.'), "{}", code.title);
            assert!(code.about.ends_with('.') && code.about.len() > 40, "{}", code.about);
            assert_eq!(find(code.name), Some(code));
        }
    }
}
