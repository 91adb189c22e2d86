//! Writing what was read, in one transaction.

use std::collections::{HashMap, HashSet};

use chrono::{DateTime, Utc};
use uuid::Uuid;

use super::check::Checked;
use super::form::{ClubForm, MergeForm, PlayerForm};
use super::season::{Became, SeasonForm, bring};
use super::{ImportError, Imported};
use crate::service::merges::join;
use crate::service::standings::{Projected, project};
use crate::service::{ServiceError, keys};
use crate::store::Connection;
use crate::store::clubs::{self, ClubRow};
use crate::store::games::{self, EventRow, GameRow};
use crate::store::merges;
use crate::store::players::{self, PlayerRow};
use crate::store::results::{self, audit};

/// How many players, or games, are looked up at once.
const AT_ONCE: usize = 1000;

/// What was done so far.
pub struct Writer {
    done: Imported,
    /// Whether there are results without their sums.
    unsummed: bool,
    /// The results of games that went on.
    changed: Vec<Projected>,
}

impl Writer {
    fn of(club: ClubRow) -> Writer {
        let ClubRow { id, name, .. } = club;
        let done = Imported {
            club: id,
            name,
            key: None,
            players: 0,
            games: 0,
            extended: 0,
            known: 0,
            merges: 0,
            seasons: 0,
        };
        Writer { done, unsummed: false, changed: Vec::new() }
    }

    /// Begins with a club, which is made if there is none. One that is there stays as it is.
    pub async fn of_club(
        conn: &mut Connection,
        club: ClubForm,
        now: DateTime<Utc>,
    ) -> Result<Writer, ImportError> {
        if let Some(known) = clubs::hold(conn, club.id).await? {
            return Ok(Writer::of(known));
        }
        let ClubForm { id, name, time_zone, visibility, created_at } = club;
        let row =
            ClubRow { id, name: name.to_string(), time_zone: time_zone.to_string(), visibility, created_at };
        clubs::insert(conn, &row).await?;
        let key = keys::new_manager(conn, id, name, now).await?;
        let mut writer = Writer::of(row);
        writer.done.key = Some(key);
        Ok(writer)
    }

    /// Begins with a club that a game goes into.
    pub async fn of_game(conn: &mut Connection, club: Uuid) -> Result<Writer, ImportError> {
        let known = clubs::hold(conn, club).await?;
        known.map(Writer::of).ok_or(ImportError::NoClub { club })
    }

    /// The club that is written.
    pub fn club(&self) -> Uuid {
        self.done.club
    }

    /// Holds those of these games that are there, and then the results of the club: in the order in which
    /// everybody else does.
    pub async fn hold(&self, conn: &mut Connection, games: &[Uuid]) -> Result<(), ImportError> {
        for part in games.chunks(AT_ONCE) {
            games::lock_all(conn, part).await?;
        }
        Ok(results::take_turn(conn, self.done.club).await?)
    }

    /// Adds the players that are not there. Those who are keep the names that they have here.
    pub async fn players(
        &mut self,
        conn: &mut Connection,
        forms: Vec<PlayerForm>,
    ) -> Result<(), ImportError> {
        let club = self.done.club;
        for part in forms.chunks(AT_ONCE) {
            let ids: Vec<Uuid> = part.iter().map(|player| player.id).collect();
            let known: HashMap<Uuid, Uuid> = players::clubs_of(conn, &ids).await?.into_iter().collect();
            for form in part {
                match known.get(&form.id) {
                    Some(owner) if *owner != club => {
                        return Err(ImportError::ForeignPlayer { player: form.id });
                    }
                    Some(_) => {}
                    None => self.player(conn, form).await?,
                }
            }
        }
        Ok(())
    }

    async fn player(&mut self, conn: &mut Connection, form: &PlayerForm) -> Result<(), ImportError> {
        let row = PlayerRow {
            id: form.id,
            club_id: self.done.club,
            name: form.name.to_string(),
            name_key: form.name.key(),
            created_at: form.created_at,
            guest: form.guest,
        };
        if players::insert(conn, &row).await? {
            self.done.players += 1;
            return Ok(());
        }
        let holder = players::find_by_name(conn, row.club_id, &row.name_key).await?;
        let ours = holder.map_or_else(Uuid::nil, |holder| holder.id);
        Err(ImportError::NameTaken { name: row.name, theirs: row.id, ours })
    }

