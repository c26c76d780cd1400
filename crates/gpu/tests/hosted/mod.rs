//! A card that is the source of the kernels, word for word, compiled by the C++ compiler of this machine.

#![allow(unsafe_code, reason = "calls what the C++ compiler made")]

use control::lock;
use gpu::{BUCKET_COUNT, Card, CardError, HalfPiece, Stream, StreamCapacity, Tile, WordShape};
use libloading::Library;
use std::ffi::c_void;
use std::process::Command;
use std::sync::{Arc, Mutex};

const SHIM: &str = include_str!("shim.hpp");
const STARTS: &str = include_str!("starts.hpp");
/// The threads of a block: two warps show what more would show, and take turns sooner.
const THREADS: u32 = 64;

/// The card, for the shapes that it is asked for.
pub(crate) struct Hosted {
    shared: u32,
    compiled: Mutex<Option<(WordShape, Arc<Compiled>)>>,
}

struct Compiled {
    library: Library,
    /// One kernel at a time: fibers and shared memory are global.
    turn: Mutex<()>,
    _folder: tempfile::TempDir,
}

/// The card, if there is a compiler; else a word about what is passed over.
pub(crate) fn hosted(shared: u32) -> Option<Hosted> {
    let found = cfg!(target_os = "linux") && Command::new("c++").arg("--version").output().is_ok();
    if !found {
        eprintln!("passed over: the source of the kernels is tried where Linux has a C++ compiler (c++)");
    }
    found.then(|| Hosted { shared, compiled: Mutex::new(None) })
}

fn compile(shape: &WordShape) -> Compiled {
    let folder = tempfile::tempdir().expect("a folder");
    let (source, library) = (folder.path().join("kernels.cpp"), folder.path().join("kernels.so"));
    std::fs::write(&source, [SHIM, &shape.source(), STARTS].concat()).expect("a file");
    let mut command = Command::new("c++");
    command.args(["-std=c++17", "-O1", "-Wall", "-Wno-unknown-pragmas", "-Werror", "-shared", "-fPIC", "-o"]);
    let made = command.arg(&library).arg(&source).output().expect("a compiler");
    assert!(made.status.success(), "{}", String::from_utf8_lossy(&made.stderr));
    // SAFETY: it was made just now, and runs nothing when it is loaded.
    let library = unsafe { Library::new(&library) }.expect("a library");
    Compiled { library, turn: Mutex::new(()), _folder: folder }
}

impl Card for Hosted {
    fn name(&self) -> &str {
        "kernels.cu by c++"
    }

    fn free(&self) -> Result<u64, CardError> {
        Ok(2 << 30)
    }

    fn shared(&self) -> u32 {
        self.shared
    }

    fn stream(&self, shape: &WordShape, _room: StreamCapacity) -> Result<Box<dyn Stream>, CardError> {
        let shape = shape.clone().with_threads(THREADS);
        let mut kept = lock(&self.compiled);
        let compiled = match &*kept {
            Some((known, compiled)) if *known == shape => compiled.clone(),
            _ => kept.insert((shape.clone(), Arc::new(compile(&shape)))).1.clone(),
        };
        Ok(Box::new(HostedStream { shape, compiled, quarters: Vec::new(), halves: Vec::new() }))
    }
}

struct HostedStream {
    shape: WordShape,
    compiled: Arc<Compiled>,
    quarters: Vec<u64>,
    halves: Vec<u64>,
}

impl HostedStream {
    fn start(&self, kernel: &str, blocks: usize, threads: u32, arguments: &[*mut c_void]) {
        type Start = unsafe extern "C" fn(u32, u32, *const *mut c_void) -> i32;
        let _turn = lock(&self.compiled.turn);
        // SAFETY: `starts.hpp` has this function, and each caller the arguments of its kernel.
        let status = unsafe {
            let start = self.compiled.library.get::<Start>(kernel.as_bytes()).expect("a kernel");
            start(blocks as u32, threads, arguments.as_ptr())
        };
        assert_eq!(status, 0, "a thread of {kernel} ended while others waited at a barrier");
    }

    fn combine(&self, pieces: &[HalfPiece], places: &mut [u32], halves: *mut u64) {
        let mut count = pieces.len() as u32;
        // Behind the last piece stands one that would be counted again.
        let guarded = [pieces, &pieces[pieces.len() - 1..]].concat();
        // Blocks of two warps, and five blocks too many.
        let blocks = pieces.len().div_ceil(2) + 5;
        self.start(
            "start_combine",
            blocks,
            64,
            &[
                guarded.as_ptr() as *mut c_void,
                (&raw mut count).cast(),
                self.quarters.as_ptr() as *mut c_void,
                places.as_mut_ptr().cast(),
                halves.cast(),
            ],
        );
    }
}

impl Stream for HostedStream {
    fn store(&mut self, at: usize, words: &[u64]) -> Result<(), CardError> {
        self.quarters.resize(self.quarters.len().max(at + words.len()), 0);
        self.quarters[at..at + words.len()].copy_from_slice(words);
        Ok(())
    }

    fn measure(&mut self, pieces: &[HalfPiece], lists: usize) -> Result<Vec<u32>, CardError> {
        let mut counts = vec![0; lists * BUCKET_COUNT];
        HostedStream::combine(self, pieces, &mut counts, std::ptr::null_mut());
        Ok(counts)
    }

    fn combine(&mut self, pieces: &[HalfPiece], places: &[u32]) -> Result<(), CardError> {
        let most: usize = pieces.iter().map(|piece| piece.lefts as usize * piece.rights as usize).sum();
        self.halves = vec![0; most];
        let halves = self.halves.as_mut_ptr();
        HostedStream::combine(self, pieces, &mut places.to_vec(), halves);
        Ok(())
    }

    fn join(&mut self, tiles: &[Tile], joins: usize) -> Result<Vec<[u64; 3]>, CardError> {
        let mut sums = vec![0_u64; 3 * joins];
        self.start(
            "start_join",
            tiles.len(),
            self.shape.threads(),
            &[tiles.as_ptr() as *mut c_void, self.halves.as_ptr() as *mut c_void, sums.as_mut_ptr().cast()],
        );
        Ok(sums.as_chunks().0.to_vec())
    }
}
