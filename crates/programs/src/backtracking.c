// Backtracking with forward checking, the unit with the least slack first.
// Source: Haralick and Elliott, Artificial Intelligence 14, 1980.
#include <assert.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

enum { MAX = 8 };  // a bit of a word for each square

int n;
uint64_t units[2 * MAX];  // the squares of each row and column
uint64_t attacked_from[MAX * MAX];  // by a queen on each square

int count_bits(uint64_t squares) {
    int count = 0;
    for (; squares != 0; squares &= squares - 1) {
        count++;
    }
    return count;
}

int lowest_bit(uint64_t squares) {
    return count_bits((squares & -squares) - 1);
}

long explore(uint64_t open, uint64_t queens) {
    uint64_t scarcest = 0;
    int fewest = MAX + 1;
    for (int unit = 0; unit < 2 * n; unit++) {
        int count = count_bits(open & units[unit]);
        if ((queens & units[unit]) == 0 && count < fewest) {
            scarcest = open & units[unit];
            fewest = count;
        }
    }
    if (fewest == MAX + 1) {
        return 1;  // solution
    }
    long solutions = 0;
    while (scarcest != 0) {
        int square = lowest_bit(scarcest);
        uint64_t bit = (uint64_t)1 << square;
        queens |= bit;  // place
        solutions += explore(open & ~attacked_from[square], queens);
        queens ^= bit;  // remove
        open ^= bit;
        scarcest ^= bit;
    }
    return solutions;
}

int main(int argc, char **argv) {
    n = argc > 1 ? atoi(argv[1]) : 8;
    assert(1 <= n && n <= MAX);
    uint64_t open = 0;
    for (int square = 0; square < n * n; square++) {
        int row = square / n, column = square % n;
        uint64_t bit = (uint64_t)1 << square;
        open |= bit;
        units[row] |= bit;
        units[n + column] |= bit;
        for (int other = 0; other < n * n; other++) {
            int height = abs(row - other / n);
            int width = abs(column - other % n);
            if (height == 0 || width == 0 || height == width) {
                attacked_from[other] |= bit;
            }
        }
    }
    printf("%ld\n", explore(open, 0));
}
