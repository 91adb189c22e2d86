//! A season is what its log says: what is stored beside it follows.

use serde_json::{Value, json};

use super::{id, spring};
use crate::archives::run;
use crate::standings::{Club, club};
use crate::support::{Service, query};

/// A season that was renamed, closed, reopened and adjusted twice, and all that can be read of it.
fn eventful(club: &Club) -> (String, Vec<Value>) {
    club.play("2026-03-01", &["Ann", "Bob"], json!({"A": 100}));
    let season = club.season(&spring());
    let lots = json!({"name": "Spring '26", "chain": {"rank_by": ["won", "lots"], "seed": "x"}});
    assert_eq!(club.manager.patch(&season, &lots).status, 200);
    assert_eq!(club.manager.post(&format!("{season}/close"), &Value::Null).status, 200);
    assert_eq!(club.manager.post(&format!("{season}/reopen"), &json!({"reason": "late"})).status, 200);
    for points in [-2, 3] {
        let body = json!({"player": club.player("Ann"), "points": points, "reason": "did not turn up"});
        let made = club.manager.post(&format!("{season}/adjustments"), &body);
        assert_eq!(made.status, 201, "{made:?}");
        if points == 3 {
            let path = format!("{}/cancel", made.header("location"));
            assert_eq!(club.manager.post(&path, &json!({"reason": "for Bob"})).status, 200);
        }
    }
    let all = read(club, &season);
    (season, all)
}

fn read(club: &Club, season: &str) -> Vec<Value> {
    ["", "/adjustments", "/log"].map(|rest| club.manager.get(&format!("{season}{rest}")).json()).to_vec()
}

#[test]
fn what_is_stored_beside_a_log_is_made_anew_from_it() {
    let service = Service::start();
    let club = club(&service);
    let (season, right) = eventful(&club);
    // As an older version wrote a ranking.
    query(&service.database, "UPDATE seasons SET chain = chain - 'ranks' - 'narrow_loss'");
    let healthy = run(&service.database, &["rebuild", "--check"]);
    assert!(healthy.done, "{}", healthy.said);
    let season_id = id(&season);
    for wrong in [
        format!("UPDATE seasons SET name = 'Autumn', last_day = '2026-12-31' WHERE id = '{season_id}'"),
        format!("UPDATE seasons SET closed_at = now() WHERE id = '{season_id}'"),
    ] {
        query(&service.database, &wrong);
        assert_ne!(read(&club, &season), right, "{wrong}");
        let found = run(&service.database, &["rebuild", "--check"]);
        assert!(!found.done && found.said.contains("1 wrong seasons"), "{wrong}: {}", found.said);
        let mended = run(&service.database, &["rebuild"]);
        assert!(mended.done, "{wrong}: {}", mended.said);
        assert_eq!(read(&club, &season), right, "{wrong}");
    }
    query(
        &service.database,
        &format!("UPDATE season_changes SET body = '{{}}' WHERE season_id = '{season_id}'"),
    );
    let broken = run(&service.database, &["rebuild"]);
    assert!(!broken.done && broken.said.contains("1 unreadable logs"), "{}", broken.said);
}

/// A change begins with what the log says, not with what stands beside it.
#[test]
fn a_change_follows_the_log() {
    let service = Service::start();
    let club = club(&service);
    let (season, _) = eventful(&club);
    query(&service.database, &format!("UPDATE seasons SET name = 'Autumn' WHERE id = '{}'", id(&season)));
    let changed = club.manager.patch(&season, &json!({"to": "2026-06-15"}));
    assert_eq!(changed.json()["name"], "Spring '26", "{changed:?}");
    assert!(run(&service.database, &["rebuild", "--check"]).done);
}
