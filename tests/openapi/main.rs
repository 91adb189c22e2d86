//! The OpenAPI document: it is the committed one, it is well made, and it is what answers.

#![expect(clippy::expect_used, clippy::indexing_slicing, reason = "a test may panic")]

mod codes;
mod generators;
mod names;

use std::collections::{BTreeMap, BTreeSet};

use actix_web::http::{Method, StatusCode};
use actix_web::test::{TestRequest, call_service, init_service, read_body_json};
use actix_web::{App, rt};
use pipkeeper::openapi;
use pipkeeper::rules::{Ruleset, Variant};
use pipkeeper::testing::{configure_stateless, problem_codes};
use serde_json::Value;
use utoipa_actix_web::AppExt;

const FOLDER: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/openapi");

/// The methods that a path of the document may have.
const METHODS: [&str; 5] = ["get", "put", "post", "delete", "patch"];

fn document() -> Value {
    serde_json::from_str(openapi::text()).expect("the document is JSON")
}

/// Every operation, with "method path" for messages.
fn operations(document: &Value) -> Vec<(String, &Value)> {
    let mut found = Vec::new();
    for (path, item) in document["paths"].as_object().expect("paths") {
        for (method, operation) in item.as_object().expect("a path has methods") {
            assert!(METHODS.contains(&method.as_str()), "{method} {path}");
            found.push((format!("{method} {path}"), operation));
        }
    }
    found
}

/// Calls `visit` with every value of the document and the pointer to it.
fn walk(value: &Value, pointer: &str, visit: &mut impl FnMut(&str, &Value)) {
    visit(pointer, value);
    match value {
        Value::Object(members) => {
            for (key, member) in members {
                let key = key.replace('~', "~0").replace('/', "~1");
                walk(member, &format!("{pointer}/{key}"), visit);
            }
        }
        Value::Array(items) => {
            for (index, item) in items.iter().enumerate() {
                walk(item, &format!("{pointer}/{index}"), visit);
            }
        }
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {}
    }
}

#[test]
fn the_committed_documents_are_the_ones_served() {
    let documents = [("openapi.json", openapi::text()), ("openapi-3.0.json", openapi::older_text())];
    for (name, served) in documents {
        let path = format!("{FOLDER}/{name}");
        if std::env::var_os("UPDATE_OPENAPI").is_some() {
            std::fs::write(&path, served).expect("the document can be written");
        }
        assert!(
            std::fs::read_to_string(&path).unwrap_or_default() == served,
            "openapi/{name} is not what the code says: UPDATE_OPENAPI=1 cargo test --test openapi"
        );
    }
}

#[test]
fn every_operation_can_be_named_and_understood() {
    let document = document();
    let tags: BTreeSet<&str> =
        document["tags"].as_array().expect("tags").iter().filter_map(|tag| tag["name"].as_str()).collect();
    let mut ids = BTreeSet::new();
    for (place, operation) in operations(&document) {
        let id = operation["operationId"].as_str().unwrap_or_default();
        let is_camel =
            id.starts_with(|c: char| c.is_ascii_lowercase()) && id.chars().all(|c| c.is_ascii_alphanumeric());
        assert!(is_camel, "{place}: the operationId {id:?} is not camelCase");
        assert!(ids.insert(id.to_owned()), "{place}: {id} is there twice");
        let own = operation["tags"].as_array().cloned().unwrap_or_default();
        let known = own.iter().all(|tag| tags.contains(tag.as_str().unwrap_or_default()));
        assert!(own.len() == 1 && known, "{place}: {own:?}");
        for text in ["summary", "description"] {
            let text = operation[text].as_str().unwrap_or_default();
            assert!(!text.trim().is_empty(), "{place}: summary and description are needed");
        }
    }
}

#[test]
fn every_operation_says_how_it_answers() {
    let document = document();
    for (place, operation) in operations(&document) {
        let responses = operation["responses"].as_object().expect("responses");
        assert!(responses.keys().any(|status| status.starts_with('2')), "{place}: no success");
        assert!(responses.keys().any(|status| status.starts_with('4')), "{place}: no refusal");
        let parameters = operation["parameters"].as_array().into_iter().flatten();
        if parameters.into_iter().any(|parameter| parameter["name"] == "dry_run") {
            assert!(responses.contains_key("200"), "{place}: a dry run makes nothing");
        }
        for (status, response) in responses {
            let refers = response["$ref"].is_string();
            assert!(refers || response["description"].is_string(), "{place} {status}");
            let is_refusal = status.starts_with('4') || status.starts_with('5');
            assert_eq!(is_refusal, refers, "{place} {status}: refusals are shared, answers are not");
        }
    }
}

