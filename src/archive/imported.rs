//! What an import did.

use uuid::Uuid;

use crate::service::keys::KeySecret;

/// What an import did.
#[derive(Debug)]
pub struct Imported {
    /// The club.
    pub club: Uuid,
    /// Its name.
    pub name: String,
    /// Its key, if the club is new. It is shown once and kept nowhere.
    pub key: Option<KeySecret>,
    /// The players who are new.
    pub players: usize,
    /// The games that are new.
    pub games: usize,
    /// The games that went on in the file.
    pub extended: usize,
    /// The seasons that are new, or went on.
    pub seasons: usize,
    /// The players who turned out to be others.
    pub merges: usize,
    /// The games that were there already, as they are in the file or further on.
    pub known: usize,
    /// What is otherwise in the file and was left as it is here, as sentences.
    pub left: Vec<String>,
}

impl Imported {
    /// Whether there was nothing new in the file.
    pub fn is_idle(&self) -> bool {
        self.key.is_none()
            && self.players == 0
            && self.games == 0
            && self.extended == 0
            && self.merges == 0
            && self.seasons == 0
    }
}
