//! t
mod board;
mod bound;
mod layout;
mod repair;
mod search;
mod sets;
/// Bench.
pub fn probe(problem: &crate::problem::Problem, seed: Option<u64>, limits: &search_control::Limits) -> (bool, search_control::Statistics) {
    use rand::SeedableRng;
    let board = board::OpenBoard::of(problem).unwrap();
    let mut s = search::Search::<1>::new(&board, seed.map(rand::rngs::ChaCha8Rng::seed_from_u64));
    println!("{:?}", s.obstacle());
    let mut meter = search_control::Meter::new(limits);
    let mut budget = if seed.is_some() {500} else {u64::MAX};
    loop { let r = s.advance(&mut meter, budget).unwrap();
     match r { search::Progress::Paused => {s.restart(); budget += budget/50;}, r => return (r == search::Progress::Solution, meter.statistics()) } }
}
