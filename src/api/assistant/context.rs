//! What every question says of the table that it is about.

use super::*;
use crate::rules::Before;

/// Declares a question: what every question says of its table, and what it asks besides.
macro_rules! question {
    (
        $(#[$of_question:meta])*
        pub struct Question { $( $(#[$of_field:meta])* $field:ident: $type:ty, )* }
    ) => {
        #[derive(Debug, Deserialize, ToSchema)]
        #[serde(deny_unknown_fields)]
        $(#[$of_question])*
        pub struct Question {
            /// The game.
            variant: Variant,
            /// What the table plays differently.
            rules: Option<Overrides>,
            /// How many play, in the seats from A.
            #[schema(minimum = 2, maximum = 12)]
            players: Option<u8>,
            /// Who plays, where some of the seats are empty; instead of `players`.
            #[schema(max_items = 12)]
            #[serde(default, deserialize_with = "crate::reader::filled")]
            seats: Option<Vec<Seat>>,
            /// Partners: `[["A","C"],["B","D"]]`.
            #[schema(max_items = 12)]
            #[serde(default, deserialize_with = "crate::reader::filled")]
            sides: Option<Vec<Vec<Seat>>>,
            /// The number of the round (in Build Up of the hand), from 1, where something depends on it.
            #[schema(minimum = 1, maximum = 1000)]
            #[serde(default, deserialize_with = "crate::reader::whole::<_, _, 1, 1000>")]
            round: Option<u16>,
            /// The doubles that opened earlier rounds, where the lead depends on them.
            #[schema(max_items = 19)]
            #[serde(default, deserialize_with = "crate::reader::filled")]
            led: Option<Vec<Tile>>,
            $( $(#[$of_field])* $field: $type, )*
        }

        impl Question {
            /// The table that the question is about.
            fn table(&self) -> ApiResult<TableContext> {
                TableContext::read(
                    (self.variant, self.rules.as_ref()),
                    (self.players, self.seats.as_deref(), self.sides.as_deref()),
                    (self.round, self.led.as_deref()),
                )
            }
        }
    };
}
pub(super) use question;

/// The table that a question is about.
pub struct TableContext {
    pub rules: Ruleset,
    /// What the round starts from.
    pub before: Before,
    /// Who plays, if that is said.
    pub given: Option<Seating>,
    partners: bool,
}

type Said<'a> = (Option<u8>, Option<&'a [Seat]>, Option<&'a [Vec<Seat>]>);

impl TableContext {
    pub fn read(
        (variant, overrides): (Variant, Option<&Overrides>),
        (players, seats, sides): Said<'_>,
        (round, led): (Option<u16>, Option<&[Tile]>),
    ) -> ApiResult<TableContext> {
        let rules =
            Ruleset::new(variant, overrides.unwrap_or(&Overrides::default())).map_err(played::bad_rules)?;
        let before = Before {
            round: round.map_or(1, usize::from),
            led: doubles(&rules, led.unwrap_or_default())?,
            ..Before::first()
        };
        let partners = are_partners(sides.unwrap_or_default())?;
        let given = match (players, seats) {
            (Some(_), Some(_)) => return Err(misshapen("/players", "give `players` or `seats`, not both")),
            (Some(players), None) => Some(seated(&rules, usize::from(players), partners, "/players")?),
            (None, Some(seats)) => Some(in_seats(&rules, seats, partners)?),
            (None, None) if partners => Some(seated(&rules, 4, true, "/sides")?),
            (None, None) => None,
        };
        Ok(TableContext { rules, before, given, partners })
    }

    /// How those sit who play: as is said, or else from A to the last who is `named`.
    pub fn seating(&self, named: impl IntoIterator<Item = Seat>) -> ApiResult<Seating> {
        let last = named.into_iter().map(Seat::index).max().map_or(0, |index| index + 1);
        match self.given {
            Some(seating) => Ok(seating),
            None if self.rules.stacks().is_some() => Ok(Seating::individual(2)),
            None => seated(&self.rules, last, self.partners, ""),
        }
    }
}

fn doubles(rules: &Ruleset, led: &[Tile]) -> ApiResult<Tiles> {
    for (index, tile) in led.iter().enumerate() {
        let place = format!("/led/{index}");
        if !rules.has_tile(*tile) {
            return Err(wrong(place, Refusal::NotInSet { tile: *tile, set: rules.set_name() }));
        }
        if !tile.is_double() {
            return Err(misshapen(&place, "only doubles open rounds where that matters to later ones"));
        }
    }
    Ok(led.iter().copied().collect())
}

fn seated(rules: &Ruleset, players: usize, partners: bool, pointer: &str) -> ApiResult<Seating> {
    rules.seating(players, partners).map_err(|refusal| wrong(pointer, refusal))
}

fn in_seats(rules: &Ruleset, seats: &[Seat], partners: bool) -> ApiResult<Seating> {
    let mut taken: Vec<Seat> = seats.to_vec();
    taken.sort_unstable();
    taken.dedup();
    if taken.len() < seats.len() {
        return Err(misshapen("/seats", "a seat is named twice"));
    }
    let seating = seated(rules, taken.len(), partners, "/seats")?;
    if partners {
        return Ok(seating);
    }
    let chairs = taken.last().map_or(0, |last| last.index() + 1);
    let empty = Seat::first(chairs).filter(|seat| !taken.contains(seat));
    Ok(empty.fold(Seating::individual(chairs), Seating::without))
}

/// Whether these sides are those of partners.
fn are_partners(sides: &[Vec<Seat>]) -> ApiResult<bool> {
    if sides.iter().all(|side| side.len() == 1) {
        return Ok(false);
    }
    let mut pairs: Vec<Vec<usize>> =
        sides.iter().map(|side| side.iter().map(|seat| seat.index()).collect()).collect();
    pairs.iter_mut().for_each(|pair| pair.sort_unstable());
    pairs.sort();
    if pairs == [[0, 2], [1, 3]] {
        return Ok(true);
    }
    let detail = "Partners sit opposite each other: [[\"A\",\"C\"],[\"B\",\"D\"]].";
    Err(Problem::new(&SIDES, detail).error(FieldError::at("/sides", detail).code(SIDES.name)))
}
