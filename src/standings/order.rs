//! The order in which names stand.

use std::sync::LazyLock;

use icu_collator::CollatorBorrowed;
use icu_collator::options::CollatorOptions;

/// The order of names that people of any language find their way in.
#[expect(clippy::expect_used, reason = "the order without a language is compiled in")]
static COLLATOR: LazyLock<CollatorBorrowed<'static>> = LazyLock::new(|| {
    CollatorBorrowed::try_new(Default::default(), CollatorOptions::default()).expect("the root collation")
});

/// What names are sorted by: Álvarez stands beside Alvarez, and not after Zoë.
pub fn name_order(name: &str) -> Vec<u8> {
    let mut key = Vec::new();
    // Writing to memory cannot fail.
    let Ok(()) = COLLATOR.write_sort_key_to(name, &mut key);
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
