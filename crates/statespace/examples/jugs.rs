//! Measures 2 litres with jugs of 4 and 5 litres, by every strategy.

use statespace::problems::{Jugs, JugsError};
use statespace::{LoopCheck, Search, Strategy};

fn main() -> Result<(), JugsError> {
    let jugs = Jugs::new(&[4, 5], 2)?;
    for strategy in Strategy::ALL {
        let search = Search::new(&jugs, strategy).loop_check(LoopCheck::Closed);
        let report = search.first();
        println!(
            "{:<8} {} after {} states",
            strategy.id(),
            report.outcome,
            report.expanded
        );
        if let (Strategy::BreadthFirst, Some(path)) = (strategy, report.solution) {
            println!("{path}");
        }
    }
    Ok(())
}
