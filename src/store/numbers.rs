//! Seats and results, as PostgreSQL keeps them.

use diesel::deserialize::{self, FromSql};
use diesel::pg::{Pg, PgValue};
use diesel::sql_types::SmallInt;

use crate::rules::{MatchResult, Seat};

/// Reads what is stored as a number; another number is an error.
macro_rules! stored_numbers {
    ($($name:ident)+) => { $(
        impl FromSql<SmallInt, Pg> for $name {
            fn from_sql(bytes: PgValue<'_>) -> deserialize::Result<$name> {
                Ok($name::try_from(<i16 as FromSql<SmallInt, Pg>>::from_sql(bytes)?)?)
            }
        }
    )+ };
}

stored_numbers! { MatchResult Seat }
