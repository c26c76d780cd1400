//! An NVIDIA card.

#![expect(unsafe_code, reason = "kernels are started with what their source says that they take")]

use crate::card::{BUCKET_COUNT, Card, CardError, HalfPiece, Stream, StreamCapacity, Tile};
use crate::shape::{WARP_LANES, WordShape};
use control::lock;
use cudarc::driver::sys::{CUdevice_attribute, CUfunction_attribute_enum as Attribute};
use cudarc::driver::{
    CudaContext, CudaFunction, CudaSlice, CudaStream, DeviceRepr, LaunchConfig, PushKernelArg,
    ValidAsZeroBits,
};
use cudarc::nvrtc::{CompileOptions, Ptx, compile_ptx_with_opts};
use std::sync::{Arc, Mutex};

// SAFETY: plain numbers, laid out as C lays them out; `kernels.cu` has the same structs.
unsafe impl DeviceRepr for HalfPiece {}
// SAFETY: as above.
unsafe impl DeviceRepr for Tile {}
// SAFETY: as above; zeros are numbers.
unsafe impl ValidAsZeroBits for HalfPiece {}
// SAFETY: as above; zeros are numbers.
unsafe impl ValidAsZeroBits for Tile {}

/// Number of threads in a block of `combine`: eight warps, each with a piece.
const COMBINE_BLOCK_THREADS: u32 = 256;

/// The first card of the driver; `CUDA_VISIBLE_DEVICES` chooses others.
#[derive(Debug)]
pub struct Cuda {
    context: Arc<CudaContext>,
    name: String,
    shared: u32,
    /// Last compiled kernels.
    kernels: Mutex<Option<CompiledKernels>>,
}

#[derive(Clone, Debug)]
struct CompiledKernels {
    shape: WordShape,
    combine: CudaFunction,
    join: CudaFunction,
}

impl Cuda {
    /// Opens the card.
    ///
    /// # Errors
    /// The driver, the compiler or the card is missing; the driver fails.
    pub fn open() -> Result<Self, CardError> {
        let missing = |words: &str| Err(CardError::Missing(words.to_owned()));
        // SAFETY: the library of the driver is loaded as every program for these cards loads it.
        if !unsafe { cudarc::driver::sys::is_culib_present() } {
            return missing(
                "the driver's library (libcuda.so, nvcuda.dll) was not found; install the driver of the NVIDIA card, \
                 or use the engine join, which needs no card",
            );
        }
        if !has_compiler() {
            return missing(
                "the driver is there, but not the compiler of kernels (libnvrtc.so of CUDA 11 or 12); install it with \
                 the CUDA toolkit, or by `pip install nvidia-cuda-nvrtc-cu12`, and name its folder in LD_LIBRARY_PATH",
            );
        }
        let context = CudaContext::new(0).map_err(|error| {
            CardError::Missing(format!(
                "the driver opens no card ({error}); `nvidia-smi` shows those that it sees"
            ))
        })?;
        let failed = CardError::failed("report its name");
        let name = context.name().map_err(&failed)?;
        let shared = context
            .attribute(CUdevice_attribute::CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_BLOCK_OPTIN)
            .map_err(&failed)?;
        Ok(Cuda { context, name, shared: shared as u32, kernels: Mutex::new(None) })
    }

    /// Compiles the kernels to PTX for a virtual architecture such as `compute_90`. Needs the compiler, but no card.
    ///
    /// # Errors
    /// The compiler is missing or fails.
    pub fn compile(shape: &WordShape, architecture: Option<&str>) -> Result<Ptx, CardError> {
        if !has_compiler() {
            return Err(CardError::Missing("the compiler of kernels (libnvrtc.so) was not found".to_owned()));
        }
        let option = architecture.map(|architecture| format!("--gpu-architecture={architecture}"));
        let options = CompileOptions { options: option.into_iter().collect(), ..CompileOptions::default() };
        compile_ptx_with_opts(shape.source(), options)
            .map_err(|error| CardError::Failed { doing: "compile its kernels", reason: format!("{error:?}") })
    }

