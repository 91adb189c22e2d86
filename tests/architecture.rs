//! The shape of the house: what each layer may name, and how long a file may be.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

/// A layer, the layers that it may name beside itself, and lists of words that it may not contain.
type Layer = (&'static str, &'static [&'static str], &'static [&'static [&'static str]]);

/// What a layer that only computes may not ask: the same question gets the same answer for ever.
const PURE: [&str; 10] =
    ["actix", "diesel", "tokio", "log::", "std::env", "std::fs", "std::time", "Utc", "getrandom", "rand::"];

/// The same for a layer that knows of times, but not what time it is.
const TIMELESS: [&str; 9] =
    ["actix", "diesel", "tokio", "log::", "std::env", "std::fs", "std::time", "Utc::now", "getrandom"];

/// Every layer, each above all that it may name.
const LAYERS: [Layer; 14] = [
    ("server", &["config", "api", "archive", "service", "store", "cluster", "access", "progress"], &[]),
    ("config", &["service", "access"], &[&["actix", "diesel", "utoipa", "tokio"]]),
    (
        "api",
        &[
            "archive",
            "service",
            "seasons",
            "standings",
            "store",
            "rules",
            "reader",
            "access",
            "measures",
            "progress",
        ],
        &[&["std::env"]],
    ),
    ("archive", &["service", "seasons", "store", "standings", "rules", "reader", "progress"], &[&["actix"]]),
    (
        "service",
        &["seasons", "standings", "store", "rules", "reader", "measures", "progress"],
        &[&["actix", "utoipa"]],
    ),
    ("store", &["standings", "rules", "measures", "progress"], &[&["actix"]]),
    ("seasons", &["standings", "rules"], &[&TIMELESS]),
    ("standings", &["rules", "reader", "measures"], &[&PURE]),
    ("rules", &["reader"], &[&PURE, &["chrono", "uuid::"]]),
    ("reader", &[], &[&PURE, &["utoipa"]]),
    ("cluster", &[], &[&["actix", "diesel", "utoipa"]]),
    ("access", &[], &[&PURE]),
    ("measures", &[], &[&PURE]),
    ("progress", &[], &[&PURE]),
];

/// What is no layer: where the program starts, and where the layers are listed.
const FRONT: [&str; 2] = ["main", "lib"];

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

/// The lines of `text` that are code. Examples in doc comments are written as a user of the crate would.
fn code(text: &str) -> impl Iterator<Item = &str> {
    text.lines().filter(|line| !line.trim_start().starts_with("//"))
}

#[test]
fn every_layer_is_listed_above_what_it_names() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_stem().unwrap().to_string_lossy().into_owned();
        let is_listed = LAYERS.iter().any(|(layer, ..)| *layer == name);
        assert!(is_listed || FRONT.contains(&name.as_str()), "{name} is no layer");
    }
    for (at, (layer, allowed, _)) in LAYERS.iter().enumerate() {
        for named in *allowed {
            let below = LAYERS.iter().skip(at + 1).any(|(other, ..)| other == named);
            assert!(below, "{layer} names {named}, which is not below it");
        }
    }
}

