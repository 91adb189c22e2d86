//! The shape of the house: what each layer may name, and how long a file may be.

use std::fs;
use std::path::{Path, PathBuf};

/// A layer, the parts of this crate that it may name, and words that it may not contain.
type Layer = (&'static str, &'static [&'static str], &'static [&'static str]);

const LAYERS: [Layer; 5] = [
    (
        "rules",
        &["rules"],
        &[
            "actix",
            "diesel",
            "chrono",
            "tokio",
            "uuid::",
            "log::",
            "std::env",
            "std::time",
            "getrandom",
            "rand::",
        ],
    ),
    ("store", &["store", "rules"], &["actix", "utoipa"]),
    ("service", &["service", "store", "rules"], &["actix", "utoipa"]),
    ("api", &["api", "service", "store", "rules"], &[]),
    ("cluster", &["cluster"], &["actix", "diesel", "utoipa"]),
];

const LONGEST: usize = 400;

/// Every Rust file under `folder`, with its text.
fn files(folder: &str) -> Vec<(PathBuf, String)> {
    let mut folders = vec![Path::new(env!("CARGO_MANIFEST_DIR")).join(folder)];
    let mut files = Vec::new();
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
            let path = entry.path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|ending| ending == "rs") {
                let text = fs::read_to_string(&path).unwrap_or_default();
                files.push((path, text));
            }
        }
    }
    files
}

fn files_of(layer: &str) -> Vec<(PathBuf, String)> {
    let mut found = files(&format!("src/{layer}"));
    let front = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("src/{layer}.rs"));
    if let Ok(text) = fs::read_to_string(&front) {
        found.push((front, text));
    }
    found
}

#[test]
fn each_layer_names_only_what_is_below_it() {
    for (layer, allowed, banned) in LAYERS {
        let files = files_of(layer);
        assert!(!files.is_empty(), "{layer} has files");
        for (path, text) in files {
            // Examples in doc comments are written as a user of the crate would.
            let code: Vec<&str> = text.lines().filter(|line| !line.trim_start().starts_with("//")).collect();
            for line in code {
                for part in line.split("crate::").skip(1) {
                    let named: String =
                        part.chars().take_while(|c| c.is_alphanumeric() || *c == '_').collect();
                    let is_part = ["api", "service", "store", "rules", "server", "cluster", "config"]
                        .contains(&named.as_str());
                    assert!(!is_part || allowed.contains(&named.as_str()), "{}: {line}", path.display());
                }
                for word in banned {
                    assert!(!line.contains(word), "{} may not name {word}: {line}", path.display());
                }
            }
        }
    }
}

#[test]
fn no_file_is_longer_than_a_reader_takes_in() {
    for folder in ["src", "tests", "benches"] {
        for (path, text) in files(folder) {
            let lines = text.lines().count();
            assert!(lines <= LONGEST, "{} has {lines} lines", path.display());
        }
    }
}

#[test]
fn every_module_says_what_it_is() {
    for (path, text) in files("src") {
        assert!(text.starts_with("//!") || path.ends_with("schema.rs"), "{}", path.display());
    }
}
