// Counts the nodes on each level of the backtrack tree of n queens, row by row, or of n reflecting queens (a mirror strip along the
// first row). Shares nothing with the library: a second way to some of its numbers.
//
//     cc -O3 -march=native -o levels benches/peers/levels.c      (a processor with AVX-512)
//     ./levels 20
//     ./levels 24 reflecting
//
// Each row has a stack of nodes whose free squares are known. A pass goes through the top of a stack, sixteen nodes at a time: each
// places the first queen it can. Children with a free square go to the stack of the next row, nodes with another free square stay.
// The first queen stands on the left half of its row; what begins on the right half is the mirror image.
#include <immintrin.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST = 31, LANES = 16, PASS = 256, ROOM = 2 * PASS + LANES };

// The words of a node. Of queens: columns, and the diagonals of both directions where they cross its row. Of reflecting queens:
// columns, and the diagonals by the column in which they meet the mirror: left of the board, on it, right of it.
enum { COLUMNS, LEFT_OF_BOARD, ON_BOARD, RIGHT_OF_BOARD, FREE, WORDS };
enum { FALLING = LEFT_OF_BOARD, RISING = ON_BOARD };

typedef struct {
    unsigned words[WORDS][ROOM];
    int nodes;
} __attribute__((aligned(64))) Stack;

static Stack stacks[MOST + 1];
static unsigned long long levels[MOST + 1];
static int side;

#define OR(a, b) _mm512_or_si512(a, b)
#define AND(a, b) _mm512_and_si512(a, b)
#define UP(a, by) _mm512_sll_epi32(a, by)
#define DOWN(a, by) _mm512_srl_epi32(a, by)

static inline __attribute__((always_inline)) void pass(int row, int reflecting) {
    Stack *here = &stacks[row], *next = &stacks[row + 1];
    int first = here->nodes > PASS ? here->nodes - PASS : 0, end = here->nodes, kept = first, grown = next->nodes;
    const __m512i board = _mm512_set1_epi32((int)((1u << side) - 1)), zero = _mm512_setzero_si512();
    // How far a diagonal goes sideways between the mirror and a row, and what this leaves of the side.
    const __m128i by = _mm_cvtsi32_si128(row + 1), rest = _mm_cvtsi32_si128(side - row - 1);
    const __m128i next_by = _mm_cvtsi32_si128(row + 2), next_rest = _mm_cvtsi32_si128(side - row - 2);
    __m512i leaves = zero;
    for (int at = first; at < end; at += LANES) {
        __mmask16 live = end - at >= LANES ? 0xffff : (__mmask16)((1u << (end - at)) - 1);
        __m512i node[WORDS], child[WORDS];
        for (int k = 0; k < WORDS; k++)
            if (reflecting || k != RIGHT_OF_BOARD) node[k] = _mm512_loadu_si512(&here->words[k][at]);
        __m512i free = node[FREE], queen = AND(free, _mm512_sub_epi32(zero, free));
        node[FREE] = _mm512_xor_si512(free, queen);

        child[COLUMNS] = OR(node[COLUMNS], queen);
        __m512i taken;
        if (reflecting) {
            child[LEFT_OF_BOARD] = OR(node[LEFT_OF_BOARD], AND(UP(queen, rest), board));
            child[ON_BOARD] = OR(node[ON_BOARD], OR(AND(UP(queen, by), board), DOWN(queen, by)));
            child[RIGHT_OF_BOARD] = OR(node[RIGHT_OF_BOARD], DOWN(queen, rest));
            taken = OR(OR(DOWN(child[ON_BOARD], next_by), UP(child[RIGHT_OF_BOARD], next_rest)),
                       OR(UP(child[ON_BOARD], next_by), DOWN(child[LEFT_OF_BOARD], next_rest)));
        } else {
            child[FALLING] = _mm512_slli_epi32(OR(node[FALLING], queen), 1);
            child[RISING] = _mm512_srli_epi32(OR(node[RISING], queen), 1);
            taken = OR(child[FALLING], child[RISING]);
        }
        child[FREE] = _mm512_andnot_si512(OR(child[COLUMNS], taken), board);
        __mmask16 open = _mm512_mask_test_epi32_mask(live, child[FREE], child[FREE]);
        __mmask16 again = _mm512_mask_test_epi32_mask(live, node[FREE], node[FREE]);
        for (int k = 0; k < WORDS; k++)
            if (reflecting || k != RIGHT_OF_BOARD) {
                _mm512_storeu_si512(&here->words[k][kept], _mm512_maskz_compress_epi32(again, node[k]));
                if (row + 2 < side)
                    _mm512_storeu_si512(&next->words[k][grown], _mm512_maskz_compress_epi32(open, child[k]));
            }
        kept += __builtin_popcount(again);
        if (row + 2 < side)
            grown += __builtin_popcount(open);
        else
            leaves = _mm512_mask_add_epi32(leaves, open, leaves, _mm512_popcnt_epi32(child[FREE]));
    }
    levels[row + 1] += end - first;
    levels[side] += _mm512_reduce_add_epi32(leaves);
    here->nodes = kept;
    next->nodes = grown;
}

// Searches all below the nodes of the second row.
static inline __attribute__((always_inline)) void search(int reflecting) {
    int done = 1, row = 1;
    while (done + 1 < side) {
        if (stacks[row].nodes < LANES && row > done) {
            row--;
        } else if (!stacks[row].nodes) {
            row = ++done;
        } else {
            pass(row, reflecting);
            if (row + 2 < side && stacks[row + 1].nodes >= PASS) row++;
        }
    }
}

// Adds what begins with a queen on this column of the first row, `weight` times.
static void begin(int column, int reflecting, int weight, unsigned long long *totals) {
    unsigned queen = 1u << column, board = (1u << side) - 1, taken;
    memset(stacks, 0, sizeof stacks);
    memset(levels, 0, sizeof levels);
    levels[1] = 1;
    Stack *second = &stacks[1];
    second->nodes = 1;
    second->words[COLUMNS][0] = queen;
    if (reflecting) {
        unsigned on = second->words[ON_BOARD][0] = ((queen << 1) & board) | queen >> 1;
        unsigned left = second->words[LEFT_OF_BOARD][0] = (queen << (side - 1)) & board;
        unsigned right = second->words[RIGHT_OF_BOARD][0] = queen >> (side - 1);
        taken = on >> 2 | right << (side - 2) | on << 2 | left >> (side - 2);
    } else {
        taken = (second->words[FALLING][0] = queen << 1) | (second->words[RISING][0] = queen >> 1);
    }
    second->words[FREE][0] = board & ~(queen | taken);
    if (reflecting) search(1);
    else search(0);
    for (int row = 1; row <= side; row++) totals[row] += weight * levels[row];
    fprintf(stderr, "column %d of %d\n", column + 1, (side + 1) / 2);
}

int main(int count, char **arguments) {
    side = count > 1 ? atoi(arguments[1]) : 0;
    int reflecting = count > 2 && !strcmp(arguments[2], "reflecting");
    if (side < 4 || side > MOST) return fprintf(stderr, "usage: levels N [reflecting], N from 4 to %d\n", MOST), 2;
    unsigned long long totals[MOST + 1] = {1};
    for (int column = 0; column < side / 2; column++) begin(column, reflecting, 2, totals);
    if (side % 2) begin(side / 2, reflecting, 1, totals);
    for (int row = 0; row <= side; row++) printf("%d %llu\n", row, totals[row]);
}
