//! The order in which names stand.

use std::sync::LazyLock;

use icu_collator::CollatorBorrowed;
use icu_collator::options::CollatorOptions;

/// The order of names that people of any language find their way in.
static COLLATOR: LazyLock<Option<CollatorBorrowed<'static>>> =
    LazyLock::new(|| CollatorBorrowed::try_new(Default::default(), CollatorOptions::default()).ok());

/// What names are sorted by: Álvarez stands beside Alvarez, and not after Zoë.
pub fn name_order(name: &str) -> Vec<u8> {
    let mut key = Vec::new();
    if let Some(collator) = &*COLLATOR {
        // Writing to memory cannot fail.
        let Ok(()) = collator.write_sort_key_to(name, &mut key);
    }
    key
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_stand_where_people_look_for_them() {
        let mut names = ["Zoë", "ann", "Łukasz", "Bob", "Álvarez", "Ann", "alvarez", "Örjan", "Liz", "bob"];
        names.sort_by_cached_key(|name| name_order(name));
        assert_eq!(
            names,
            ["alvarez", "Álvarez", "ann", "Ann", "bob", "Bob", "Liz", "Łukasz", "Örjan", "Zoë"]
        );
    }
}
