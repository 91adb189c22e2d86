//! Writing what was read, in one transaction.

use std::collections::{HashMap, HashSet};

use chrono::{DateTime, Utc};
use uuid::Uuid;

use super::check::Checked;
use super::format::{ExportedClub, ExportedMerge, ExportedPlayer, ExportedSeason};
use super::season::{Became, bring};
use super::{ImportError, Imported, differences};
use crate::progress::Progress;
use crate::service::ServiceError;
use crate::service::keys::management;
use crate::service::merges::join;
use crate::service::names::{Name, folded};
use crate::service::standings::{Projected, project};
use crate::store::Connection;
use crate::store::clubs::{self, ClubRow};
use crate::store::games::{self, EventRow};
use crate::store::merges;
use crate::store::players::{self, PlayerRow};
use crate::store::results::{self, audit};

/// How many players, or games, are looked up at once.
const AT_ONCE: usize = 1000;

/// What was done so far.
pub struct Writer {
    done: Imported,
    /// The new games.
    new: Vec<Uuid>,
    /// Whether there are results without their sums.
    unsummed: bool,
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
            left: Vec::new(),
        };
        Writer { done, new: Vec::new(), unsummed: false }
    }

    /// Begins with a club, which is made if there is none. One that is there stays as it is.
    pub async fn of_club(
        conn: &mut Connection,
        club: ExportedClub,
        now: DateTime<Utc>,
    ) -> Result<Writer, ImportError> {
        results::lock_imports(conn, club.id).await?;
        let ExportedClub { id, name, time_zone, visibility, created_at } = club;
        let row = ClubRow { id, name, time_zone, visibility, created_at };
        if let Some(known) = clubs::hold(conn, row.id).await? {
            let left = differences::club(&known, &row);
            let mut writer = Writer::of(known);
            writer.done.left = left;
            return Ok(writer);
        }
        clubs::insert(conn, &row).await?;
        let label = Name::recorded(&row.name).map_err(|error| ImportError::Malformed(error.to_string()))?;
        let key = management::new_manager(conn, id, label, now).await?;
        let mut writer = Writer::of(row);
        writer.done.key = Some(key);
        Ok(writer)
    }

    /// Begins with a club that a game goes into.
    pub async fn of_game(conn: &mut Connection, club: Uuid) -> Result<Writer, ImportError> {
        results::lock_imports(conn, club).await?;
        let known = clubs::hold(conn, club).await?;
        known.map(Writer::of).ok_or(ImportError::NoClub { club })
    }

    /// The club that is written.
    pub fn club(&self) -> Uuid {
        self.done.club
    }

    /// Which of these games are there. Nobody is kept from going on with them.
    ///
    /// Fails if one belongs to another club.
    pub async fn known(&self, conn: &mut Connection, ids: &[Uuid]) -> Result<HashSet<Uuid>, ImportError> {
        let mut known = HashSet::new();
        for part in ids.chunks(AT_ONCE) {
            for (game, club) in games::clubs_of(conn, part).await? {
                if club != self.done.club {
                    return Err(ImportError::ForeignGame { game });
                }
                known.insert(game);
            }
        }
        Ok(known)
    }

    /// Compares games that are there with those of the file; answers those that go on there. Nobody is
    /// kept from going on with them here.
    pub async fn compare(
        &mut self,
        conn: &mut Connection,
        batch: Vec<Checked>,
    ) -> Result<Vec<Checked>, ImportError> {
        let mut longer = Vec::new();
        for game in batch {
            if further(conn, &game).await?.is_empty() {
                self.done.known += 1;
            } else {
                longer.push(game);
            }
        }
        Ok(longer)
    }

    /// Adds the players that are not there. Those who are keep the names that they have here.
    pub async fn players(
        &mut self,
        conn: &mut Connection,
        forms: Vec<ExportedPlayer>,
        progress: &Progress,
    ) -> Result<(), ImportError> {
        let club = self.done.club;
        let of_file: HashSet<Uuid> = forms.iter().map(|player| player.id).collect();
        progress.count("importing", "players", forms.len());
        for part in forms.chunks(AT_ONCE) {
            let ids: Vec<Uuid> = part.iter().map(|player| player.id).collect();
            let known: HashMap<Uuid, Uuid> = players::clubs_of(conn, &ids).await?.into_iter().collect();
            for form in part {
                match known.get(&form.id) {
                    Some(owner) if *owner != club => {
                        return Err(ImportError::ForeignPlayer { player: form.id });
                    }
                    Some(_) => {}
                    None => self.player(conn, form, &of_file).await?,
                }
                progress.add(1_u64);
            }
            self.done.left.extend(differences::players(conn, club, part).await?);
        }
        Ok(())
    }

    async fn player(
        &mut self,
        conn: &mut Connection,
        form: &ExportedPlayer,
        of_file: &HashSet<Uuid>,
    ) -> Result<(), ImportError> {
        let row = PlayerRow {
            id: form.id,
            club_id: self.done.club,
            name: form.name.clone(),
            name_key: folded(&form.name),
            created_at: form.created_at,
            guest: form.guest,
        };
        if players::insert(conn, &row).await? {
            self.done.players += 1;
            return Ok(());
        }
        let holders = players::of_name(conn, row.club_id, &row.name_key).await?;
        let is_twin = |holder: &PlayerRow| of_file.contains(&holder.id) && holder.name != row.name;
        match holders.iter().find(|holder| !is_twin(holder)) {
            Some(holder) => Err(ImportError::NameTaken { name: row.name, theirs: row.id, ours: holder.id }),
            // The file has both, from before their names were the same.
            None => {
                self.done.players += 1;
                Ok(players::insert_twin(conn, &row).await?)
            }
        }
    }

    /// Adds new games, and their results as if everybody were who they are in the log.
    pub async fn games(&mut self, conn: &mut Connection, batch: Vec<Checked>) -> Result<(), ImportError> {
        let (mut rows, mut seats, mut log, mut found) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
        for game in batch {
            let projected = Projected::of((game.row.club_id, game.row.id), game.projection)?;
            found.extend_from_slice(projected.rows());
            self.new.push(game.row.id);
            rows.push(game.row);
            seats.extend(game.seats);
            log.extend(game.log);
        }
        self.done.games += rows.len();
        self.unsummed |= !found.is_empty();
        games::insert_many(conn, &rows, &seats, &log).await?;
        Ok(results::insert(conn, &found).await?)
    }

    /// Ends with what others have to wait for: games that go on, results with their sums, seasons, and
    /// players who are others.
    pub async fn finish(
        mut self,
        conn: &mut Connection,
        longer: Vec<Checked>,
        (seasons, players): (Vec<ExportedSeason>, &HashSet<Uuid>),
        merges: Vec<ExportedMerge>,
        progress: &Progress,
    ) -> Result<Imported, ImportError> {
        let (merges, left) = differences::merges(conn, merges).await?;
        self.done.left.extend(left);
        let mut ids: Vec<Uuid> = longer.iter().map(|game| game.row.id).collect();
        // In the order in which everybody else takes them: games, the turn, seasons.
        for part in ids.chunks(AT_ONCE) {
            games::lock_all(conn, part).await?;
        }
        let mut changed = Vec::new();
        progress.count("extending", "games", longer.len());
        for game in longer {
            progress.add(1_u64);
            // Somebody may have gone on with it since it was compared.
            changed.extend(self.extend(conn, game).await?);
        }
        if self.unsummed || !changed.is_empty() || !seasons.is_empty() || !merges.is_empty() {
            results::lock_results(conn, self.done.club).await?;
        }
        ids.append(&mut self.new);
        for part in ids.chunks(AT_ONCE) {
            if let Some(name) = merges::sits_twice(conn, part).await? {
                return Err(ServiceError::SitsTwice { name, named: None }.into());
            }
        }
        progress.step("working out the sums");
        for projected in &changed {
            project(conn, projected).await?;
        }
        if self.unsummed {
            results::identify(conn, self.done.club).await?;
            audit::remake_sums(conn, self.done.club).await?;
        }
        progress.count("importing", "seasons", seasons.len());
        for form in seasons {
            progress.add(1_u64);
            match bring(conn, self.done.club, form, players).await? {
                Became::New | Became::Extended => self.done.seasons += 1,
                Became::Known => {}
                Became::Ahead(name) => self.done.left.push(differences::season(&name)),
            }
        }
        progress.count("merging", "players", merges.len());
        for ExportedMerge { player, into, at, key } in merges {
            progress.add(1_u64);
            join(conn, self.done.club, (player, into), (at, key)).await?;
            self.done.merges += 1;
        }
        Ok(self.done)
    }

    /// Adds to a game that is held what happened since.
    async fn extend(
        &mut self,
        conn: &mut Connection,
        game: Checked,
    ) -> Result<Option<Projected>, ImportError> {
        let new = further(conn, &game).await?;
        if new.is_empty() {
            self.done.known += 1;
            return Ok(None);
        }
        games::extend(conn, &game.row, new).await?;
        games::replace_seats(conn, game.row.id, &game.seats).await?;
        self.done.extended += 1;
        Ok(Some(Projected::of((game.row.club_id, game.row.id), game.projection)?))
    }
}

/// What happened in the game of the file after what is here.
async fn further<'a>(conn: &mut Connection, game: &'a Checked) -> Result<&'a [EventRow], ImportError> {
    let ours = games::log(conn, game.row.id).await?;
    match ours.iter().zip(&game.log).find(|(ours, theirs)| !is_same(ours, theirs)) {
        Some((event, _)) => Err(ImportError::Diverged { game: game.row.id, seq: event.seq }),
        None => Ok(game.log.get(ours.len()..).unwrap_or_default()),
    }
}

fn is_same(ours: &EventRow, theirs: &EventRow) -> bool {
    let EventRow { game_id: _, seq, at, key_id, body } = ours;
    (seq, at, key_id, body) == (&theirs.seq, &theirs.at, &theirs.key_id, &theirs.body)
}
