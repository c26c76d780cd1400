// Three arrays of flags, no recursion: a stack holds the rows.
// Source: "Recursion Elimination and the Eight Queens Problem", 1999.
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>

enum { MAX = 32 };

int n;
bool row_taken[MAX], up_taken[2 * MAX], down_taken[2 * MAX];

bool is_taken(int row, int column) {
    return row_taken[row] || up_taken[row + column]
        || down_taken[n - 1 + row - column];
}

void set_flags(int row, int column, bool taken) {
    row_taken[row] = taken;
    up_taken[row + column] = taken;
    down_taken[n - 1 + row - column] = taken;
}

long solve(void) {
    long solutions = 0;
    int stack[MAX];  // the row of the queen in each column
    int column = 0;  // the stack pointer
    int row = 0;
    while (column > 0 || row < n) {
        if (column == n || row == n) {
            row = stack[--column];
            set_flags(row, column, false);  // remove
            row++;
        } else if (is_taken(row, column)) {
            row++;  // reject
        } else {
            set_flags(row, column, true);  // place
            if (column == n - 1) {
                solutions++;  // solution
            }
            stack[column++] = row;
            row = 0;
        }
    }
    return solutions;
}

int main(int argc, char **argv) {
    n = argc > 1 ? atoi(argv[1]) : 8;
    if (n < 1 || n > MAX) {
        fprintf(stderr, "n is at most %d and at least 1\n", MAX);
        return 2;
    }
    printf("%ld\n", solve());
}
