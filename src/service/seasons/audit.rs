//! Whether what is stored beside the logs of seasons is what they say.

use uuid::Uuid;

use super::in_transaction_or_dry_run;
use super::record::Held;
use crate::service::ServiceError;
use crate::store::Connection;
use crate::store::seasons;

/// Looks at every season of a club and, unless `check`, puts right what is wrong: how many were, and how
/// many logs cannot be read.
pub async fn audit(conn: &mut Connection, club: Uuid, check: bool) -> Result<(usize, usize), ServiceError> {
    let (mut wrong, mut unreadable) = (0, 0);
    for row in seasons::page(conn, club, None, i64::MAX).await? {
        let looked = in_transaction_or_dry_run(conn, check, async |conn| {
            match seasons::lock(conn, club, row.id).await? {
                Some(row) => Held::of(conn, row).await?.put_right(conn).await,
                None => Ok(false),
            }
        });
        match looked.await {
            Ok(is_wrong) => wrong += usize::from(is_wrong),
            Err(ServiceError::Contradiction(why)) => {
                log::error!("{why}");
                unreadable += 1;
            }
            Err(error) => return Err(error),
        }
    }
    Ok((wrong, unreadable))
}