#[test]
fn each_layer_names_only_what_is_below_it() {
    for (layer, allowed, banned) in LAYERS {
        let files = files_of(layer);
        assert!(!files.is_empty(), "{layer} has files");
        for (path, text) in files {
            for line in code(&text) {
                for part in line.split("crate::").skip(1) {
                    let named: String =
                        part.chars().take_while(|c| c.is_alphanumeric() || *c == '_').collect();
                    let is_layer = LAYERS.iter().any(|(other, ..)| *other == named);
                    let may = named == layer || allowed.contains(&named.as_str());
                    assert!(!is_layer || may, "{}: {line}", path.display());
                }
                for word in banned.concat() {
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

#[test]
fn the_documents_that_code_names_are_in_the_repository() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let is_of_path = |c: char| c.is_alphanumeric() || "/._-".contains(c);
    for (path, text) in ["src", "tests", "benches"].into_iter().flat_map(files) {
        let words = text.split(|c| !is_of_path(c)).map(|word| word.trim_matches(['.', '/', '-']));
        for named in words.filter(|word| word.ends_with(".md")) {
            assert!(root.join(named).exists(), "{} names {named}", path.display());
        }
    }
}

/// The paths of a text, those in braces with what stands before the braces.
fn paths(text: &str) -> Vec<String> {
    let (mut before, mut path, mut found) = (Vec::new(), String::new(), Vec::new());
    for c in text.replace(" as ", "::").chars() {
        if c.is_alphanumeric() || c == '_' || c == ':' {
            path.push(c);
            continue;
        }
        path.insert_str(0, before.last().map_or("", String::as_str));
        let is_begun = c == '{' && path.ends_with("::");
        match c {
            '{' => before.push(if is_begun { path.clone() } else { String::new() }),
            '}' => drop(before.pop()),
            _ => {}
        }
        if !is_begun && path.trim_end_matches(':').contains("::") {
            found.push(path.clone());
        }
        path.clear();
    }
    found
}

/// The module that a path leads to: begun with `crate`, `self`, `super` or a module in this one.
fn leads_to<'a>(house: &'a BTreeMap<String, String>, module: &str, path: &str) -> Option<&'a String> {
    let mut at: Vec<&str> = module.split("::").collect();
    for (number, part) in path.split("::").filter(|part| !part.is_empty()).enumerate() {
        match part {
            "crate" => at.clear(),
            "self" => {}
            "super" => drop(at.pop()),
            part => at.push(part),
        }
        if !["crate", "self", "super"].contains(&part) && !house.contains_key(&at.join("::")) {
            at.pop();
            if number == 0 {
                return None;
            }
            break;
        }
    }
    house.get_key_value(&at.join("::")).map(|(module, _)| module)
}

/// The modules that need themselves by way of others. A module needs those that its code names in `use`
/// lines and in paths, its own fronts aside; what a front passes on is the front's.
fn in_circles(house: &BTreeMap<String, String>) -> Vec<&String> {
    let mut needs = BTreeMap::new();
    for (module, text) in house {
        let named: BTreeSet<_> =
            paths(text).iter().filter_map(|path| leads_to(house, module, path)).collect();
        let is_front = |named: &&String| format!("{module}::").starts_with(&format!("{named}::"));
        needs.insert(module, named.into_iter().filter(|named| !is_front(named)).collect::<Vec<_>>());
    }
    let is_in_circle = |module: &&String| {
        let (mut found, mut next) = (BTreeSet::new(), vec![*module]);
        while let Some(at) = next.pop() {
            next.extend(needs.get(at).into_iter().flatten().filter(|named| found.insert(**named)));
        }
        found.contains(module)
    };
    house.keys().filter(is_in_circle).collect()
}

#[test]
fn no_files_go_round_in_a_circle() {
    let src = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let module = |(path, text): (PathBuf, String)| {
        let name = path.strip_prefix(&src).unwrap().with_extension("").to_string_lossy().replace('/', "::");
        let code: Vec<&str> = code(text.split("#[cfg(test)]\nmod").next().unwrap()).collect();
        (name.trim_end_matches("::mod").to_owned(), code.join("\n"))
    };
    assert_eq!(in_circles(&files("src").into_iter().map(module).collect()), Vec::<&String>::new());

    let house = [
        ("a", "mod b; mod c; mod d; pub use c::C;"),
        ("a::b", "use super::{C, d::{self as e, D}};"),
        ("a::c", "use crate::f; fn c() { super::b::go() }"),
        ("a::d", "fn d() { crate::a::c::go() }"),
        ("f", "fn f() { c::go() }"),
    ];
    let house = house.map(|(module, text)| (module.to_owned(), text.to_owned())).into();
    assert_eq!(in_circles(&house), ["a::b", "a::c", "a::d"]);
}
