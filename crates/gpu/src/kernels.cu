// The join on a card: a kernel that makes halves and one that joins them.
//
// Plain CUDA C, without headers. `Shape::source` puts the sizes before it, as macros:
//   BITS         the bits of a word in which halves can conflict; the bucket of a word is the highest of them
//   BUCKET_BITS  how many bits a bucket has
//   COLUMN_BITS  how many bottom halves a thread answers for: 32 or 64
//   SLOTS        how many parts a word is cut into, each with a table: SHIFTS, WIDTHS (in bits), FIRSTS (rows before
//                those of the slot); the first two are the bucket
//   ROWS         the rows of all tables
//   THREADS      the threads of a block that joins
//   MODULUS_0, MODULUS_1  what the residues are taken by
//
// The structs and the buffers are those of `card.rs`.

typedef unsigned int u32;
typedef unsigned long long u64;

#if COLUMN_BITS == 64
typedef u64 Column;
#define SIZE_OF(column) __popcll(column)
#else
typedef u32 Column;
#define SIZE_OF(column) __popc(column)
#endif

#define LANES 32
#define WARPS (THREADS / LANES)
#define PLACES (LANES * COLUMN_BITS)
#define BUCKETS (1u << BUCKET_BITS)

struct Piece {
    u32 left, lefts, right, rights;
    u64 blocked, carried;
    u32 list, unused;
};

struct Tile {
    u32 bottom, bottoms, top, tops, join;
};

__device__ static u32 bucket_of(u64 word) {
    return (u32)(word >> (BITS - BUCKET_BITS)) & (BUCKETS - 1);
}

// A warp for each piece: every left word with every right word; what fits goes to its bucket of its list. `places` says
// where the next half of each bucket goes. Without `halves` they are only counted.
extern "C" __global__ void combine(
    const Piece *pieces, u32 count, const u64 *quarters, u32 *places, u64 *halves) {
    u64 thread = (u64)blockIdx.x * blockDim.x + threadIdx.x;
    u64 number = thread / LANES;
    if (number >= count) return;
    Piece piece = pieces[number];
    if (piece.rights == 0) return;
    // The pairs in order, the right words within the left ones, LANES at a time.
    u32 lane = (u32)(thread % LANES);
    u32 left = lane / piece.rights, right = lane % piece.rights;
    u32 lefts_on = LANES / piece.rights, rights_on = LANES % piece.rights;
    while (left < piece.lefts) {
        u64 a = quarters[piece.left + left], b = quarters[piece.right + right];
        if (((a & b) | ((a | b) & piece.blocked)) == 0) {
            u64 half = a | b | piece.carried;
            u32 place = atomicAdd(&places[(u64)piece.list * BUCKETS + bucket_of(half)], 1u);
            if (halves) halves[place] = half;
        }
        left += lefts_on;
        right += rights_on;
        if (right >= piece.rights) {
            right -= piece.rights;
            left += 1;
        }
    }
}

// A block for each tile: up to PLACES bottom halves against top halves. Bottom half i belongs to lane i % LANES and is bit
// i / LANES of its column. For each value of each slot a row says, lane by lane, which bottom halves share no bit with it:
// the AND of one row of each slot answers for a top half and the whole tile. All lanes of a warp read the same row, so
// that shared memory is read without conflicts. Added to `sums`, for each join: the pairs that fit and their residues.
extern "C" __global__ void __launch_bounds__(THREADS) join(const Tile *tiles, const u64 *halves, u64 *sums) {
    const u32 shifts[SLOTS] = {SHIFTS}, widths[SLOTS] = {WIDTHS}, firsts[SLOTS] = {FIRSTS};
    extern __shared__ u64 shared[];
    Column *rows = (Column *)shared;
    u32 *alive = (u32 *)(rows + ROWS * LANES);
    Tile tile = tiles[blockIdx.x];
    u32 warp = threadIdx.x / LANES, lane = threadIdx.x % LANES;

    for (u32 bucket = threadIdx.x; bucket < BUCKETS; bucket += THREADS) alive[bucket] = 0;
    const u64 *bottoms = halves + tile.bottom;
    Column *mine = rows + lane;
    for (u32 slot = warp; slot < SLOTS; slot += WARPS) {
        Column *table = mine + firsts[slot] * LANES;
        Column taken = 0;
        for (u32 i = 0; i < COLUMN_BITS; ++i)
            if (i * LANES + lane < tile.bottoms) taken |= (Column)1 << i;
        table[0] = slot == 0 ? taken : ~(Column)0;
        for (u32 bit = 0; bit < widths[slot]; ++bit) {
            Column with = 0;
            for (u32 i = 0; i < COLUMN_BITS; ++i)
                if (i * LANES + lane < tile.bottoms)
                    with |= (Column)(bottoms[i * LANES + lane] >> (shifts[slot] + bit) & 1) << i;
            for (u32 row = 0; row < 1u << bit; ++row) table[((1u << bit) + row) * LANES] = table[row * LANES] & ~with;
        }
    }
    __syncthreads();
    // The buckets of top halves that fit some bottom half of the tile.
    for (u32 bucket = warp; bucket < BUCKETS; bucket += WARPS) {
        u32 low = bucket & ((1u << widths[0]) - 1), high = bucket >> widths[0];
        if (mine[low * LANES] & mine[(firsts[1] + high) * LANES]) alive[bucket] = 1;
    }
    __syncthreads();

    u64 count = 0;
    u32 last = BUCKETS;
    Column open = 0;
    for (u32 from = warp * LANES; from < tile.tops; from += THREADS) {
        u32 to = from + LANES < tile.tops ? from + LANES : tile.tops;
        const u64 *tops = halves + tile.top;
        // Top halves lie in the order of their buckets: where the first and the last agree, all do.
        u32 bucket = bucket_of(tops[from]);
        if (!alive[bucket] && bucket == bucket_of(tops[to - 1])) continue;
        for (u32 i = from; i < to; ++i) {
            u64 top = tops[i];
            bucket = bucket_of(top);
            if (!alive[bucket]) continue;
            if (bucket != last) {
                u32 low = bucket & ((1u << widths[0]) - 1), high = bucket >> widths[0];
                open = mine[low * LANES] & mine[(firsts[1] + high) * LANES];
                last = bucket;
            }
            Column fitting = open;
#pragma unroll
            for (u32 slot = 2; slot < SLOTS; ++slot) {
                u32 value = (u32)(top >> shifts[slot]) & ((1u << widths[slot]) - 1);
                fitting &= mine[(firsts[slot] + value) * LANES];
            }
            count += SIZE_OF(fitting);
        }
    }

    // The tables have served: their memory adds up the threads.
    __syncthreads();
    shared[threadIdx.x] = count;
    __syncthreads();
    if (warp == 0) {
        for (u32 i = 1; i < WARPS; ++i) count += shared[i * LANES + lane];
        shared[lane] = count;
    }
    __syncthreads();
    if (threadIdx.x == 0) {
        for (u32 i = 1; i < LANES; ++i) count += shared[i];
        atomicAdd(&sums[(u64)tile.join * 3], count);
        atomicAdd(&sums[(u64)tile.join * 3 + 1], count % MODULUS_0);
        atomicAdd(&sums[(u64)tile.join * 3 + 2], count % MODULUS_1);
    }
}
