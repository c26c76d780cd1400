// How a test starts the kernels, behind them.

extern "C" int start_combine(unsigned blocks, unsigned threads, void *const *arguments) {
    return run([](void *const *a) {
        combine((const Piece *)a[0], *(u32 *)a[1], (const u64 *)a[2], (u32 *)a[3], (u64 *)a[4]);
    }, blocks, threads, arguments);
}

extern "C" int start_join(unsigned blocks, unsigned threads, void *const *arguments) {
    return run([](void *const *a) { join((const Tile *)a[0], (const u64 *)a[1], (u64 *)a[2]); }, blocks, threads, arguments);
}
