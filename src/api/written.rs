//! What is ours as JSON.

/// What was written as JSON, or read of what was. Anything in its place would be taken for the truth, so
/// this stops instead.
#[expect(clippy::expect_used, reason = "only for types of ours, all of which have a form in JSON")]
pub fn written<T>(json: serde_json::Result<T>) -> T {
    json.expect("a type of ours has a form in JSON")
}
