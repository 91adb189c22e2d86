//! What is said about a table, before it is known what its people are called.
//!
//! The rules know only seats. A [`Phrase`] keeps them apart from its words; with the [`Names`] of a
//! table it becomes text.

use std::collections::BTreeMap;

use super::placement::{Position, and_list};
use super::seat::{Seat, Side};
use super::tile::Tile;

/// What the people at a table are called.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Names(BTreeMap<Seat, String>);

impl Names {
    /// Everybody is called by the letter of the seat.
    pub const LETTERS: Names = Names(BTreeMap::new());

    /// What the person in this seat is called.
    pub fn seat(&self, seat: Seat) -> String {
        self.0.get(&seat).cloned().unwrap_or_else(|| seat.to_string())
    }

    /// What a side is called: partners are named both.
    pub fn side(&self, side: Side) -> String {
        and_list(side.seats().map(|seat| self.seat(seat)))
    }
}

impl FromIterator<(Seat, String)> for Names {
    fn from_iter<I: IntoIterator<Item = (Seat, String)>>(names: I) -> Names {
        Names(names.into_iter().collect())
    }
}

/// A clause or a sentence, made with `phrase!`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Phrase {
    /// The words, with `{name}` for each part.
    words: &'static str,
    parts: Vec<(&'static str, Part)>,
}

/// A part of a phrase that is not always the same.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Part {
    Seat(Seat),
    Side(Side),
    Tile(Tile),
    Number(i64),
    Text(String),
    Phrase(Phrase),
    /// Joined by commas and "and".
    List(Vec<Part>),
    /// Joined by commas alone.
    Listing(Vec<Part>),
}

/// Phrases that are joined by commas alone.
pub struct Listing(pub Vec<Phrase>);

impl Say for Listing {
    fn part(&self) -> Part {
        Part::Listing(self.0.iter().map(Say::part).collect())
    }
}

impl Phrase {
    /// For `phrase!` only, which checks that each part has its place.
    pub(crate) fn new(words: &'static str, parts: Vec<(&'static str, Part)>) -> Phrase {
        Phrase { words, parts }
    }

    /// The phrase as text.
    pub fn describe(&self, names: &Names) -> String {
        let mut text = String::new();
        self.write(names, &mut text);
        text
    }

    /// The phrase as a sentence of its own.
    pub fn to_sentence(&self, names: &Names) -> String {
        let text = self.describe(names);
        if self.begins_with_name() { format!("{text}.") } else { sentence(&text) }
    }

    fn write(&self, names: &Names, text: &mut String) {
        let mut rest = self.words;
        while let Some((words, (name, after))) =
            rest.split_once('{').and_then(|(words, rest)| Some((words, rest.split_once('}')?)))
        {
            text.push_str(words);
            if let Some(part) = self.part(name) {
                part.write(names, text);
            }
            rest = after;
        }
        text.push_str(rest);
    }

    fn part(&self, name: &str) -> Option<&Part> {
        self.parts.iter().find(|(own, _)| *own == name).map(|(_, part)| part)
    }

    /// A name is written as it is, also where a sentence begins.
    fn begins_with_name(&self) -> bool {
        let first = self.words.strip_prefix('{').and_then(|rest| rest.split_once('}'));
        first.and_then(|(name, _)| self.part(name)).is_some_and(Part::begins_with_name)
    }
}

impl Part {
    fn write(&self, names: &Names, text: &mut String) {
        match self {
            Part::Seat(seat) => text.push_str(&names.seat(*seat)),
            Part::Side(side) => text.push_str(&names.side(*side)),
            Part::Tile(tile) => text.push_str(&tile.to_string()),
            Part::Number(number) => text.push_str(&number.to_string()),
            Part::Text(own) => text.push_str(own),
            Part::Phrase(phrase) => phrase.write(names, text),
            Part::Listing(parts) => {
                let texts: Vec<String> = parts.iter().map(|part| part.describe(names)).collect();
                text.push_str(&texts.join(", "));
            }
            Part::List(parts) => {
                let texts = parts.iter().map(|part| part.describe(names));
                let pairs = parts.iter().any(|part| matches!(part, Part::Side(side) if side.is_pair()));
                let texts: Vec<String> = texts.collect();
                // Two pairs of partners are told apart by a comma: "Ann and Cem, and Bob and Dora".
                text.push_str(&if pairs { texts.join(", and ") } else { and_list(texts) });
            }
        }
    }

    fn describe(&self, names: &Names) -> String {
        let mut text = String::new();
        self.write(names, &mut text);
        text
    }

    fn begins_with_name(&self) -> bool {
        match self {
            Part::Seat(_) | Part::Side(_) => true,
            Part::Tile(_) | Part::Number(_) | Part::Text(_) => false,
            Part::Phrase(phrase) => phrase.begins_with_name(),
            Part::List(parts) | Part::Listing(parts) => parts.first().is_some_and(Part::begins_with_name),
        }
    }
}

/// What can be a part of a phrase.
pub trait Say {
    /// This as a part.
    fn part(&self) -> Part;
}

macro_rules! say {
    ($($type:ty => |$value:ident| $part:expr;)+) => {
        $( impl Say for $type {
            fn part(&self) -> Part {
                let $value = self;
                $part
            }
        } )+
    };
}