#[test]
fn every_request_and_every_answer_has_an_example() {
    let has_example = |content: &Value| content.get("example").or(content.get("examples")).is_some();
    for (place, operation) in operations(&document()) {
        let id = operation["operationId"].as_str().expect("an id");
        let said = format!("{place}: let the walk of openapi/checks/examples.py call {id}");
        let body = &operation["requestBody"]["content"]["application/json"];
        assert!(body.is_null() || has_example(body), "{said}");
        for (status, response) in operation["responses"].as_object().expect("responses") {
            let content = &response["content"]["application/json"];
            assert!(content.is_null() || has_example(content), "{said}, so that it answers {status}");
        }
    }
    walk(&document()["components"]["responses"], "", &mut |place, value| {
        let is_problem = place.ends_with("/application~1problem+json");
        assert!(!is_problem || has_example(value), "{place}");
    });
}

#[test]
fn every_reference_leads_somewhere() {
    let document = document();
    walk(&document, "", &mut |place, value| {
        let Some(reference) = value["$ref"].as_str() else {
            return;
        };
        let pointer = reference.strip_prefix('#').expect("references stay in the document");
        assert!(document.pointer(pointer).is_some(), "{place}: {reference}");
    });
}

/// Calls an application that has every route but no database behind it.
fn probe(requests: Vec<(Method, String)>) -> Vec<(StatusCode, Option<String>, Value)> {
    rt::System::new().block_on(async {
        let app = init_service(App::new().into_utoipa_app().configure(configure_stateless).into_app()).await;
        let mut answers = Vec::new();
        for (method, path) in requests {
            let request = TestRequest::with_uri(&path).method(method).to_request();
            let answer = call_service(&app, request).await;
            let status = answer.status();
            let header = |name| answer.headers().get(name).and_then(|value| value.to_str().ok());
            let allow = header("allow").map(str::to_owned);
            let is_problem = header("content-type") == Some("application/problem+json");
            let body = if is_problem { read_body_json(answer).await } else { Value::Null };
            answers.push((status, allow, body));
        }
        answers
    })
}

/// The path with an id for each parameter.
fn filled(path: &str) -> String {
    let mut path = path.to_owned();
    while let (Some(start), Some(end)) = (path.find('{'), path.find('}')) {
        let filling = match &path[start..=end] {
            "{round}" | "{penalty}" | "{bonus}" => "1",
            "{seat}" => "A",
            _ => "019aa000-0000-7000-8000-000000000000",
        };
        path.replace_range(start..=end, filling);
    }
    path
}

#[test]
fn every_documented_operation_is_mounted_and_no_other_method_is() {
    let document = document();
    let mut documented: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    for (place, _) in operations(&document) {
        let (method, path) = place.split_once(' ').expect("method and path");
        documented.entry(path.to_owned()).or_default().insert(method.to_uppercase());
    }
    for (path, methods) in documented {
        let asked: Vec<(Method, String)> = METHODS
            .iter()
            .map(|method| (method.to_uppercase().parse().expect("a method"), filled(&path)))
            .collect();
        for ((method, _), (status, allow, body)) in asked.iter().zip(probe(asked.clone())) {
            if methods.contains(method.as_str()) {
                let code = body["code"].as_str().unwrap_or_default();
                let is_there = status != StatusCode::METHOD_NOT_ALLOWED && code != "not_found";
                assert!(is_there, "{method} {path} is documented but answers {status}");
            } else {
                assert_eq!(status, StatusCode::METHOD_NOT_ALLOWED, "{method} {path}");
                let allow = allow.unwrap_or_default();
                // HEAD goes with GET, which documents leave unsaid.
                let allowed = allow.split(", ").filter(|method| *method != "HEAD");
                let allowed: BTreeSet<String> = allowed.map(str::to_owned).collect();
                assert_eq!(allowed, methods, "{path}");
            }
        }
    }
}

/// The parts of a source file that begin with `mark`, each up to the next attribute of a handler.
fn handlers<'a>(text: &'a str, mark: &str) -> impl Iterator<Item = &'a str> {
    text.split(mark).skip(1).map(|part| part.split("#[utoipa::path(").next().unwrap_or_default())
}

