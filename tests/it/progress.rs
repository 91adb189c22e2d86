//! Long work says how far it has come, and counts to the end.

use std::sync::{Arc, Mutex};

use chrono::Utc;
use pipkeeper::testing::{
    Archive, Progress, Step, Watch, import_file, open_database, rebuild, record_demonstration, seed_games,
};
use pipkeeper::{ImportOptions, Seeding};

use crate::support::fresh_schema;

/// What was said: each step, with what was counted in it.
#[derive(Default)]
struct Said(Mutex<Vec<(Step, u64)>>);

impl Watch for Said {
    fn begin(&self, step: Step) {
        self.0.lock().unwrap().push((step, 0));
    }

    fn add(&self, count: u64) {
        self.0.lock().unwrap().last_mut().unwrap().1 += count;
    }
}

impl Said {
    /// The steps since the last time: what was done, of how many, and what was counted.
    fn take(&self) -> Vec<(String, u64)> {
        let steps = std::mem::take(&mut *self.0.lock().unwrap());
        for (step, counted) in &steps {
            assert_eq!(*counted, step.total.unwrap_or(*counted), "{step:?}");
        }
        let name = |step: Step| format!("{} {}", step.doing, step.unit).trim().to_owned();
        steps.into_iter().map(|(step, counted)| (name(step), counted)).collect()
    }
}

fn assert_has(said: &[(String, u64)], steps: &[(&str, u64)]) {
    for (step, counted) in steps {
        assert!(said.contains(&((*step).to_owned(), *counted)), "no {step} {counted} in {said:?}");
    }
}

#[test]
fn long_work_says_how_far_it_has_come() {
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build().unwrap();
    let said = Arc::new(Said::default());
    let progress = Progress::to(said.clone());
    let (here, there) = (fresh_schema(), fresh_schema());
    runtime.block_on(async {
        let db = open_database(&here, &progress).await.unwrap();
        let migrations = said.take();
        assert!(migrations[0].0.starts_with("migrating the database to "), "{migrations:?}");
        assert!(migrations[0].0.contains("clubs (1 of "), "{migrations:?}");

        let conn = &mut *db.get().await.unwrap();
        let seeding = Seeding { games: 620, players: 9, seed: 1 };
        let club = seed_games(conn, seeding, Utc::now(), &progress).await.unwrap();
        let seeded = [("creating players", 9), ("playing games", 620), ("rating the players", 0)];
        assert_has(&said.take(), &seeded);

        record_demonstration(&db, Utc::now(), &progress).await.unwrap();
        assert_has(&said.take(), &[("recording the demonstration games", 12)]);

        rebuild(conn, false, &progress).await.unwrap();
        let rebuilt =
            [("comparing with the logs games", 632), ("comparing seasons, sums and ratings clubs", 2)];
        assert_has(&said.take(), &rebuilt);

        let spooled = Archive::of(&db, club).await.unwrap().collect(&progress).await.unwrap();
        assert_has(&said.take(), &[("exporting games", 620), ("exporting merges, seasons and players", 9)]);

        let there = open_database(&there, &progress).await.unwrap();
        said.take();
        let (file, conn) = (spooled.into_file(), &mut *there.get().await.unwrap());
        let again = file.try_clone().unwrap();
        import_file(conn, file, ImportOptions::default(), Utc::now(), &progress).await.unwrap();
        let imported = said.take();
        assert_eq!(imported[0].0, "reading the file MiB", "{imported:?}");
        assert_has(&imported, &[("importing players", 9), ("importing games", 620)]);
        rewind(&again);
        import_file(conn, again, ImportOptions::default(), Utc::now(), &progress).await.unwrap();
        assert_has(&said.take(), &[("comparing games", 620)]);
    });
}

fn rewind(mut file: &std::fs::File) {
    std::io::Seek::rewind(&mut file).unwrap();
}
