// Generate and test: all boards with one queen in each row, as an odometer.
// Source: the 8^8 program in "Eight Queens part one" (Perl), 2013.
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>

enum { MAX = 32 };

int columns[MAX];  // the column of the queen in each row

bool is_solution(int n) {
    for (int row = 0; row < n; row++) {
        for (int other = 0; other < row; other++) {
            int distance = abs(columns[row] - columns[other]);
            if (distance == 0 || distance == row - other) {
                return false;  // reject
            }
        }
    }
    return true;
}

long solve(int n) {
    long solutions = 0;
    int queens = 0;
    int next_column = 0;
    while (true) {
        while (queens < n) {
            columns[queens++] = next_column;  // place
            next_column = 0;
        }
        if (is_solution(n)) {
            solutions++;  // solution
        }
        next_column = n;
        while (next_column == n) {
            if (queens == 0) {
                return solutions;
            }
            next_column = columns[--queens] + 1;  // remove
        }
    }
}

int main(int argc, char **argv) {
    int n = argc > 1 ? atoi(argv[1]) : 8;
    if (n < 1 || n > MAX) {
        fprintf(stderr, "n is at most %d and at least 1\n", MAX);
        return 2;
    }
    printf("%ld\n", solve(n));
}
