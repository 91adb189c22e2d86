//! Files that meet what is there already: games twice, names twice, ids of others.

use serde_json::{Value, json};

use super::{import, imported, key, refused, run, stored, taken, with_time};
use crate::support::{Club, Match, NOBODY, Service, club, folder, query, report};

fn of_game(game: &Match) -> Value {
    let answer = game.manager.get(&format!("{}/export", game.path));
    assert_eq!(answer.status, 200, "{answer:?}");
    answer.json()
}

// Needs 83 and 84: two people bring in the same game, and it is one game.
#[test]
fn needs_83_and_84_a_game_that_comes_twice_is_one_game() {
    let service = Service::start();
    let game = Match::start(&service);
    game.points(60, 0);
    let (one, other) = (of_game(&game), of_game(&game));
    let there = Service::start();
    let elsewhere = club(&there, "Elsewhere");
    for file in [&one, &other] {
        let done = import(&there.database, &file.to_string(), &["--into", &elsewhere.id]);
        assert!(done.done, "{}", done.said);
    }
    assert_eq!(query(&there.database, "SELECT count(*) FROM games")[0][0], "1");
    assert_eq!(query(&there.database, "SELECT count(*) FROM players")[0][0], "2");
    // Where it comes from it is known too.
    assert!(imported(&service.database, &one).starts_with("Nothing had to change"));
}

#[test]
fn a_game_needs_a_club_to_go_into() {
    let here = Service::start();
    let game = Match::start(&here);
    let file = of_game(&game);
    assert_eq!(
        (&file["format"], &file["version"], file["players"].as_array().unwrap().len()),
        (&json!("pipkeeper-game"), &json!(1), 2)
    );
    let there = Service::start();
    let said = refused(&there.database, &file.to_string(), &[]);
    assert!(said.starts_with("there is no club ") && said.contains("--into"), "{said}");
    assert!(refused(&there.database, &file.to_string(), &["--into", NOBODY]).contains(NOBODY));

    // The club itself is imported as itself only.
    let club = Club::found(&here.client, "Whole");
    let whole = with_time(&taken(&club.manager, &club.path)).to_string();
    let other = Club::found(&there.client, "Other");
    assert!(refused(&there.database, &whole, &["--into", &other.id]).starts_with("--into is for a game"));
}

#[test]
fn a_game_that_went_on_differently_is_refused_and_nothing_else_is_imported() {
    let here = Service::start();
    let club = club(&here, "Friday");
    let path = club.start_game();
    let game = Match { manager: club.manager.clone(), path };
    game.points(10, 0);
    let before = with_time(&taken(&club.manager, &club.path));
    let there = Service::start();
    let manager = there.client.with_key(key(&imported(&there.database, &before)));
    let copy = Match { manager: manager.clone(), path: game.path.clone() };

    // It goes on here and there.
    game.points(20, 0);
    club.start_game();
    club.add("Newcomer");
    copy.points(0, 30);
    let id = game.path.rsplit('/').next().unwrap();
    let said = refused(&there.database, &with_time(&taken(&club.manager, &club.path)).to_string(), &[]);
    assert_eq!(said, format!("the game {id} went on differently here: event 3 is another one"));
    // An older file than what is there is no news.
    assert!(imported(&there.database, &before).starts_with("Nothing had to change"));

    // Once it is taken back, the logs differ all the same: they tell what happened.
    assert!(
        copy.send("DELETE", "/rounds/last", None).status < 300 || copy.amend(2, &report(20, 0)).status == 200
    );
    assert!(
        refused(&there.database, &with_time(&taken(&club.manager, &club.path)).to_string(), &[]).contains(id)
    );
}

#[test]
fn a_club_that_is_there_is_added_to_and_keeps_its_name() {
    let here = Service::start();
    let club = club(&here, "Friday");
    let game = Match { manager: club.manager.clone(), path: club.start_game() };
    game.points(60, 0);
    let there = Service::start();
    let first = with_time(&taken(&club.manager, &club.path));
    let manager = there.client.with_key(key(&imported(&there.database, &first)));
    manager.patch(&club.path, &json!({ "name": "Friday, a copy", "visibility": "public" }));

    // The game goes on, a player comes, another game is played.
    game.points(45, 0);
    club.add("Cem");
    club.start_game();
    club.manager.patch(&club.path, &json!({ "name": "Saturday" }));
    let second = with_time(&taken(&club.manager, &club.path));
    let said = imported(&there.database, &second);
    assert!(said.contains("1 player and 1 game are new, 1 game extended, 0 games unchanged"), "{said}");
    assert!(!said.contains("pk_"), "the key of the club stays the only one: {said}");
    assert_eq!(manager.get(&club.path).json()["name"], "Friday, a copy");
    let file = taken(&manager, &club.path);
    let wanted = taken(&club.manager, &club.path);
    assert_eq!((&file["games"], &file["players"]), (&wanted["games"], &wanted["players"]));
    let standings = format!("{}/standings", club.path);
    assert_eq!(manager.get(&standings).json(), club.manager.get(&standings).json());
    assert!(run(&there.database, &["rebuild", "--check"]).done);
    // The game goes on there, with the log of both.
    assert_eq!(manager.get(&game.path).json()["version"], 3);
}

