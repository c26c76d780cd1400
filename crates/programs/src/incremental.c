// Incremental backtracking: only the newest queen is tested.
// Source: "Eight Queens part one" (Perl), 2013.
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>

enum { MAX = 32 };

int n;
int columns[MAX];  // the column of the queen in each row
int queens;

bool is_attacked(int column) {
    for (int row = 0; row < queens; row++) {
        if (columns[row] == column) {
            return true;
        }
    }
    for (int row = queens - 1; row >= 0; row--) {
        if (abs(columns[row] - column) == queens - row) {
            return true;
        }
    }
    return false;
}

long solve(void) {
    long solutions = 0;
    int column = 0;
    while (true) {
        bool is_full = queens == n;
        if (is_full) {
            solutions++;  // solution
        }
        if (is_full || column == n) {
            if (queens == 0) {
                return solutions;
            }
            column = columns[--queens] + 1;  // remove
        } else if (is_attacked(column)) {
            column++;  // reject
        } else {
            columns[queens++] = column;  // place
            column = 0;
        }
    }
}

int main(int argc, char **argv) {
    n = argc > 1 ? atoi(argv[1]) : 8;
    if (n < 1 || n > MAX) {
        fprintf(stderr, "n is at most %d and at least 1\n", MAX);
        return 2;
    }
    printf("%ld\n", solve());
}
