//! Games that were a mistake: out of everything, and back again.

use serde_json::{Value, json};

use crate::archives::{import, run};
use crate::standings::{Club, club};
use crate::support::{Answer, Service, apply, fresh_schema, query, refusal};

fn delete(club: &Club, game: &str, query: &str) -> Answer {
    let headers = [("If-Match", "*"), ("Prefer", "return=something")];
    club.manager.send("DELETE", &format!("{game}?reason=entered%20twice{query}"), &headers, None)
}

fn listed(club: &Club, query: &str) -> Vec<String> {
    let page = club.manager.get(&format!("{}/games{query}", club.path)).json();
    page["items"]
        .as_array()
        .unwrap()
        .iter()
        .map(|it| format!("/v1/games/{}", it["id"].as_str().unwrap()))
        .collect()
}

/// Everything that tells of games together.
fn tables(club: &Club) -> Vec<Value> {
    let ann = club.player("Ann");
    ["standings", "ratings?variant=block", "games", &format!("players/{ann}/stats")]
        .map(|path| club.manager.get(&format!("{}/{path}", club.path)).json())
        .into()
}

#[test]
fn a_deleted_game_is_in_no_list_and_no_table_until_it_is_restored() {
    let service = Service::start();
    let club = club(&service);
    let one = club.play("2026-04-01", &["Ann", "Bob"], json!({"A": 100}));
    let before = tables(&club);
    let two = club.play("2026-04-01", &["Ann", "Bob"], json!({"A": 100}));
    let with_both = tables(&club);
    let mut seen = club.manager.get(&two).json();

    let tried = delete(&club, &two, "&dry_run=true").json();
    assert!(tried["impact"].is_object() && tables(&club) == with_both, "{tried}");
    let change = delete(&club, &two, "");
    assert_eq!(
        (change.status, &change.json()["deleted"]),
        (200, &json!({"reason": "entered twice"})),
        "{change:?}"
    );
    apply(&mut seen, &change.json());
    assert_eq!(seen, club.manager.get(&two).json());
    assert_eq!(seen["score"]["status"], "deleted");
    assert_eq!(tables(&club), before);
    assert_eq!(listed(&club, ""), [&*one]);
    assert_eq!(listed(&club, "?status=finished"), [&*one]);
    assert_eq!(listed(&club, &format!("?player={}", club.player("Ann"))), [&*one]);
    assert_eq!(listed(&club, "?text=ann"), [&*one]);
    assert_eq!(listed(&club, "?status=deleted"), [&*two]);
    assert_eq!(club.manager.get(&format!("{}/results.csv", club.path)).text.lines().count(), 2);
    assert!(run(&service.database, &["rebuild", "--check"]).done);

    let refused =
        club.manager.post(&format!("{two}/rounds"), &json!({"detail": "points", "points": {"A": 1}}));
    assert_eq!(refusal(&refused), (409, "game_deleted".to_owned()));
    assert_eq!(refusal(&delete(&club, &two, "")), (409, "game_deleted".to_owned()));

    let restored =
        club.manager.send("POST", &format!("{two}/restore"), &[("Prefer", "return=something")], None);
    assert_eq!(restored.status, 200, "{restored:?}");
    apply(&mut seen, &restored.json());
    assert_eq!(seen, club.manager.get(&two).json());
    assert!(seen.get("deleted").is_none() && seen["score"]["status"] == "finished");
    assert_eq!(tables(&club)[0], with_both[0]);
    assert_eq!(listed(&club, "?status=deleted"), Vec::<String>::new());
    assert_eq!(
        refusal(&club.manager.post(&format!("{two}/restore"), &json!({}))),
        (409, "not_deleted".to_owned())
    );
    let log = club.manager.get(&format!("{two}/log?after=2")).json();
    let said: Vec<&str> =
        log["items"].as_array().unwrap().iter().map(|it| it["text"].as_str().unwrap()).collect();
    assert_eq!(said, ["The game was deleted: entered twice.", "The game was restored."]);
}

#[test]
fn only_managers_are_shown_what_was_deleted_and_a_reason_is_needed() {
    let service = Service::start();
    let club = crate::support::Club::found(&service.client, "Friday");
    let game = club.start_game();
    let list = format!("{}/games?status=deleted", club.path);
    let scorer = club.client_with("score");
    let no_version = scorer.send("DELETE", &format!("{game}?reason=twice"), &[], None);
    assert_eq!(refusal(&no_version), (428, "precondition_required".to_owned()));
    for query in ["", "?reason=", "?reason=%20", &format!("?reason={}", "x".repeat(501))] {
        let answer = scorer.send("DELETE", &format!("{game}{query}"), &[("If-Match", "*")], None);
        assert_eq!(
            (refusal(&answer), &answer.json()["errors"][0]["parameter"]),
            ((400, "invalid_query".to_owned()), &json!("reason"))
        );
    }
    assert_eq!(
        scorer.send("DELETE", &format!("{game}?reason=twice"), &[("If-Match", "*")], None).status,
        200
    );
    assert_eq!(refusal(&scorer.get(&list)), (403, "scope_too_small".to_owned()));
    club.manager.patch(&club.path, &json!({"visibility": "public"}));
    assert_eq!(service.client.get(&list).status, 401);
    assert_eq!(club.manager.get(&list).json()["items"].as_array().unwrap().len(), 1);
    let items = |answer: Answer| answer.json()["items"].as_array().unwrap().len();
    assert_eq!(items(service.client.get(&format!("{}/games", club.path))), 0);
}

#[test]
fn deleted_games_are_exported_and_imported() {
    let service = Service::start();
    let club = club(&service);
    let one = club.play("2026-04-01", &["Ann", "Bob"], json!({"A": 100}));
    let two = club.play("2026-04-02", &["Ann", "Bob"], json!({"B": 100}));
    assert_eq!(delete(&club, &two, "").status, 200);
    let export = club.manager.get(&format!("{}/export", club.path)).text;

    let there = fresh_schema();
    let imported = import(&there, &export, &[]);
    assert!(imported.done, "{}", imported.said);
    let rows = query(&there, "SELECT '/v1/games/' || id, status FROM games ORDER BY played_on");
    assert_eq!(rows, [[one, "finished".to_owned()], [two.clone(), "deleted".to_owned()]]);
    assert_eq!(query(&there, "SELECT count(DISTINCT game_id) FROM game_results")[0][0], "1");
    assert!(run(&there, &["rebuild", "--check"]).done);

    // Restored here, and imported again there.
    assert_eq!(club.manager.post(&format!("{two}/restore"), &json!({})).status, 200);
    let export = club.manager.get(&format!("{}/export", club.path)).text;
    assert!(import(&there, &export, &[]).done);
    assert_eq!(query(&there, "SELECT count(DISTINCT game_id) FROM game_results")[0][0], "2");
}
