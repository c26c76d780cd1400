// The columns and diagonals taken as bits of three words.
// Source: Qiu Zongyan, 1988 (SIGPLAN Notices, 2002); Martin Richards, 1997.
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

enum { MAX = 32 };

int n;
uint64_t all_columns;

long fill(int row, uint64_t columns, uint64_t left, uint64_t right) {
    if (row == n) {
        return 1;  // solution
    }
    long solutions = 0;
    uint64_t free = all_columns & ~(columns | left | right);
    while (free != 0) {
        uint64_t bit = free & -free;  // place
        solutions += fill(row + 1, columns | bit,
                          (left | bit) << 1, (right | bit) >> 1);
        free ^= bit;  // remove
    }
    return solutions;
}

int main(int argc, char **argv) {
    n = argc > 1 ? atoi(argv[1]) : 8;
    if (n < 1 || n > MAX) {
        fprintf(stderr, "n is at most %d and at least 1\n", MAX);
        return 2;
    }
    all_columns = ((uint64_t)1 << n) - 1;
    printf("%ld\n", fill(0, 0, 0, 0));
}
