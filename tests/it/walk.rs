//! Every operation of the document, walked with every kind of key that must not work.
//!
//! What an operation needs is read from the document, so a new one is walked without being named
//! here: whether it takes a key, the scope that the key needs, and an example of its body.

use std::collections::BTreeMap;
use std::time::{Duration, Instant};

use pipkeeper::openapi;
use serde_json::{Value, json};

use crate::support::{Answer, Client, Club, NOBODY, Service, club, query, refusal};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Security {
    /// Nobody needs a key.
    None,
    /// A key is needed unless the club is public.
    Optional,
    /// A key is needed.
    Required,
}

struct Operation {
    id: String,
    method: String,
    path: String,
    security: Security,
    /// The scope that it needs.
    scope: String,
    body: Option<Value>,
    if_match: bool,
    dry_run: bool,
}

fn operations() -> Vec<Operation> {
    let document: Value = serde_json::from_str(openapi::text()).unwrap();
    let mut found = Vec::new();
    for (path, item) in document["paths"].as_object().unwrap() {
        for (method, operation) in item.as_object().unwrap() {
            let id = operation["operationId"].as_str().unwrap().to_owned();
            let security = match operation["security"].as_array() {
                None => Security::Required,
                Some(ways) if ways.len() > 1 => Security::Optional,
                Some(_) => Security::None,
            };
            let scope = operation["x-required-scope"].as_str().unwrap_or("none").to_owned();
            assert!(
                scope != "none" || security != Security::Required,
                "{id} does not say which scope it needs"
            );
            let parameters = operation["parameters"].as_array().cloned().unwrap_or_default();
            let dry_run = parameters.iter().any(|it| it["name"] == "dry_run");
            let if_match = parameters.iter().any(|it| it["name"] == "If-Match" && it["required"] == true);
            // What has to stand in the query is taken from the examples.
            let query: Vec<String> = parameters
                .iter()
                .filter(|it| it["in"] == "query" && it["required"] == true)
                .map(|it| format!("{}={}", it["name"].as_str().unwrap(), it["example"].as_str().unwrap()))
                .collect();
            let query = if query.is_empty() { String::new() } else { format!("?{}", query.join("&")) };
            let body = operation.get("requestBody").and_then(example);
            found.push(Operation {
                id,
                method: method.to_uppercase(),
                path: format!("{path}{query}"),
                security,
                scope,
                body,
                if_match,
                dry_run,
            });
        }
    }
    found
}

/// An example of a body, the first if there are several.
fn example(body: &Value) -> Option<Value> {
    let content = &body["content"]["application/json"];
    let first = content["examples"].as_object().and_then(|named| named.values().next());
    content.get("example").or(first.and_then(|first| first.get("value"))).cloned()
}

/// The ids in paths.
type Ids = BTreeMap<&'static str, String>;

impl Operation {
    fn send(&self, client: &Client, ids: &Ids, headers: &[(&str, &str)]) -> Answer {
        let mut path = self.path.clone();
        for (name, id) in ids {
            path = path.replace(&format!("{{{name}}}"), id);
        }
        assert!(!path.contains('{'), "{path} has a parameter that the walk does not know");
        let mut headers = headers.to_vec();
        if self.if_match {
            headers.push(("If-Match", "\"1\""));
        }
        client.send(&self.method, &path, &headers, self.body.as_ref())
    }

    fn is_about_a_club(&self) -> bool {
        self.path.contains("{club}") || self.path.contains("{game}")
    }

    fn is_guarded(&self) -> bool {
        self.path.starts_with("/v1")
    }
}

/// The ids of what a club has.
fn ids(club: &Club) -> Ids {
    let player = club.add("Ann").json()["id"].as_str().unwrap().to_owned();
    let game = club.start_game().rsplit('/').next().unwrap().to_owned();
    let season =
        made(club, "seasons", &json!({ "name": "Spring", "from": "2026-01-01", "to": "2026-06-30" }));
    let taken = json!({ "player": player, "points": -1, "reason": "late" });
    let adjustment = made(club, &format!("seasons/{season}/adjustments"), &taken);
    let link = made_at(club, &format!("/v1/games/{game}/links"), &json!({ "scope": "view", "label": "TV" }));
    let (_, key) = club.make_key(&json!({ "scope": "view", "label": "TV" }));
    [
        ("club", club.id.clone()),
        ("player", player),
        ("game", game),
        ("season", season),
        ("adjustment", adjustment),
        ("key", key),
        ("link", link),
        ("round", "1".to_owned()),
        ("penalty", "1".to_owned()),
        ("bonus", "1".to_owned()),
        ("seat", "A".to_owned()),
        ("variant", "block".to_owned()),
    ]
    .into()
}

