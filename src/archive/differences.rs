//! What is otherwise in the file and stays as it is here, as sentences.

use std::collections::HashMap;

use uuid::Uuid;

use super::ImportError;
use super::format::{ExportedMerge, ExportedPlayer};
use crate::store::clubs::ClubRow;
use crate::store::{Connection, merges, players};

/// What is otherwise about the club.
pub fn club(ours: &ClubRow, theirs: &ClubRow) -> Vec<String> {
    let mut left = Vec::new();
    if ours.name != theirs.name {
        left.push(format!("the club {} is named {} in the file", ours.name, theirs.name));
    }
    if ours.time_zone != theirs.time_zone {
        left.push(format!("the time zone is {}, and {} in the file", ours.time_zone, theirs.time_zone));
    }
    if ours.visibility != theirs.visibility {
        let (ours, theirs) = (ours.visibility.as_str(), theirs.visibility.as_str());
        left.push(format!("the club is {ours}, and {theirs} in the file"));
    }
    left
}

/// Who has another name.
pub async fn players(
    conn: &mut Connection,
    club: Uuid,
    forms: &[ExportedPlayer],
) -> Result<Vec<String>, ImportError> {
    let ids: Vec<Uuid> = forms.iter().map(|form| form.id).collect();
    let names = players::names(conn, club, &ids).await?;
    let other = |form: &ExportedPlayer| {
        let name = names.get(&form.id).filter(|name| **name != form.name)?;
        Some(format!("the player {name} is named {} in the file", form.name))
    };
    Ok(forms.iter().filter_map(other).collect())
}

/// A season that went on here.
pub fn season(name: &str) -> String {
    format!("the season {name} is otherwise in the file, from before it was changed here")
}

/// The merges that are news, in the order in which they were told, and what is said of those that are not
/// made: whoever was renamed, merged or made independent again here later stays so.
pub async fn merges(
    conn: &mut Connection,
    mut forms: Vec<ExportedMerge>,
) -> Result<(Vec<ExportedMerge>, Vec<String>), ImportError> {
    forms.sort_by_key(|merge| (merge.at, merge.player));
    let ids: Vec<Uuid> = forms.iter().flat_map(|merge| [merge.player, merge.into]).collect();
    let mut known = HashMap::new();
    let mut changed = HashMap::new();
    for part in ids.chunks(1000) {
        known.extend(merges::of(conn, part).await?.into_iter().map(|row| (row.player_id, row.into_id)));
        let rows = players::renamed(conn, part).await?;
        changed.extend(rows.into_iter().map(|(id, name, at)| (id, (name, at))));
    }
    let (mut news, mut left) = (Vec::new(), Vec::new());
    for form in forms {
        if known.get(&form.player) == Some(&form.into) {
            continue;
        }
        match changed.get(&form.player) {
            Some((name, Some(at))) if *at > form.at => {
                let into = changed.get(&form.into).map_or("another", |(name, _)| name);
                left.push(format!(
                    "the player {name} is merged into {into} in the file, but was changed here later"
                ));
            }
            _ => news.push(form),
        }
    }
    Ok((news, left))
}
