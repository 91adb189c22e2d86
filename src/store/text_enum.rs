//! Closed sets of words, as PostgreSQL keeps them (text with a `CHECK`) and as they are sent.

/// Declares an enum that is stored as text, one word a variant.
///
/// Gives it `ALL`, `as_str`, `FromStr`, `Display` and the conversions that diesel needs.
macro_rules! text_enum {
    (
        $(#[$meta:meta])*
        $vis:vis enum $name:ident { $($(#[$about:meta])* $variant:ident = $word:literal),+ $(,)? }
    ) => {
        #[derive(
            Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash,
            ::serde::Serialize, ::serde::Deserialize, ::utoipa::ToSchema,
            ::diesel::expression::AsExpression, ::diesel::deserialize::FromSqlRow,
        )]
        #[serde(rename_all = "snake_case")]
        $(#[$meta])*
        #[diesel(sql_type = ::diesel::sql_types::Text)]
        $vis enum $name { $($(#[$about])* $variant),+ }

        impl $name {
            /// Every one of them, in order.
            pub const ALL: &[$name] = &[$($name::$variant),+];

            /// The word that is stored and sent.
            pub const fn as_str(self) -> &'static str {
                match self { $($name::$variant => $word),+ }
            }
        }

        impl ::std::fmt::Display for $name {
            fn fmt(&self, f: &mut ::std::fmt::Formatter<'_>) -> ::std::fmt::Result {
                f.write_str(self.as_str())
            }
        }

        impl ::std::str::FromStr for $name {
            type Err = String;

            fn from_str(word: &str) -> Result<$name, String> {
                match word {
                    $($word => Ok($name::$variant),)+
                    _ => Err(format!("`{word}` is not a {}", stringify!($name))),
                }
            }
        }

        impl ::diesel::deserialize::FromSql<::diesel::sql_types::Text, ::diesel::pg::Pg> for $name {
            fn from_sql(bytes: ::diesel::pg::PgValue<'_>) -> ::diesel::deserialize::Result<$name> {
                let word = <String as ::diesel::deserialize::FromSql<
                    ::diesel::sql_types::Text,
                    ::diesel::pg::Pg,
                >>::from_sql(bytes)?;
                Ok(word.parse()?)
            }
        }

        impl ::diesel::serialize::ToSql<::diesel::sql_types::Text, ::diesel::pg::Pg> for $name {
            fn to_sql<'b>(
                &'b self,
                out: &mut ::diesel::serialize::Output<'b, '_, ::diesel::pg::Pg>,
            ) -> ::diesel::serialize::Result {
                <str as ::diesel::serialize::ToSql<
                    ::diesel::sql_types::Text,
                    ::diesel::pg::Pg,
                >>::to_sql(self.as_str(), out)
            }
        }
    };
}

pub(crate) use text_enum;
