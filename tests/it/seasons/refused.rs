//! What cannot be a season, or cannot be asked of one.

use serde_json::{Value, json};

use super::{at_fault, id, spring};
use crate::standings::{blamed, club};
use crate::support::{Service, refusal};

#[test]
fn what_cannot_be_a_season_is_refused_by_its_member() {
    let service = Service::start();
    let club = club(&service);
    let season = club.season(&spring());
    let seasons = format!("{}/seasons", club.path);
    let make = |more: Value| {
        let mut body = json!({"name": "Autumn", "from": "2026-09-01", "to": "2026-11-30"});
        body.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
        club.manager.post(&seasons, &body)
    };
    for (more, start) in [
        (json!({"from": "2026-12-01"}), "/to "),
        (json!({"from": "2026-02-30"}), "/from must be a day of the years 1 to 9999, such as 2026-11-29"),
        (json!({"from": "2026-02-20T00:00:00Z"}), "/from must be a day of the years 1 to 9999, such as"),
        (json!({"to": "soon"}), "/to must be a day"),
        (json!({"from": "+12026-01-01", "to": "+12026-02-01"}), "/from must be a day of the years 1 to 9999"),
        (json!({"name": " "}), "/name must not be empty"),
        (json!({"games": {"variant": "chess"}}), "/games/variant must be one of"),
        (json!({"games": {"players": 1}}), "/games/players must be a whole number from 2 to 12"),
        (json!({"games": ["block"]}), "/games must be an object"),
        (json!({"chain": {"rank_by": ["luck"]}}), "/chain/rank_by/0 must be one of `points`, "),
        (json!({"chain": {"rank_by": []}}), "/chain/rank_by must have at least one"),
        (json!({"chain": {"rank_by": ["won", "won"]}}), "/chain/rank_by has `won` twice"),
        (json!({"chain": {"win": 1001}}), "/chain/win must be a whole number from -1000 to 1000"),
        (json!({"chain": {"min_games": 0}}), "/chain/min_games must be a whole number from 1"),
        (json!({"chain": {"seed": "x".repeat(101)}}), "/chain/seed must have 1 to 100"),
        (json!({"chain": {"seed": "a\nb"}}), "/chain/seed must not contain control characters"),
        (json!({"chain": {"ranks": "any"}}), "/chain/ranks must be"),
        (json!({"chain": {"bonus": 1}}), "/chain/bonus is not a member here"),
        (json!({"zone": "UTC"}), "/zone is not a member here"),
    ] {
        let told = at_fault(&make(more.clone()));
        assert!(told.starts_with(start), "{more}: {told}");
    }
    assert_eq!(refusal(&make(json!({"from": "2026-12-01"}))), (422, "season_reversed".to_owned()));
    let taken = make(json!({"name": " SPRING "}));
    assert_eq!(
        (refusal(&taken).1, &taken.json()["season"]),
        ("season_exists".to_owned(), &json!(id(&season)))
    );
    let autumn = make(json!({})).header("location").to_owned();
    let renamed = club.manager.patch(&autumn, &json!({"name": "spring"}));
    assert_eq!(refusal(&renamed), (409, "season_exists".to_owned()));
    assert_eq!(club.manager.patch(&autumn, &json!({"name": "AUTUMN"})).status, 200, "its own name");
    assert!(at_fault(&club.manager.patch(&autumn, &json!({"from": "2026-12-01"}))).starts_with("/from "));
    assert!(at_fault(&club.manager.patch(&autumn, &json!({"to": "2026-08-31"}))).starts_with("/to "));

    let close = format!("{season}/close");
    assert_eq!(
        refusal(&club.manager.post(&format!("{season}/reopen"), &json!({"reason": "x"}))).1,
        "season_open"
    );
    assert_eq!(club.manager.post(&close, &Value::Null).status, 200);
    assert_eq!(refusal(&club.manager.post(&close, &Value::Null)), (409, "season_closed".to_owned()));
    for change in
        [json!({"to": "2026-06-30"}), json!({"chain": {"win": 2}}), json!({"games": {"players": 2}})]
    {
        assert_eq!(
            refusal(&club.manager.patch(&season, &change)),
            (409, "season_closed".to_owned()),
            "{change}"
        );
    }
    assert_eq!(refusal(&club.manager.delete(&season)), (409, "season_closed".to_owned()));
    assert_eq!(club.manager.patch(&season, &json!({"name": "Spring '26", "to": "2026-05-31"})).status, 200);
    assert!(
        at_fault(&club.manager.post(&format!("{season}/reopen"), &json!({})))
            .starts_with("/reason is required")
    );
    assert_eq!(club.manager.delete(&autumn).status, 204);
    assert_eq!(refusal(&club.manager.get(&autumn)), (404, "season_not_found".to_owned()));
}

#[test]
fn a_season_goes_with_no_other_filter() {
    let service = Service::start();
    let club = club(&service);
    let season = club.season(&spring());
    let ask = |query: &str| club.manager.get(&format!("{}/standings?{query}", club.path));
    for other in [
        "from=2026-01-01",
        "to=2026-01-01",
        "variant=block",
        "players=2",
        "partners=true",
        "rank_by=won",
        "win=1",
        "draw=1",
        "loss=1",
        "round_won=1",
        "narrow_loss=1",
        "min_games=2",
        "seed=x",
        "ranks=dense",
    ] {
        let name = other.split('=').next().unwrap();
        let refused = ask(&format!("season={}&{other}", id(&season)));
        let told = blamed(&refused);
        assert!(told.starts_with(&format!("{name} cannot be given with `season`")), "{told}");
        assert_eq!(refused.json()["errors"][1]["parameter"], "season");
    }
    assert!(blamed(&ask("live=true")).starts_with("live is only for the table of a `season`"));
    assert!(blamed(&ask(&format!("season={}&live=yes", id(&season)))).starts_with("live must be"));
    assert!(blamed(&ask("season=spring")).starts_with("season must be an id"));
    let other = crate::standings::club(&service);
    assert_eq!(
        refusal(&other.manager.get(&format!("{}/standings?season={}", other.path, id(&season)))).1,
        "season_not_found"
    );
    assert_eq!(ask("season=019aa000-0000-7000-8000-000000000000").json()["code"], "season_not_found");
}