#[test]
fn names_that_two_players_would_share_are_named() {
    let here = Service::start();
    let game = Match::start(&here);
    let file = of_game(&game);
    let there = Service::start();
    let other = club(&there, "Other");
    let ann = other.add(" ANN ").json()["id"].as_str().unwrap().to_owned();
    let said = refused(&there.database, &file.to_string(), &["--into", &other.id]);
    let theirs = file["players"][0]["id"].as_str().unwrap();
    assert!(
        said.starts_with(&format!("`Ann` is the player {theirs} in the file and the player {ann}")),
        "{said}"
    );
    other.manager.patch(&format!("{}/players/{ann}", other.path), &json!({ "name": "Ann K." }));
    assert!(import(&there.database, &file.to_string(), &["--into", &other.id]).done);
}

#[test]
fn nothing_is_written_into_another_club() {
    let service = Service::start();
    let (mine, victim) = (club(&service, "Mine"), club(&service, "Victim"));
    let game = Match { manager: victim.manager.clone(), path: victim.start_game() };
    game.points(10, 0);
    let file = of_game(&game).to_string();
    // The players and the game are the victim's.
    let said = refused(&service.database, &file, &["--into", &mine.id]);
    assert!(said.ends_with("belongs to another club"), "{said}");

    // The same game with players of one's own: the log says who sits in it.
    let own: Vec<String> =
        ["Eve", "Mal"].map(|name| mine.add(name).json()["id"].as_str().unwrap().to_owned()).into();
    let mut stolen = file.clone();
    let seats = of_game(&game)["game"]["seats"].clone();
    for (seat, id) in own.iter().enumerate() {
        stolen = stolen.replace(seats[seat].as_str().unwrap(), id);
    }
    let said = refused(&service.database, &stolen, &["--into", &mine.id]);
    assert_eq!(said, format!("the game {} belongs to another club", game.path.rsplit('/').next().unwrap()));

    // A club file of one's own that names the game of another.
    let mut club_file = with_time(&taken(&mine.manager, &mine.path));
    club_file["games"] = json!([serde_json::from_str::<Value>(&stolen).unwrap()["game"]]);
    assert!(refused(&service.database, &club_file.to_string(), &[]).ends_with("belongs to another club"));
    let before = stored(&service.database);
    let keyless = service.client.get(&format!("{}/export", game.path));
    assert_eq!((keyless.status, mine.manager.get(&format!("{}/export", game.path)).status), (401, 404));
    assert!(stored(&service.database) == before);
}

#[test]
fn a_file_may_begin_with_the_mark_of_its_encoding() {
    let here = Service::start();
    let club = club(&here, "Friday");
    club.start_game();
    let text = with_time(&taken(&club.manager, &club.path)).to_string();
    let there = Service::start();
    // PowerShell writes UTF-16 where it is not told otherwise.
    let place = folder();
    let path = place.path().join("export.json");
    let little: fn(u16) -> [u8; 2] = u16::to_le_bytes;
    for (mark, wide) in [([0xff, 0xfe], little), ([0xfe, 0xff], u16::to_be_bytes)] {
        let bytes: Vec<u8> = mark.into_iter().chain(text.encode_utf16().flat_map(wide)).collect();
        std::fs::write(&path, bytes).unwrap();
        let ran = run(&there.database, &["import", path.to_str().unwrap()]);
        assert!(!ran.done && ran.said.contains("the file is UTF-16: save it as UTF-8"), "{}", ran.said);
    }
    let import = import(&there.database, &format!("\u{feff}{text}"), &[]);
    assert!(import.done, "{}", import.said);
    let said = refused(&there.database, &format!("{text}\u{feff}"), &[]);
    assert!(said.starts_with("trailing characters"), "{said}");
}
