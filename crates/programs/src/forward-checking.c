// Forward checking, the row with the fewest free squares first.
// Source: Haralick and Elliott, Artificial Intelligence 14, 1980.
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MAX = 32, NONE = -1 };

int n;
uint64_t free_squares[MAX];  // a bit for each free square of a row
int queens[MAX];  // the column of the queen in each row, or NONE

int count_bits(uint64_t squares) {
    int count = 0;
    for (; squares != 0; squares &= squares - 1) {
        count++;
    }
    return count;
}

// The free squares of another row that a queen would attack.
uint64_t attacked(int row, int column, int other) {
    int distance = abs(row - other);
    uint64_t queen = (uint64_t)1 << column;
    uint64_t lines = queen << distance | queen | queen >> distance;
    return free_squares[other] & lines;
}

// The row without a queen with the fewest free squares.
int next_row(void) {
    int best = NONE, fewest = MAX + 1;
    for (int row = 0; row < n; row++) {
        int count = count_bits(free_squares[row]);
        if (queens[row] == NONE && count < fewest) {
            best = row;
            fewest = count;
        }
    }
    return best;
}

// The number of squares that a queen removes from rows without one.
int constraint(int row, int column) {
    int count = 0;
    for (int other = 0; other < n; other++) {
        if (queens[other] == NONE && other != row) {
            count += count_bits(attacked(row, column, other));
        }
    }
    return count;
}

// Lists the free squares of a row, those that remove the fewest first.
int by_constraint(int row, int order[MAX]) {
    int count = 0;
    for (int column = 0; column < n; column++) {
        if ((free_squares[row] >> column & 1) == 0) {
            continue;
        }
        int at = count++;
        int least = constraint(row, column);
        for (; at > 0 && constraint(row, order[at - 1]) > least; at--) {
            order[at] = order[at - 1];
        }
        order[at] = column;
    }
    return count;
}

// Returns false if a row without a queen has no free square left.
bool look_ahead(int row, int column) {
    for (int other = 0; other < n; other++) {
        if (queens[other] != NONE) {
            continue;
        }
        uint64_t squares = attacked(row, column, other);
        while (squares != 0) {
            uint64_t square = squares & -squares;
            free_squares[other] ^= square;  // reject
            squares ^= square;
        }
        if (free_squares[other] == 0) {
            return false;
        }
    }
    return true;
}

long fill(void) {
    int row = next_row();
    if (row == NONE) {
        return 1;  // solution
    }
    long solutions = 0;
    uint64_t kept[MAX];
    memcpy(kept, free_squares, sizeof kept);
    int order[MAX];
    int count = by_constraint(row, order);
    for (int i = 0; i < count; i++) {
        queens[row] = order[i];  // place
        if (look_ahead(row, order[i])) {
            solutions += fill();
        }
        memcpy(free_squares, kept, sizeof kept);
        queens[row] = NONE;  // remove
    }
    return solutions;
}

int main(int argc, char **argv) {
    n = argc > 1 ? atoi(argv[1]) : 8;
    if (n < 1 || n > MAX) {
        fprintf(stderr, "n is at most %d and at least 1\n", MAX);
        return 2;
    }
    for (int row = 0; row < n; row++) {
        queens[row] = NONE;
        free_squares[row] = ((uint64_t)1 << n) - 1;
    }
    printf("%ld\n", fill());
}
