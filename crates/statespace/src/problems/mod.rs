//! Classic search problems.

mod eight_puzzle;
mod frogs;
mod jugs;
mod missionaries;
mod route;

pub use eight_puzzle::{EightPuzzle, EightPuzzleError, Slide, Tiles};
pub use frogs::{Creature, Frogs, FrogsError, Hop, StoneRow};
pub use jugs::{Handling, Jugs, JugsError, Levels};
pub use missionaries::{Banks, Crossing, Missionaries, MissionariesError};
pub use route::{City, Drive, Route, RouteError};
