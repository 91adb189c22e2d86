//! Opening a database: its tables are brought up to date, and then what of them only the service can
//! compute.

use std::collections::HashMap;

use diesel_async::AsyncConnection;

use super::ServiceError;
use super::names;
use crate::progress::Progress;
use crate::store::names::{Folded, Named, Unfolded, fold, unfolded};
use crate::store::{self, Connection, Db, lock_start};

/// How many names are folded at a time.
const PAGE: i64 = 5000;

/// Opens the database at `url`, brought up to date.
///
/// Fails if it cannot be reached, or a migration fails.
pub async fn open(url: &str, progress: &Progress) -> Result<Db, ServiceError> {
    store::migrate(url, progress).await?;
    let db = Db::connect(url).await?;
    let mut conn = db.get().await?;
    conn.transaction(async |conn| {
        // Services that start together take turns.
        lock_start(conn).await?;
        for named in Named::ALL {
            fold_names(conn, named, progress).await?;
        }
        Ok::<(), ServiceError>(())
    })
    .await?;
    Ok(db)
}

/// Computes the keys of names that have none.
async fn fold_names(conn: &mut Connection, named: Named, progress: &Progress) -> Result<(), ServiceError> {
    progress.count_up("folding names", "names");
    loop {
        let rows = unfolded(conn, named, PAGE).await?;
        if rows.is_empty() {
            return Ok(());
        }
        progress.add(rows.len());
        let mut seen = HashMap::new();
        let keyed = |Unfolded { id, club_id, name }| {
            let key = names::folded(&name);
            let count: &mut i16 = seen.entry((club_id, key.clone())).or_default();
            let before = *count;
            *count += 1;
            Folded { id, key, before }
        };
        let folded: Vec<Folded> = rows.into_iter().map(keyed).collect();
        fold(conn, named, &folded).await?;
    }
}
