//! Laws that hold for every game, tried on random legal games of all variants under random
//! options, from a shuffled deal.

mod corrections;
mod laws;
pub mod options;
mod people;
mod records;
pub mod table;

use pipkeeper::rules::*;
use proptest::prelude::*;

use self::options::{Dice, accepted, wild};
use self::table::Played;

fn config(cases: u32) -> ProptestConfig {
    ProptestConfig { cases, failure_persistence: None, max_shrink_iters: 64, ..ProptestConfig::default() }
}

/// Any game: a new one is drawn as soon as it is listed.
fn variants() -> impl Strategy<Value = Variant> {
    proptest::sample::select(Variant::ALL.to_vec())
}

proptest! {
    #![proptest_config(config(160))]

    #[test]
    fn random_games_obey_the_laws(variant in variants(), options in 0..7usize, seed in any::<u64>()) {
        let mut dice = Dice(seed);
        let (rules, chosen) = accepted(variant, options, &mut dice);
        let chosen = format!("{variant:?} {chosen:?}");
        let played = Played::game(&rules, &chosen, &mut dice);
        laws::of_replay(&played);
        corrections::of_a_game(played, &mut dice);
    }
}

proptest! {
    #![proptest_config(config(1500))]

    #[test]
    fn overrides_never_panic_and_are_kept(variant in variants(), seed in any::<u64>()) {
        let mut dice = Dice(seed);
        let overrides: Overrides = serde_json::from_value(wild(variant, &mut dice)).unwrap();
        match Ruleset::new(variant, &overrides) {
            Ok(rules) => {
                let json = serde_json::to_string(&rules).unwrap();
                prop_assert_eq!(serde_json::from_str::<Ruleset>(&json).unwrap(), rules.clone());
                prop_assert!(!rules.parameters().is_empty() && rules.set_pips() > 0);
            }
            Err(problems) => {
                prop_assert!(problems.iter().all(|problem| !problem.message.is_empty()));
            }
        }
    }
}

proptest! {
    #![proptest_config(config(300))]

    #[test]
    fn players_come_and_go_as_a_list_of_totals_says(seed in any::<u64>()) {
        people::of_a_table(&mut Dice(seed));
    }

    #[test]
    fn what_is_recorded_can_be_held_by_a_record(seed in any::<u64>()) {
        records::of_a_table(&mut Dice(seed));
    }

    #[test]
    fn who_comes_can_be_told_late(seed in any::<u64>()) {
        people::come_late(&mut Dice(seed));
    }

    #[test]
    fn a_round_goes_on_without_who_leaves_it(seed in any::<u64>()) {
        people::leave_in_the_middle(&mut Dice(seed));
    }

    #[test]
    fn the_winner_does_not_depend_on_who_is_told_first_to_give_up(seed in any::<u64>()) {
        people::give_up(&mut Dice(seed));
    }

    #[test]
    fn who_was_there_can_be_told_late(seed in any::<u64>()) {
        people::told_late(&mut Dice(seed));
    }
}