/// Makes something and answers its id.
fn made(club: &Club, what: &str, body: &Value) -> String {
    made_at(club, &format!("{}/{what}", club.path), body)
}

fn made_at(club: &Club, path: &str, body: &Value) -> String {
    let made = club.manager.post(path, body);
    assert_eq!(made.status, 201, "{made:?}");
    made.json()["id"].as_str().unwrap().to_owned()
}

fn unknown(ids: &Ids) -> Ids {
    let known = ["round", "penalty", "bonus", "seat", "variant"];
    ids.iter()
        .map(|(name, id)| (*name, if known.contains(name) { id.clone() } else { NOBODY.to_owned() }))
        .collect()
}

/// What an answer tells: all but its own id and the time.
fn told(answer: &Answer) -> (u16, String, BTreeMap<String, String>) {
    let headers =
        answer.headers.iter().map(|(name, value)| (name.to_string(), value.to_str().unwrap().to_owned()));
    let headers = headers.filter(|(name, _)| !["x-request-id", "date"].contains(&name.as_str()));
    (answer.status, answer.text.clone(), headers.collect())
}

/// Clients whose keys are no good, by what is wrong with them.
fn bad_keys(service: &Service, club: &Club) -> Vec<(&'static str, String)> {
    let (expired, id) = club.make_key(&json!({ "scope": "manage", "label": "old" }));
    query(&service.database, &format!("UPDATE keys SET expires_at = now() WHERE id = '{id}'"));
    let (revoked, id) = club.make_key(&json!({ "scope": "manage", "label": "revoked" }));
    assert_eq!(club.manager.delete(&format!("{}/keys/{id}", club.path)).status, 204);
    vec![
        ("malformed", "Bearer pk_123".to_owned()),
        ("another scheme", format!("Basic {}", club.key)),
        ("empty", String::new()),
        ("unknown", format!("Bearer pk_{}", "0".repeat(64))),
        ("expired", format!("Bearer {expired}")),
        ("revoked", format!("Bearer {revoked}")),
    ]
}

#[test]
fn no_operation_answers_to_a_key_that_is_no_good() {
    let service = Service::start();
    let club = club(&service, "Ours");
    let ids = ids(&club);
    let bad = bad_keys(&service, &club);
    let (mut walked, mut refused) = (0, 0);
    for operation in operations() {
        walked += 1;
        let without = operation.send(&service.client, &ids, &[]);
        // The club of this test is private; a club can be created with or without a key.
        match operation.security {
            Security::Required => assert_eq!(refusal(&without).0, 401, "{}", operation.id),
            Security::Optional if operation.is_about_a_club() => {
                assert_eq!(refusal(&without), (401, "unauthenticated".to_owned()), "{}", operation.id);
            }
            Security::None | Security::Optional => assert_ne!(without.status, 401, "{}", operation.id),
        }
        for (what, header) in &bad {
            let answer = operation.send(&service.client, &ids, &[("Authorization", header)]);
            let is_refused = answer.status == 401;
            assert_eq!(is_refused, operation.is_guarded(), "{} with a key that is {what}", operation.id);
            refused += usize::from(is_refused);
        }
    }
    let document: Value = serde_json::from_str(openapi::text()).unwrap();
    let paths = document["paths"].as_object().unwrap();
    assert_eq!(walked, paths.values().map(|item| item.as_object().unwrap().len()).sum::<usize>());
    let guarded = operations().iter().filter(|operation| operation.is_guarded()).count();
    assert_eq!(refused, guarded * bad.len());
}

