//! How much of a change its answer has: the header `Prefer` (RFC 7240).

use actix_web::http::header::{HeaderMap, HeaderName, HeaderValue};

use crate::service::games::Extent;

/// The header of requests.
pub const PREFER: HeaderName = HeaderName::from_static("prefer");
/// The header of answers that went by it.
pub const PREFERENCE_APPLIED: HeaderName = HeaderName::from_static("preference-applied");

/// What is preferred of an answer, if the request says so; what is unknown is ignored.
pub fn preferred(headers: &HeaderMap) -> Option<Extent> {
    let values = headers.get_all(PREFER).filter_map(|value| value.to_str().ok());
    let mut preferences = values.flat_map(|value| value.split(','));
    preferences.find_map(|preference| {
        let (name, value) = preference.split(';').next()?.split_once('=')?;
        let value = value.trim().trim_matches('"');
        match (name.trim().eq_ignore_ascii_case("return"), value) {
            (true, "minimal") => Some(Extent::Made),
            (true, "representation") => Some(Extent::Whole),
            _ => None,
        }
    })
}

/// Says that an answer is as was preferred.
pub fn applied(extent: Extent) -> Option<(HeaderName, HeaderValue)> {
    let value = match extent {
        Extent::Made => "return=minimal",
        Extent::News => return None,
        Extent::Whole => "return=representation",
    };
    Some((PREFERENCE_APPLIED, HeaderValue::from_static(value)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_preference_that_is_known_counts() {
        let extent = |values: &[&'static str]| {
            let mut headers = HeaderMap::new();
            for value in values {
                headers.append(PREFER, HeaderValue::from_static(value));
            }
            preferred(&headers)
        };
        assert_eq!(extent(&[]), None);
        for minimal in [
            &["return=minimal"][..],
            &["Return = \"minimal\""],
            &["wait=10, return=minimal;x=1"],
            &["respond-async", "return=minimal"],
            &["return=minimal, return=representation"],
        ] {
            assert_eq!(extent(minimal), Some(Extent::Made), "{minimal:?}");
        }
        assert_eq!(extent(&["return=representation"]), Some(Extent::Whole));
        for unknown in ["", "return", "return=some", "returns=minimal"] {
            assert_eq!(extent(&[unknown]), None, "{unknown}");
        }
    }
}
