//! Limits of size of the engines, compared with the measured table
//! `benches/ladder/times.csv`.

use queens::engines::find;
use std::collections::BTreeMap;

const TABLE: &str = concat!(
    env!("CARGO_MANIFEST_DIR"),
    "/../../benches/ladder/times.csv"
);

/// Longest time of a size within the limit, in seconds; `SECONDS` of the script.
const LIMIT_SECONDS: f64 = 3.0;

/// Times that differ by less than this factor do not say which engine is faster.
const NOISE: f64 = 1.3;

struct MeasuredEngine {
    /// Solutions that it finds: `all` or `one`.
    finds: String,
    /// Seconds of each size.
    seconds: BTreeMap<u32, f64>,
}

impl MeasuredEngine {
    /// The largest size within the limit.
    fn limit(&self) -> u32 {
        let within = self
            .seconds
            .iter()
            .filter(|(_, seconds)| **seconds <= LIMIT_SECONDS);
        within
            .map(|(size, _)| *size)
            .max()
            .expect("a size within the limit")
    }

    /// Returns true if it takes clearly less time than `other` for the largest size that
    /// both were measured on.
    fn is_faster(&self, other: &MeasuredEngine) -> bool {
        let common = self
            .seconds
            .keys()
            .filter(|size| other.seconds.contains_key(size))
            .max();
        common.is_some_and(|size| self.seconds[size] * NOISE < other.seconds[size])
    }
}

fn measured() -> BTreeMap<String, MeasuredEngine> {
    let mut engines: BTreeMap<String, MeasuredEngine> = BTreeMap::new();
    let table = std::fs::read_to_string(TABLE).expect("the table");
    let rows = table.lines().filter(|line| !line.starts_with('#')).skip(1);
    for row in rows {
        let [engine, finds, size, seconds] = row.split(',').collect::<Vec<_>>()[..]
        else {
            panic!("a row has engine, finds, size and seconds: {row}")
        };
        let entry = engines
            .entry(engine.to_owned())
            .or_insert_with(|| MeasuredEngine {
                finds: finds.to_owned(),
                seconds: BTreeMap::new(),
            });
        entry.seconds.insert(
            size.parse().expect("a size"),
            seconds.parse().expect("seconds"),
        );
    }
    engines
}

#[test]
fn limits_follow_from_the_measured_table() {
    let measured = measured();
    for (id, engine) in &measured {
        let info = find(id).expect("an engine").info();
        assert_eq!(info.practical, Some(engine.limit()), "{id}");
    }
    for engine in queens::engines::registry().filter(|engine| engine.is_of_the_ladder()) {
        assert!(
            measured.contains_key(engine.info().id),
            "{} is not measured",
            engine.info().id
        );
    }
}

#[test]
fn a_faster_engine_never_has_a_smaller_limit() {
    let measured = measured();
    let mut compared = 0;
    for (fast_id, fast) in &measured {
        for (slow_id, slow) in
            measured.iter().filter(|(_, slow)| slow.finds == fast.finds)
        {
            if fast.is_faster(slow) {
                let limit = |id: &str| find(id).expect("an engine").info().practical;
                assert!(
                    limit(fast_id) >= limit(slow_id),
                    "{fast_id} is faster than {slow_id}"
                );
                compared += 1;
            }
        }
    }
    assert!(compared > 100, "{compared}");
}
