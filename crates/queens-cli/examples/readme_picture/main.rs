//! Writes the animated picture of the README, `docs/steps-and-hint.svg`. At the root of
//! the repository:
//!
//! `cargo run --release -p queens-cli --example readme_picture`

mod picture;

use std::error::Error;
use std::fs;

fn main() -> Result<(), Box<dyn Error>> {
    fs::write(picture::FILE, picture::animated()?)?;
    println!("{} is up to date", picture::FILE);
    Ok(())
}