say! {
    Seat => |seat| Part::Seat(*seat);
    Side => |side| Part::Side(*side);
    Tile => |tile| Part::Tile(*tile);
    Position => |at| Part::Text(at.to_string());
    str => |text| Part::Text(text.to_owned());
    String => |text| Part::Text(text.clone());
    Phrase => |phrase| Part::Phrase(phrase.clone());
    i32 => |number| Part::Number(i64::from(*number));
    u8 => |number| Part::Number(i64::from(*number));
    u16 => |number| Part::Number(i64::from(*number));
    u32 => |number| Part::Number(i64::from(*number));
    u64 => |number| Part::Number(i64::try_from(*number).unwrap_or(i64::MAX));
    usize => |number| Part::Number(i64::try_from(*number).unwrap_or(i64::MAX));
}

impl<T: Say + ?Sized> Say for &T {
    fn part(&self) -> Part {
        (**self).part()
    }
}

impl<T: Say> Say for Option<T> {
    fn part(&self) -> Part {
        self.as_ref().map_or_else(|| Part::Text(String::new()), Say::part)
    }
}

impl<T: Say> Say for [T] {
    fn part(&self) -> Part {
        Part::List(self.iter().map(Say::part).collect())
    }
}

impl<T: Say> Say for Vec<T> {
    fn part(&self) -> Part {
        self.as_slice().part()
    }
}

/// A phrase: `phrase!("{seat} is left with {pips}", seat, pips = hand.pips())`.
macro_rules! phrase {
    (@part $name:ident) => {
        $crate::rules::phrase::Say::part(&$name)
    };
    (@part $name:ident = $value:expr) => {
        $crate::rules::phrase::Say::part(&$value)
    };
    ($words:literal $(, $name:ident $(= $value:expr)?)* $(,)?) => {{
        const { $crate::rules::phrase::check($words, &[$(stringify!($name)),*]) };
        let parts = vec![$( (stringify!($name), phrase!(@part $name $(= $value)?)) ),*];
        $crate::rules::phrase::Phrase::new($words, parts)
    }};
}
pub(crate) use phrase;

/// Stops the compiler where `words` name a part that is not among `names`.
#[expect(clippy::indexing_slicing, reason = "only the compiler runs it, and stops where it is out of range")]
pub(crate) const fn check(words: &str, names: &[&str]) {
    let words = words.as_bytes();
    let mut at = 0;
    while at < words.len() {
        if words[at] == b'{' {
            let mut end = at + 1;
            while words[end] != b'}' {
                end += 1;
            }
            let mut known = false;
            let mut name = 0;
            while name < names.len() {
                known |= is(words, at + 1, end, names[name].as_bytes());
                name += 1;
            }
            assert!(known, "a phrase names a part that it does not have");
            at = end;
        }
        at += 1;
    }
}

#[expect(clippy::indexing_slicing, reason = "only the compiler runs it, and stops where it is out of range")]
const fn is(words: &[u8], start: usize, end: usize, name: &[u8]) -> bool {
    if end - start != name.len() {
        return false;
    }
    let mut at = 0;
    while at < name.len() {
        if words[start + at] != name[at] {
            return false;
        }
        at += 1;
    }
    true
}

/// A clause as a sentence of its own.
pub fn sentence(clause: &str) -> String {
    let mut letters = clause.chars();
    let first = letters.next().map(char::to_uppercase);
    first.into_iter().flatten().chain(letters).chain(['.']).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn seat(letter: &str) -> Seat {
        letter.parse().unwrap()
    }

    fn side(letters: &str) -> Side {
        letters.parse().unwrap()
    }

    fn names() -> Names {
        let names = [("A", "Ann"), ("B", "bob"), ("C", "Cem"), ("D", "Dora")];
        names.into_iter().map(|(letter, name)| (seat(letter), name.to_owned())).collect()
    }

    #[test]
    fn people_are_called_by_their_names() {
        let (a, b) = (seat("A"), seat("B"));
        let phrase = phrase!("it is {a}'s turn, not {b}'s", a, b);
        assert_eq!(phrase.describe(&names()), "it is Ann's turn, not bob's");
        assert_eq!(phrase.describe(&Names::LETTERS), "it is A's turn, not B's");
        assert_eq!(phrase.to_sentence(&names()), "It is Ann's turn, not bob's.");
        assert_eq!(phrase!("{b} passed", b).to_sentence(&names()), "bob passed.");
        let outer = phrase!("{why}: {points} points", why = phrase!("{b} is out", b), points = 5);
        assert_eq!(outer.to_sentence(&names()), "bob is out: 5 points.");
    }

    #[test]
    fn partners_are_named_both() {
        let sides = vec![side("A+C"), side("B+D")];
        let level = phrase!("{sides} are level", sides);
        assert_eq!(level.describe(&names()), "Ann and Cem, and bob and Dora are level");
        let alone = phrase!("{list} are level", list = vec![side("A"), side("B"), side("C")]);
        assert_eq!(alone.describe(&names()), "Ann, bob and Cem are level");
        assert_eq!(alone.describe(&Names::LETTERS), "A, B and C are level");
    }
}
