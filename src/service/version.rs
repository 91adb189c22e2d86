//! Which version of a thing a caller means to change.

/// The versions on which a change is welcome.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Expected {
    /// Whatever there is.
    Any,
    /// One of these.
    Versions(Vec<i64>),
}

impl Expected {
    /// Whether a thing of this `version` may be changed.
    pub fn matches(&self, version: i64) -> bool {
        match self {
            Expected::Any => true,
            Expected::Versions(versions) => versions.contains(&version),
        }
    }
}
