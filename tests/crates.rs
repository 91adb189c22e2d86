//! The crates that Pipkeeper is built of: where they come from, by which licences, and none twice unless others
//! leave no choice.

#![expect(clippy::unwrap_used, clippy::indexing_slicing, reason = "a test may panic")]

use std::collections::{BTreeMap, BTreeSet};
use std::process::Command;

use serde_json::Value;

/// The licences that are welcome. Of an expression with `OR` one is enough, of one with `AND` all are needed.
const LICENCES: [&str; 8] =
    ["MIT", "Apache-2.0", "BSD-3-Clause", "ISC", "Zlib", "Unicode-3.0", "BSL-1.0", "Unlicense"];

/// Crates that are there in several versions, because those that use them have not agreed yet.
const SEVERAL: [&str; 12] = [
    "base64",
    "const-oid",
    "darling",
    "darling_core",
    "darling_macro",
    "getrandom",
    "hashbrown",
    "http",
    "phf",
    "phf_shared",
    "syn",
    "winnow",
];

/// Crates that are not wanted: what they do is done by others here, or nobody uses it.
const UNWANTED: [&str; 5] = ["openssl", "native-tls", "h2", "async-std", "lazy_static"];

/// All crates that are built on Linux.
fn crates() -> Vec<Value> {
    let metadata = Command::new(env!("CARGO"))
        .args(["metadata", "--locked", "--format-version", "1"])
        .args(["--filter-platform", "x86_64-unknown-linux-gnu"])
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .output()
        .unwrap();
    assert!(metadata.status.success(), "{}", String::from_utf8_lossy(&metadata.stderr));
    let mut metadata: Value = serde_json::from_slice(&metadata.stdout).unwrap();
    serde_json::from_value(metadata["packages"].take()).unwrap()
}

fn text<'a>(of: &'a Value, member: &str) -> &'a str {
    of[member].as_str().unwrap_or_default()
}

/// Whether an SPDX expression can be met; a slash is an older way to write `OR`.
fn is_welcome(expression: &str) -> bool {
    let expression = expression.replace(['(', ')'], " ").replace('/', " OR ");
    let one = |licence: &str| {
        let licence = licence.split(" WITH ").next().unwrap_or_default();
        LICENCES.contains(&licence.trim())
    };
    // No crate has an `AND` within an `OR`.
    expression.split(" AND ").all(|any| any.split(" OR ").any(one))
}

#[test]
fn licences_are_welcome() {
    let crates = crates();
    assert!(crates.len() > 100, "all crates are there");
    let others: Vec<_> = crates.iter().filter(|of| !is_welcome(text(of, "license"))).collect();
    let others: Vec<_> = others.iter().map(|of| (text(of, "name"), text(of, "license"))).collect();
    assert!(others.is_empty(), "{others:?}");
    for no in ["", "GPL-3.0-only", "MIT AND GPL-3.0-only", "AGPL-3.0 OR CC-BY-4.0"] {
        assert!(!is_welcome(no), "{no}");
    }
}

#[test]
fn crates_are_from_the_registry_once() {
    let mut versions: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    for of in crates() {
        let (name, source) = (text(&of, "name").to_owned(), text(&of, "source"));
        assert!(name == "pipkeeper" || source.starts_with("registry+"), "{name} is from {source}");
        assert!(!UNWANTED.contains(&&*name), "{name} is there again");
        versions.entry(name).or_default().insert(text(&of, "version").to_owned());
    }
    let several: Vec<_> = versions.iter().filter(|(_, versions)| versions.len() > 1).collect();
    let known = |name: &String| SEVERAL.contains(&&**name);
    assert!(several.iter().all(|(name, _)| known(name)), "{several:?}");
    let settled: Vec<_> = SEVERAL
        .iter()
        .filter(|name| versions.get(**name).is_none_or(|versions| versions.len() < 2))
        .collect();
    assert!(settled.is_empty(), "these agree by now: {settled:?}");
}