    fn kernels(&self, shape: &WordShape) -> Result<CompiledKernels, CardError> {
        let mut kept = lock(&self.kernels);
        if let Some(kernels) = kept.as_ref().filter(|kernels| kernels.shape == *shape) {
            return Ok(kernels.clone());
        }
        let failed = CardError::failed("load its kernels");
        let (major, minor) = self.context.compute_capability().map_err(&failed)?;
        // A compiler older than the card does not know it; the driver translates the compiler's default.
        let ptx = Cuda::compile(shape, Some(&format!("compute_{major}{minor}")))
            .or_else(|error| Cuda::compile(shape, None).map_err(|_| error))?;
        let module = self.context.load_module(ptx).map_err(&failed)?;
        let [combine, join] = ["combine", "join"].map(|name| module.load_function(name).map_err(&failed));
        let (combine, join) = (combine?, join?);
        join.set_attribute(
            Attribute::CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES,
            shape.shared_bytes() as i32,
        )
        .map_err(&failed)?;
        Ok(kept.insert(CompiledKernels { shape: shape.clone(), combine, join }).clone())
    }
}

fn has_compiler() -> bool {
    // SAFETY: the library of the compiler is loaded as every program that compiles kernels loads it.
    unsafe { cudarc::nvrtc::sys::is_culib_present() }
}

impl Card for Cuda {
    fn name(&self) -> &str {
        &self.name
    }

    fn free(&self) -> Result<u64, CardError> {
        Ok(self.context.mem_get_info().map_err(CardError::failed("report its free memory"))?.0 as u64)
    }

    fn shared(&self) -> u32 {
        self.shared
    }

    fn stream(&self, shape: &WordShape, room: StreamCapacity) -> Result<Box<dyn Stream>, CardError> {
        let failed = CardError::failed("set memory aside");
        let kernels = self.kernels(shape)?;
        let stream = self.context.new_stream().map_err(&failed)?;
        Ok(Box::new(CudaStreamWork {
            kernels,
            quarters: stream.alloc_zeros(room.quarters).map_err(&failed)?,
            halves: stream.alloc_zeros(room.halves).map_err(&failed)?,
            pieces: stream.alloc_zeros(1).map_err(&failed)?,
            places: stream.alloc_zeros(1).map_err(&failed)?,
            tiles: stream.alloc_zeros(1).map_err(&failed)?,
            sums: stream.alloc_zeros(1).map_err(&failed)?,
            stream,
        }))
    }
}

/// A stream, and its memory: fixed for words, growing for the rest.
struct CudaStreamWork {
    kernels: CompiledKernels,
    stream: Arc<CudaStream>,
    quarters: CudaSlice<u64>,
    halves: CudaSlice<u64>,
    pieces: CudaSlice<HalfPiece>,
    places: CudaSlice<u32>,
    tiles: CudaSlice<Tile>,
    sums: CudaSlice<u64>,
}

type DriverResult = Result<(), cudarc::driver::DriverError>;

/// Makes the memory at least so long.
fn fit<T: DeviceRepr + ValidAsZeroBits>(
    stream: &Arc<CudaStream>,
    memory: &mut CudaSlice<T>,
    len: usize,
) -> DriverResult {
    if memory.len() < len {
        *memory = stream.alloc_zeros(len.next_power_of_two())?;
    }
    Ok(())
}

/// Copies `values` to the card.
fn put<T: DeviceRepr + ValidAsZeroBits>(
    stream: &Arc<CudaStream>,
    memory: &mut CudaSlice<T>,
    values: &[T],
) -> DriverResult {
    fit(stream, memory, values.len())?;
    stream.memcpy_htod(values, &mut memory.slice_mut(..values.len()))
}

