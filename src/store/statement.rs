//! SQL as text that is prepared once a connection: diesel never keeps what `sql_query` prepared, and
//! then planning takes longer than running.

use diesel::pg::Pg;
use diesel::query_builder::{AstPass, Query, QueryFragment, QueryId};
use diesel::result::{Error, QueryResult};
use diesel::serialize::ToSql;
use diesel::sql_types::{HasSqlType, Untyped};
use std::marker::PhantomData;

/// A statement with `$1`, `$2`…, or `$name`, for what is bound to it, in any order and as often as it likes.
///
/// The text must not follow from what people send: every text stays prepared as long as its
/// connection lives.
pub(super) struct Statement<'a> {
    text: String,
    /// Those without a name have numbers.
    values: Vec<(&'static str, Box<dyn Value + 'a>)>,
    planned_anew: bool,
}

/// Makes a statement of a text, used like diesel's `sql_query`.
pub(super) fn statement<'a>(text: impl Into<String>) -> Statement<'a> {
    Statement { text: text.into(), values: Vec::new(), planned_anew: false }
}

impl<'a> Statement<'a> {
    /// Binds the next value.
    pub fn bind<T, U>(self, value: U) -> Statement<'a>
    where
        T: Send + Sync + 'a,
        U: ToSql<T, Pg> + Send + Sync + 'a,
        Pg: HasSqlType<T>,
    {
        self.named::<T, U>("", value)
    }

    /// Binds a value to a name.
    pub fn named<T, U>(mut self, name: &'static str, value: U) -> Statement<'a>
    where
        T: Send + Sync + 'a,
        U: ToSql<T, Pg> + Send + Sync + 'a,
        Pg: HasSqlType<T>,
    {
        self.values.push((name, Box::new(Bound::<T, U> { value, as_type: PhantomData })));
        self
    }

    /// Adds to the text.
    pub fn push(mut self, text: &str) -> Statement<'a> {
        self.text.push_str(text);
        self
    }

    /// Adds a value to the text.
    pub fn value<T, U>(mut self, value: U) -> Statement<'a>
    where
        T: Send + Sync + 'a,
        U: ToSql<T, Pg> + Send + Sync + 'a,
        Pg: HasSqlType<T>,
    {
        let number = self.numbered().count() + 1;
        self.text.push_str(&format!("${number}"));
        self.bind::<T, U>(value)
    }

    fn numbered(&self) -> impl Iterator<Item = &(&'static str, Box<dyn Value + 'a>)> {
        self.values.iter().filter(|(name, _)| name.is_empty())
    }

    /// The value with a number, from 1, or a name.
    fn value_of(&self, name: &str) -> Option<&(dyn Value + 'a)> {
        let (_, value) = match name.parse::<usize>() {
            Ok(number) => self.numbered().nth(number.checked_sub(1)?)?,
            Err(_) => self.values.iter().find(|(known, _)| *known == name)?,
        };
        Some(value.as_ref())
    }

    /// Whether the statement is planned each time, for values that make all the difference.
    pub fn planned_anew(mut self, anew: bool) -> Statement<'a> {
        self.planned_anew = anew;
        self
    }
}

/// A value whose type is only known to itself.
trait Value: Send + Sync {
    fn push<'b>(&'b self, out: &mut AstPass<'_, 'b, Pg>) -> QueryResult<()>;
}

struct Bound<T, U> {
    value: U,
    as_type: PhantomData<T>,
}

impl<T, U> Value for Bound<T, U>
where
    T: Send + Sync,
    U: ToSql<T, Pg> + Send + Sync,
    Pg: HasSqlType<T>,
{
    fn push<'b>(&'b self, out: &mut AstPass<'_, 'b, Pg>) -> QueryResult<()> {
        out.push_bind_param::<T, U>(&self.value)
    }
}

impl QueryFragment<Pg> for Statement<'_> {
    fn walk_ast<'b>(&'b self, mut out: AstPass<'_, 'b, Pg>) -> QueryResult<()> {
        if self.planned_anew {
            out.unsafe_to_cache_prepared();
        }
        let mut parts = self.text.split('$');
        out.push_sql(parts.next().unwrap_or_default());
        for part in parts {
            let is_of_name = |c: char| c.is_ascii_alphanumeric() || c == '_';
            let (name, rest) = part.split_at(part.find(|c| !is_of_name(c)).unwrap_or(part.len()));
            let Some(value) = self.value_of(name) else {
                return Err(Error::QueryBuilderError(format!("nothing is bound to ${name}").into()));
            };
            value.push(&mut out)?;
            out.push_sql(rest);
        }
        Ok(())
    }
}

impl QueryId for Statement<'_> {
    type QueryId = ();

    // The text tells statements apart.
    const HAS_STATIC_QUERY_ID: bool = false;
}

impl Query for Statement<'_> {
    type SqlType = Untyped;
}
