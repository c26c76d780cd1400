// What `kernels.cu` needs of CUDA, for a C++ compiler of this machine. The threads of a block are fibers that take turns
// between barriers, forwards in even blocks and backwards in odd ones, so that what depends on their order shows.

#include <cstdlib>
#include <ucontext.h>
#include <vector>

struct Dimensions { unsigned x; };
static Dimensions threadIdx, blockIdx, blockDim;

#define __global__
#define __device__
#define __shared__
#define __launch_bounds__(threads)
#define __popc __builtin_popcount
#define __popcll __builtin_popcountll

unsigned long long shared[32 << 10];

template <typename Number> static Number atomicAdd(Number *sum, Number more) {
    Number before = *sum;
    *sum += more;
    return before;
}

struct Fiber {
    ucontext_t context;
    std::vector<char> stack = std::vector<char>(64 << 10);
    bool ended;
};

static ucontext_t outside;
static std::vector<Fiber> fibers;
static void (*kernel)(void *const *);
static void *const *arguments;

static void __syncthreads() { swapcontext(&fibers[threadIdx.x].context, &outside); }

static void fiber() {
    kernel(arguments);
    fibers[threadIdx.x].ended = true;
}

// Runs all blocks; 0, or 1 if a thread ended while others waited for it at a barrier.
static int run(void (*of)(void *const *), unsigned blocks, unsigned threads, void *const *with) {
    kernel = of;
    arguments = with;
    fibers.resize(threads);
    blockDim.x = threads;
    for (blockIdx.x = 0; blockIdx.x < blocks; ++blockIdx.x) {
        // Shared memory holds what the block before left there.
        for (Fiber &fiber : fibers) {
            getcontext(&fiber.context);
            fiber.context.uc_stack.ss_sp = fiber.stack.data();
            fiber.context.uc_stack.ss_size = fiber.stack.size();
            fiber.context.uc_link = &outside;
            makecontext(&fiber.context, ::fiber, 0);
            fiber.ended = false;
        }
        for (unsigned ended = 0; ended == 0;) {
            for (unsigned i = 0; i < threads; ++i) {
                threadIdx.x = blockIdx.x % 2 ? threads - 1 - i : i;
                swapcontext(&outside, &fibers[threadIdx.x].context);
                ended += fibers[threadIdx.x].ended;
            }
            if (ended != 0 && ended != threads) return 1;
        }
    }
    return 0;
}
