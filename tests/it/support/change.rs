//! What a client makes of the answer to a change: the game that it has, brought up to date. Whoever writes
//! an app may take it over as it stands.

use serde_json::{Value, json};

/// Brings a game that was read at the `from_version` of a change up to its `version`.
pub fn apply(game: &mut Value, change: &Value) {
    assert_eq!(
        game["version"], change["from_version"],
        "another change came first: the game has to be read again"
    );
    let kept = &change["kept"];
    let lines = grown(&game["score"]["lines"], &kept["lines"], &change["score"]["lines"]);
    let [layout, turns] =
        ["layout", "turns"].map(|list| grown(&game["table"][list], &kept[list], &change["table"][list]));
    // Some members are always told, or else there is nothing.
    for member in ["version", "changed_at", "score", "table", "next_lead", "declared", "deleted"] {
        set(game, member, change.get(member));
    }
    game["score"]["lines"] = lines;
    if game.get("table").is_some() {
        game["table"]["layout"] = layout;
        game["table"]["turns"] = turns;
    }
    // Others only where they are different.
    for member in ["seats", "rules"].into_iter().filter(|member| change.get(*member).is_some()) {
        set(game, member, change.get(member));
    }
    for (member, value) in change["about"].as_object().into_iter().flatten() {
        set(game, member, Some(value));
    }
    for (list, number) in [("rounds", "round"), ("penalties", "penalty"), ("bonuses", "bonus")] {
        for new in change[list].as_array().into_iter().flatten() {
            put(game[list].as_array_mut().unwrap(), number, new);
        }
    }
    if let Some(undone) = change["removed"].get("round") {
        game["rounds"].as_array_mut().unwrap().retain(|round| round["round"] != undone["round"]);
    }
}

/// A list of which the first `kept` stay, with what comes after them.
fn grown(old: &Value, kept: &Value, new: &Value) -> Value {
    let old =
        old.as_array().into_iter().flatten().take(kept.as_u64().unwrap_or_default().try_into().unwrap());
    old.chain(new.as_array().into_iter().flatten()).cloned().collect()
}

fn set(game: &mut Value, member: &str, value: Option<&Value>) {
    match value {
        Some(value) => game[member] = value.clone(),
        None => drop(game.as_object_mut().unwrap().remove(member)),
    }
}

/// Puts something in the place of what has its number, or at the end. Turns and what hands prove are shown
/// of a single round only.
fn put(list: &mut Vec<Value>, number: &str, new: &Value) {
    let mut new = new.clone();
    for member in ["turns", "findings"] {
        new.as_object_mut().unwrap().remove(member);
    }
    match list.iter_mut().find(|old| old[number] == new[number]) {
        Some(old) => *old = new,
        None => list.push(new),
    }
}

/// The round that a change is about, if it is different.
pub fn round_of(change: &Value) -> Value {
    let mut rounds = change["rounds"].as_array().into_iter().flatten();
    rounds.find(|round| round["round"] == change["round"]).cloned().unwrap_or_default()
}

/// Who is missing in the rounds that a change made different.
pub fn missing_in(change: &Value) -> Value {
    let rounds = change["rounds"].as_array().into_iter().flatten();
    let missing = rounds.filter(|round| round.get("missing").is_some());
    missing.map(|round| json!({ "round": round["round"], "seats": round["missing"] })).collect()
}