#[test]
fn what_is_foreign_answers_like_what_does_not_exist() {
    let service = Service::start();
    let (ours, theirs) = (club(&service, "Ours"), club(&service, "Theirs"));
    let foreign = ids(&theirs);
    let missing = unknown(&foreign);
    let before =
        query(&service.database, "SELECT (SELECT count(*) FROM game_events), (SELECT count(*) FROM keys)");
    let mut walked = 0;
    for operation in operations().iter().filter(|operation| operation.is_about_a_club()) {
        for client in [ours.manager.clone(), ours.client_with("view"), service.client.clone()] {
            let (one, other) =
                (operation.send(&client, &foreign, &[]), operation.send(&client, &missing, &[]));
            assert_eq!(told(&one), told(&other), "{}", operation.id);
            assert!(matches!(one.status, 401 | 404), "{}: {one:?}", operation.id);
        }
        walked += 1;
    }
    assert_eq!(
        walked,
        operations()
            .iter()
            .filter(|operation| operation.security != Security::None && operation.path.contains('{'))
            .count()
    );
    let views = 2 * walked;
    query(&service.database, "DELETE FROM keys WHERE label = 'view'");
    let after =
        query(&service.database, "SELECT (SELECT count(*) FROM game_events), (SELECT count(*) FROM keys)");
    assert_eq!(before, after, "{views} refused requests changed something");

    // Within a club, what another club has is not there either.
    let mut mixed = foreign.clone();
    mixed.insert("club", ours.id.clone());
    let mut nothing = missing.clone();
    nothing.insert("club", ours.id.clone());
    for operation in
        operations().iter().filter(|it| it.path.matches('{').count() == 2 && it.path.contains("{club}"))
    {
        let (one, other) =
            (operation.send(&ours.manager, &mixed, &[]), operation.send(&ours.manager, &nothing, &[]));
        assert_eq!((told(&one), one.status), (told(&other), 404), "{}", operation.id);
    }
}

#[test]
fn a_key_that_is_too_weak_is_told_what_it_takes() {
    let service = Service::start();
    let club = club(&service, "Ours");
    let ids = ids(&club);
    let (viewer, scorer) = (club.client_with("view"), club.client_with("score"));
    let mut refused = 0;
    for operation in operations() {
        let weaker: &[(&str, &Client)] = match operation.scope.as_str() {
            "manage" => &[("view", &viewer), ("score", &scorer)],
            "score" => &[("view", &viewer)],
            _ => &[],
        };
        assert!(
            operation.method == "GET" || operation.scope == "none" || !weaker.is_empty(),
            "{} changes something for a key that may only read",
            operation.id
        );
        for (has, client) in weaker {
            let answer = operation.send(client, &ids, &[]);
            assert_eq!(refusal(&answer), (403, "scope_too_small".to_owned()), "{}: {answer:?}", operation.id);
            assert_eq!(
                (&answer.json()["needs"], &answer.json()["has"]),
                (&json!(operation.scope), &json!(has))
            );
            refused += 1;
        }
    }
    assert!(refused >= 15, "{refused}");
}

/// The times of 1,000 requests to each of two addresses, asked in turns.
fn times(client: &Client, paths: [&str; 2]) -> [Duration; 2] {
    let mut times = [Vec::new(), Vec::new()];
    for _ in 0..1000 {
        for (path, times) in paths.iter().zip(&mut times) {
            let asked = Instant::now();
            client.get(path);
            times.push(asked.elapsed());
        }
    }
    times.map(|mut times| {
        times.sort_unstable();
        times[times.len() / 2]
    })
}

#[test]
fn time_does_not_tell_what_is_foreign_from_what_does_not_exist() {
    let service = Service::start();
    let (ours, theirs) = (club(&service, "Ours"), club(&service, "Theirs"));
    let game = theirs.start_game();
    // The service has it in memory, where it could be found sooner.
    assert_eq!(theirs.manager.get(&game).status, 200);
    let [foreign, missing] = times(&ours.manager, [&game, &format!("/v1/games/{NOBODY}")]);
    let ratio = foreign.as_secs_f64() / missing.as_secs_f64();
    assert!((0.9..1.1).contains(&ratio), "{foreign:?} {missing:?}");
}

#[test]
fn who_only_means_to_try_changes_nothing() {
    let service = Service::start();
    let club = club(&service, "Friday");
    let ids = ids(&club);
    for mut operation in operations().into_iter().filter(|it| it.method != "GET") {
        let mark = if operation.path.contains('?') { '&' } else { '?' };
        operation.path = format!("{}{mark}dry_run=true", operation.path);
        let answer = operation.send(&club.manager, &ids, &[]);
        let is_refused = answer.status == 400 && answer.json()["errors"][0]["parameter"] == "dry_run";
        assert_eq!(is_refused, !operation.dry_run, "{}: {answer:?}", operation.id);
    }
    let still = club.manager.get(&club.path);
    assert_eq!((still.status, &still.json()["name"]), (200, &json!("Friday")));
}
