//! The pages of rules: every link to them and between them leads somewhere.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::Value;

use crate::support::{Service, refusal};

/// What stands in the attribute `name` of a page's elements.
fn attributes<'a>(page: &'a str, name: &str) -> BTreeSet<&'a str> {
    let start = format!("{name}=\"");
    page.split(&start).skip(1).map(|rest| rest.split('"').next().unwrap()).collect()
}

/// Follows `link`, which must lead to a page and, if it names one, to an anchor on it.
fn follow(service: &Service, pages: &mut BTreeMap<String, String>, link: &str) {
    let (path, anchor) = link.split_once('#').map_or((link, None), |(path, anchor)| (path, Some(anchor)));
    let page = pages.entry(path.to_owned()).or_insert_with(|| {
        let answer = service.client.get(path);
        assert_eq!(answer.status, 200, "{link}");
        assert_eq!(answer.header("content-type"), "text/html; charset=utf-8", "{link}");
        answer.text
    });
    assert!(anchor.is_none_or(|anchor| attributes(page, "id").contains(anchor)), "{link}");
}

fn variants(service: &Service) -> Vec<Value> {
    service.client.get("/v1/variants").json()["items"].as_array().unwrap().clone()
}

#[test]
fn every_option_of_every_variant_leads_to_its_paragraph() {
    let service = Service::start();
    let mut pages = BTreeMap::new();
    for variant in variants(&service) {
        let word = variant["variant"].as_str().unwrap();
        follow(&service, &mut pages, variant["link"].as_str().unwrap());
        let whole = service.client.get(&format!("/v1/variants/{word}")).json();
        for option in whole["options"].as_array().unwrap() {
            let (key, link) = (option["option"].as_str().unwrap(), option["link"].as_str().unwrap());
            assert_eq!(link, format!("/rules/{word}#{key}"));
            follow(&service, &mut pages, link);
        }
        // Every value is explained, and the default is the one that the game has.
        let page = &pages[&format!("/rules/{word}")];
        for option in whole["options"].as_array().unwrap() {
            let (key, default) = (option["option"].as_str().unwrap(), option["value"].as_str().unwrap());
            let paragraph = page.split(&format!("<h3 id=\"{key}\">")).nth(1).unwrap();
            let paragraph = paragraph.split("<h3").next().unwrap().replace("&quot;", "\"");
            for value in option["values"].as_array().unwrap() {
                let value = value["value"].as_str().unwrap();
                assert!(paragraph.contains(&format!("<code>{value}</code>")), "{word}: {key}: {value}");
            }
            let code = format!("<code>{default}</code>");
            let is_named = paragraph.contains(&format!("{code} (default)"))
                || paragraph.contains(&format!("Default: {code}"));
            assert!(is_named, "{word}: {key}: {default} in {paragraph}");
            if let Some(source) = option["source"].as_str() {
                assert!(page.contains(&format!("<strong>{source}</strong>")), "{word}: {source}");
            }
        }
    }
}

#[test]
fn every_link_on_a_page_of_rules_leads_to_a_page() {
    let service = Service::start();
    let mut pages = BTreeMap::new();
    follow(&service, &mut pages, "/rules");
    let games = variants(&service);
    let mut expected: Vec<&str> = games.iter().map(|game| game["link"].as_str().unwrap()).collect();
    expected.push("/rules/common");
    let links = attributes(&pages["/rules"], "href");
    assert!(expected.iter().all(|link| links.contains(link)), "{links:?}");
    for path in expected {
        follow(&service, &mut pages, path);
        let page = pages[path].clone();
        let links = attributes(&page, "href");
        assert!(links.contains("/rules"), "{path}");
        for link in links.into_iter().filter(|link| !link.starts_with("http") && *link != "/docs/") {
            let link = if link.starts_with('#') { format!("{path}{link}") } else { link.to_owned() };
            assert!(link.starts_with("/rules"), "{path}: {link}");
            follow(&service, &mut pages, &link);
        }
        // Nothing of Markdown is left, and nothing is loaded.
        assert!(!page.contains("](") && !page.contains("**") && !page.contains("src="), "{path}");
        assert!(page.contains("color-scheme:light dark") && page.contains("width=device-width"));
    }
}

#[test]
fn a_page_of_rules_that_is_not_there_is_a_problem() {
    let service = Service::start();
    for path in ["/rules/whist", "/rules/BLOCK", "/rules/%2e%2e", "/rules/block.html"] {
        assert_eq!(refusal(&service.client.get(path)), (404, "not_found".to_owned()), "{path}");
    }
    let answer = service.client.post("/rules/block", &Value::Null);
    assert_eq!(refusal(&answer), (405, "method_not_allowed".to_owned()));
    assert_eq!(answer.header("allow"), "GET, HEAD");
}
