//! The first start: a club to begin with, its key, and lines to try it.

use std::fmt;

use chrono::Utc;
use diesel_async::AsyncConnection;
use serde::Serialize;

use crate::service::time_zone::TimeZone;
use crate::service::{ServiceError, clubs};
use crate::store::{Db, lock_start};

/// The club `Home` as it was made, with the key that is shown only now.
#[derive(Debug, Serialize)]
pub struct Home {
    /// The club's id.
    pub club: String,
    /// Its `manage` key.
    pub key: String,
    /// Its time zone.
    pub time_zone: String,
}

/// Makes the club `Home`, with the calendar of a time zone, when the database has no club.
pub(super) async fn make_home(db: &Db, time_zone: TimeZone) -> Result<Option<Home>, ServiceError> {
    let mut conn = db.get().await?;
    let home = conn.transaction(async |conn| {
        lock_start(conn).await?;
        clubs::found_home(conn, time_zone, Utc::now()).await
    });
    let home = home.await?;
    Ok(home.map(|(club, key)| Home {
        club: club.id.to_string(),
        key: key.reveal().to_owned(),
        time_zone: club.time_zone,
    }))
}

/// What a person is shown after the first start. The lines can be pasted into any shell with curl.
pub struct Welcome<'a> {
    /// The club that was made.
    pub home: &'a Home,
    /// Where the service listens: `http://127.0.0.1:8080`.
    pub base: &'a str,
}

impl fmt::Display for Welcome<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Welcome { home: Home { club, key, time_zone }, base } = self;
        write!(
            f,
            r#"
A club `Home` was made. Its key is shown only this once, so keep it:

    {key}

Its time zone is {time_zone}, which says what day a game is played on. Another one is set so:

    curl -sS -X PATCH {base}/v1/clubs/{club} -H "Authorization: Bearer {key}" \
      -H 'Content-Type: application/json' -d '{{"time_zone":"America/New_York"}}'

Try it: start a game of Block, record a round that Ann won, show the score.

    KEY={key}
    GAME={base}$(curl -sS -o /dev/null -D - {base}/v1/clubs/{club}/games \
      -H "Authorization: Bearer $KEY" -H 'Content-Type: application/json' \
      -d '{{"variant":"block","seats":[{{"name":"Ann"}},{{"name":"Bob"}}]}}' \
      | sed -n 's#^[Ll]ocation:.*\(/v1/games/[^/?[:space:]]*\).*#\1#p')
    curl -sS "$GAME/rounds" -H "Authorization: Bearer $KEY" -H 'Content-Type: application/json' \
      -d '{{"detail":"hands","ending":"domino","out":"A","hands":{{"B":{{"tiles":["5-6","0-4"]}}}}}}'
    curl -sS "$GAME" -H "Authorization: Bearer $KEY"
"#
        )
    }
}

#[cfg(test)]
mod tests {
    use std::process::Command;

    use super::*;

    /// Runs the lines in a shell in which `curl` is a function that shows its address and answers
    /// the first call as the service does.
    #[test]
    fn the_lines_can_be_pasted_into_a_shell() {
        let time_zone = "Europe/Berlin".to_owned();
        let home = Home { club: "0199-c".to_owned(), key: "pk_abc".to_owned(), time_zone };
        let welcome = Welcome { home: &home, base: "http://127.0.0.1:8080" }.to_string();
        let (_, lines) = welcome.split_once("show the score.\n").unwrap();
        let curl = r#"
            curl() {
                case "$*" in
                    *-D*) printf 'HTTP/1.1 201 Created\r\nlocation: /v1/games/0199-g\r\nx-a: b\r\n\r\n' ;;
                    *) echo "$*" ;;
                esac
            }
        "#;
        let ran = Command::new("/bin/sh").args(["-euc", &format!("{curl}{lines}")]).output().unwrap();
        let said = String::from_utf8(ran.stdout).unwrap();
        assert!(ran.status.success(), "{}", String::from_utf8_lossy(&ran.stderr));
        let said: Vec<&str> = said.lines().collect();
        assert_eq!(said.len(), 2, "{said:?}");
        assert!(
            said[0].starts_with(
                "-sS http://127.0.0.1:8080/v1/games/0199-g/rounds -H Authorization: Bearer pk_abc"
            )
        );
        assert_eq!(said[1], "-sS http://127.0.0.1:8080/v1/games/0199-g -H Authorization: Bearer pk_abc");
    }
}
