//! What a turn costs once its game has many: `cargo bench --bench http -- --growth`.

use crate::load::{prepare, start};
use crate::program::Program;
use crate::wire::Wire;

/// After how many turns a turn is measured.
const AT: [usize; 4] = [20, 500, 2_000, 10_000];
/// How many turns are measured then.
const TIMED: usize = 400;
/// Enough rounds for all of them.
const ROUNDS: usize = 1_200;

/// Records one long game, and prints a row for each length.
pub fn run(program: &Program) {
    let mut wire = Wire::connect(&program.addr);
    let club = wire.found_club();
    let game = start(&mut wire, &club);
    let mut steps = prepare(ROUNDS).into_iter();
    let mut turns = 0;
    println!("{:>7} {:>9} {:>9}", "turns", "p50", "cpu/turn");
    for at in AT {
        let mut times = Vec::new();
        let mut begun = program.processor();
        while times.len() < TIMED {
            let step = steps.next().expect("enough rounds");
            let spent = wire.timed("POST", &format!("{game}{}", step.path), Some(&step.body));
            if step.path.ends_with("/turns") {
                turns += 1;
                if turns > at {
                    times.push(spent);
                }
            }
            if turns == at {
                begun = program.processor();
            }
        }
        let cpu = (program.processor() - begun) / u32::try_from(TIMED).unwrap();
        println!("{at:>7} {:>9.1?} {cpu:>9.1?}", crate::median(&mut times));
    }
}