/// Sets the first `len` to zero.
fn clear<T: DeviceRepr + ValidAsZeroBits>(
    stream: &Arc<CudaStream>,
    memory: &mut CudaSlice<T>,
    len: usize,
) -> DriverResult {
    fit(stream, memory, len)?;
    stream.memset_zeros(&mut memory.slice_mut(..len))
}

impl CudaStreamWork {
    /// Starts the kernel that combines; it writes halves, or counts alone.
    fn start_combining(&mut self, pieces: u32, writes: bool) -> DriverResult {
        let config = LaunchConfig {
            grid_dim: (pieces.div_ceil(COMBINE_BLOCK_THREADS / WARP_LANES as u32).max(1), 1, 1),
            block_dim: (COMBINE_BLOCK_THREADS, 1, 1),
            shared_mem_bytes: 0,
        };
        let nowhere = 0_u64;
        let mut launch = self.stream.launch_builder(&self.kernels.combine);
        launch.arg(&self.pieces).arg(&pieces).arg(&self.quarters).arg(&mut self.places);
        if writes {
            launch.arg(&mut self.halves);
        } else {
            launch.arg(&nowhere);
        }
        // SAFETY: the arguments are those of `combine` in `kernels.cu`. Pieces name words that were stored, and lists that
        // `places` has; places lie within the halves, whose number the caller measured.
        unsafe { launch.launch(config) }.map(|_| ())
    }
}

impl Stream for CudaStreamWork {
    fn store(&mut self, at: usize, words: &[u64]) -> Result<(), CardError> {
        let mut there = self.quarters.slice_mut(at..at + words.len());
        self.stream.memcpy_htod(words, &mut there).map_err(CardError::failed("take quarters"))
    }

    fn measure(&mut self, pieces: &[HalfPiece], lists: usize) -> Result<Vec<u32>, CardError> {
        let failed = CardError::failed("count halves");
        put(&self.stream, &mut self.pieces, pieces).map_err(&failed)?;
        clear(&self.stream, &mut self.places, lists * BUCKET_COUNT).map_err(&failed)?;
        self.start_combining(pieces.len() as u32, false).map_err(&failed)?;
        let counts = self.stream.clone_dtoh(&self.places.slice(..lists * BUCKET_COUNT)).map_err(&failed)?;
        self.stream.synchronize().map_err(&failed)?;
        Ok(counts)
    }

    fn combine(&mut self, pieces: &[HalfPiece], places: &[u32]) -> Result<(), CardError> {
        let failed = CardError::failed("make halves");
        // The pieces are there since they were measured.
        put(&self.stream, &mut self.places, places).map_err(&failed)?;
        self.start_combining(pieces.len() as u32, true).map_err(&failed)
    }

    fn join(&mut self, tiles: &[Tile], joins: usize) -> Result<Vec<[u64; 3]>, CardError> {
        let failed = CardError::failed("join halves");
        put(&self.stream, &mut self.tiles, tiles).map_err(&failed)?;
        clear(&self.stream, &mut self.sums, 3 * joins).map_err(&failed)?;
        let config = LaunchConfig {
            grid_dim: (tiles.len() as u32, 1, 1),
            block_dim: (self.kernels.shape.threads(), 1, 1),
            shared_mem_bytes: self.kernels.shape.shared_bytes(),
        };
        let mut launch = self.stream.launch_builder(&self.kernels.join);
        launch.arg(&self.tiles).arg(&self.halves).arg(&mut self.sums);
        // SAFETY: the arguments are those of `join` in `kernels.cu`. Tiles lie within the halves that were made, and name
        // joins that `sums` has.
        unsafe { launch.launch(config) }.map_err(&failed)?;
        let sums = self.stream.clone_dtoh(&self.sums.slice(..3 * joins)).map_err(&failed)?;
        self.stream.synchronize().map_err(&failed)?;
        Ok(sums.as_chunks().0.to_vec())
    }
}
