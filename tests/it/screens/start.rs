//! The first start of an app: from a pasted key, or from nothing.

use serde_json::{Value, json};

use crate::support::{Service, club, refusal};

#[test]
fn a_pasted_key_tells_its_club_and_what_it_may_do() {
    let service = Service::start();
    let club = club(&service, "Friday");
    let own = club.manager.get("/v1/key").json();
    assert_eq!(own["club"], club.id);
    assert_eq!(
        (&own["club_name"], &own["scope"], &own["label"]),
        (&json!("Friday"), &json!("manage"), &json!("Friday"))
    );
    assert_eq!((own.get("game"), own.get("expires_at"), own.get("key")), (None, None, None), "{own}");

    let game = club.start_game().rsplit('/').next().unwrap().to_owned();
    let end = "2999-01-02T03:04:05Z";
    let (key, id) =
        club.make_key(&json!({ "scope": "score", "label": "Ann's phone", "game": game, "expires_at": end }));
    let phone = service.client.with_key(&key);
    let expected = json!({
        "id": id, "club": club.id, "club_name": "Friday", "scope": "score", "game": game,
        "label": "Ann's phone", "expires_at": end,
    });
    assert_eq!(phone.get("/v1/key").json(), expected);

    club.manager.patch(&club.path, &json!({ "name": "Saturday" }));
    assert_eq!(phone.get("/v1/key").json()["club_name"], "Saturday");
    club.manager.delete(&format!("{}/keys/{id}", club.path));
    assert_eq!(refusal(&phone.get("/v1/key")), (401, "unauthenticated".to_owned()));
    assert_eq!(refusal(&service.client.get("/v1/key")), (401, "unauthenticated".to_owned()));
}

#[test]
fn the_service_says_what_it_can_do_and_keeps_its_word() {
    let service = Service::start();
    let about = service.client.get("/v1/service").json();
    assert_eq!(about["version"], service.client.get("/openapi.json").json()["info"]["version"]);
    let variants = service.client.get("/v1/variants").json();
    let words: Vec<Value> =
        variants["items"].as_array().unwrap().iter().map(|variant| variant["variant"].clone()).collect();
    assert_eq!(about["variants"], json!(words));
    assert_eq!(about["open_club_creation"], true);
    let age = about["time"].as_str().unwrap().parse::<chrono::DateTime<chrono::Utc>>().unwrap()
        - chrono::Utc::now();
    assert!(age.num_seconds().abs() < 60, "{about}");

    let limit = |name: &str| usize::try_from(about["limits"][name].as_u64().unwrap()).unwrap();
    let club = club(&service, "Friday");
    let page = |limit: usize| club.manager.get(&format!("{}/games?limit={limit}", club.path)).status;
    assert_eq!((page(limit("page_items")), page(limit("page_items") + 1)), (200, 400));

    // A body of that size is read and found wrong; a larger one is not read.
    let body = |bytes: usize| {
        let open = r#"{"name":""#;
        let text = format!("{open}{}\"}}", "x".repeat(bytes - open.len() - 2));
        assert_eq!(text.len(), bytes);
        club.manager.send_text("POST", &format!("{}/players", club.path), &[], Some(&text)).status
    };
    assert_eq!((body(limit("body_bytes")), body(limit("body_bytes") + 1)), (422, 413));

    let turns = |count: usize| {
        let path = format!("{}/rounds/1/turns", club.start_game());
        let body = json!({ "turns": vec![json!({ "seat": "A", "pass": true }); count] });
        let answer = club.manager.post(&path, &body).json();
        answer["code"].as_str().unwrap().to_owned()
    };
    assert_ne!(turns(limit("batch_turns")), turns(limit("batch_turns") + 1));
    assert!(limit("game_changes") > limit("game_rounds") && limit("round_turns") > 0, "{about}");
}