    /// Brings seasons in.
    pub async fn seasons(
        &mut self,
        conn: &mut Connection,
        forms: Vec<SeasonForm>,
        players: &HashSet<Uuid>,
    ) -> Result<(), ImportError> {
        for form in forms {
            if bring(conn, self.done.club, form, players).await? != Became::Known {
                self.done.seasons += 1;
            }
        }
        Ok(())
    }

    /// Writes some games: adds new ones, and to others what happened since.
    pub async fn games(&mut self, conn: &mut Connection, batch: Vec<Checked>) -> Result<(), ImportError> {
        let ids: Vec<Uuid> = batch.iter().map(|game| game.row.id).collect();
        let known = games::lock_all(conn, &ids).await?;
        let known: HashMap<Uuid, GameRow> = known.into_iter().map(|row| (row.id, row)).collect();
        let (mut rows, mut seats, mut log, mut found) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
        for game in batch {
            if let Some(here) = known.get(&game.row.id) {
                self.merge(conn, here, game).await?;
                continue;
            }
            let projected = Projected::of((game.row.club_id, game.row.id), game.projection)?;
            found.extend_from_slice(projected.rows());
            rows.push(game.row);
            seats.extend(game.seats);
            log.extend(game.log);
        }
        self.done.games += rows.len();
        self.unsummed |= !found.is_empty();
        games::insert_many(conn, &rows, &seats, &log).await?;
        if let Some(name) = merges::sits_twice(conn, &ids).await? {
            return Err(ServiceError::SitsTwice { name, place: None }.into());
        }
        let found = results::as_identities(conn, &found).await?;
        Ok(results::insert(conn, &found).await?)
    }

    /// Adds to a game that is here what happened since.
    async fn merge(
        &mut self,
        conn: &mut Connection,
        here: &GameRow,
        game: Checked,
    ) -> Result<(), ImportError> {
        let id = here.id;
        if here.club_id != self.done.club {
            return Err(ImportError::ForeignGame { game: id });
        }
        let ours = games::log(conn, id, 0).await?;
        if let Some((event, _)) = ours.iter().zip(&game.log).find(|(ours, theirs)| !is_same(ours, theirs)) {
            return Err(ImportError::Diverged { game: id, seq: event.seq });
        }
        let new = game.log.get(ours.len()..).unwrap_or_default();
        if new.is_empty() {
            self.done.known += 1;
            return Ok(());
        }
        games::extend(conn, &game.row, new).await?;
        games::replace_seats(conn, id, &game.seats).await?;
        self.changed.push(Projected::of((here.club_id, id), game.projection)?);
        self.done.extended += 1;
        Ok(())
    }

    /// Ends with the sums of all that is new, and with players who are others.
    pub async fn finish(
        mut self,
        conn: &mut Connection,
        mut merges: Vec<MergeForm>,
    ) -> Result<Imported, ImportError> {
        for projected in &self.changed {
            project(conn, projected).await?;
        }
        if self.unsummed {
            audit::remake_sums(conn, self.done.club).await?;
        }
        // In the order in which they were told.
        merges.sort_by_key(|merge| (merge.at, merge.player));
        for MergeForm { player, into, at, key } in merges {
            match merges::find(conn, player).await? {
                Some(known) if known.into_id == into => {}
                _ => {
                    join(conn, self.done.club, (player, into), (at, key), false).await?;
                    self.done.merges += 1;
                }
            }
        }
        Ok(self.done)
    }
}

fn is_same(ours: &EventRow, theirs: &EventRow) -> bool {
    let EventRow { game_id: _, seq, at, key_id, body } = ours;
    (seq, at, key_id, body) == (&theirs.seq, &theirs.at, &theirs.key_id, &theirs.body)
}