#[test]
fn everything_that_stores_something_may_come_again() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/src/api");
    let mut found = 0;
    for entry in std::fs::read_dir(folder).expect("a folder") {
        let path = entry.expect("an entry").path();
        let text = std::fs::read_to_string(&path).unwrap_or_default();
        let marks = ["\n#[post(", "\n#[put(", "\n#[patch(", "\n#[delete("];
        for handler in marks.iter().flat_map(|mark| handlers(&text, mark)) {
            let of_clubs = ["request.once((", "request.create((", "request.change((", "request.delete(("];
            let others = ["retry::once(", "request.record(", "request.record_list("];
            let is_known = of_clubs.iter().chain(&others).any(|way| handler.contains(way));
            let name = handler.lines().nth(1).unwrap_or_default();
            // With a club its keys are gone, and nobody can ask again.
            if name.contains("fn delete_club") {
                continue;
            }
            assert!(is_known, "{}: {name} does not go through api::retry", path.display());
            found += 1;
        }
    }
    let document = document();
    let operations = operations(&document);
    let takes_it = |operation: &Value| operation["parameters"].to_string().contains("Idempotency-Key");
    assert_eq!(found, operations.iter().filter(|(_, operation)| takes_it(operation)).count());
}

#[test]
fn nothing_is_mounted_past_the_document() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/src/api");
    let mut folders = vec![std::path::PathBuf::from(folder)];
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(folder).expect("a folder") {
            let path = entry.expect("an entry").path();
            if path.is_dir() {
                folders.push(path);
                continue;
            }
            let text = std::fs::read_to_string(&path).expect("a source file");
            let is_exempt = path.ends_with("pages.rs");
            assert!(
                is_exempt || !(text.contains(".route(") || text.contains("web::resource(")),
                "{}: only .service() is documented",
                path.display()
            );
        }
    }
}

#[test]
fn unknown_addresses_are_problems() {
    let paths = ["/v1", "/v1/nothing", "/v1/clubs/", "/problems/nothing"];
    let asked = paths.iter().map(|path| (Method::GET, (*path).to_owned())).collect();
    for (path, (status, _, body)) in paths.iter().zip(probe(asked)) {
        assert_eq!((status, &body["code"]), (StatusCode::NOT_FOUND, &"not_found".into()), "{path}");
        assert_eq!(body["type"], "/problems/not_found");
        assert_eq!(body["status"], 404);
    }
}

#[test]
fn pages_for_people_are_there() {
    let codes = problem_codes().map(|code| format!("/problems/{}", code.name));
    let others = ["/", "/problems", "/openapi.json", "/openapi-3.0.json", "/docs/", "/docs/swagger-ui.css"];
    let paths: Vec<String> = codes.chain(others.map(str::to_owned)).collect();
    let asked = paths.iter().map(|path| (Method::GET, path.clone())).collect();
    for (path, (status, _, _)) in paths.iter().zip(probe(asked)) {
        assert_eq!(status, StatusCode::OK, "{path}");
    }
}

#[test]
fn words_of_a_ruleset_are_those_that_are_answered() {
    let document = document();
    let schema = |value: &Value| {
        let found = value["$ref"].as_str().map(|place| document.pointer(&place[1..]).expect("a schema"));
        found.unwrap_or(value).clone()
    };
    let ruleset = &document["components"]["schemas"]["Ruleset"];
    let mut seen = BTreeSet::new();
    for parameter in Variant::ALL.into_iter().flat_map(|variant| Ruleset::standard(variant).parameters()) {
        let Some((section, name)) = parameter.key.split_once('.') else { continue };
        let described = schema(&schema(&ruleset["properties"][section])["properties"][name]);
        let Some(words) = described["x-extensible-enum"].as_array() else { continue };
        let values: Vec<Value> = parameter.values.into_iter().map(|known| known.value.into()).collect();
        assert_eq!(*words, values, "{}", parameter.key);
        assert!(parameter.value == "not set" || values.contains(&parameter.value.into()));
        seen.insert(parameter.key);
    }
    assert!(seen.len() >= 25, "{seen:?}");
}

#[test]
fn what_needs_a_scope_may_refuse_what_the_key_may_not_do() {
    for (place, operation) in operations(&document()) {
        let answers = |status: &str| operation["responses"].get(status).is_some();
        assert_eq!(
            answers("401"),
            place.contains(" /v1/"),
            "{place}: a key that is no good is refused everywhere"
        );
        assert!(answers("403") || operation.get("x-required-scope").is_none(), "{place}");
    }
}
