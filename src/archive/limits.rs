//! How large a file may be that is imported.

/// The most bytes of a file: about a million games.
pub const MAX_BYTES: u64 = 4 << 30;
/// The most bytes of a game, or of a player.
pub const MAX_PART: usize = 64 << 20;
/// The most bytes of a text: as many as a request may have that records one.
pub const MAX_STRING: usize = 256 << 10;
/// How deep lists and objects may be inside each other.
pub const MAX_DEPTH: usize = 32;
/// The most players of a file.
pub const MAX_PLAYERS: usize = 100_000;
/// The most seasons of a file.
pub const MAX_SEASONS: usize = 10_000;
