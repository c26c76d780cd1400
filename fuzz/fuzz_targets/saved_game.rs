#![no_main]
//! Any bytes are a saved game or an error; a game reads back as it is written, and
//! whatever was done is undone.

use libfuzzer_sys::fuzz_target;
use queens::document::{Document, GameDocument};

fuzz_target!(|bytes: &[u8]| {
    let Ok(mut game) = GameDocument::read(bytes) else {
        return;
    };
    let mut text = Vec::new();
    GameDocument::new(&game)
        .write_json(&mut text)
        .expect("memory");
    assert_eq!(GameDocument::read(&text).expect("what is written"), game);
    let end = game.clone();
    while game.undo() {}
    (0..end.done()).for_each(|_| assert!(game.redo()));
    assert_eq!(game, end);
});
