// Three arrays of flags: the rows and the two kinds of diagonals taken.
// Source: "Recursion Elimination and the Eight Queens Problem", 1999.
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>

enum { MAX = 32 };

int n;
bool row_taken[MAX], up_taken[2 * MAX], down_taken[2 * MAX];

long fill(int column) {
    long solutions = 0;
    for (int row = 0; row < n; row++) {
        int up = row + column;
        int down = n - 1 + row - column;
        if (row_taken[row] || up_taken[up] || down_taken[down]) {
            continue;  // reject
        }
        row_taken[row] = up_taken[up] = down_taken[down] = true;  // place
        if (column == n - 1) {
            solutions++;  // solution
        } else {
            solutions += fill(column + 1);
        }
        row_taken[row] = up_taken[up] = down_taken[down] = false;  // remove
    }
    return solutions;
}

int main(int argc, char **argv) {
    n = argc > 1 ? atoi(argv[1]) : 8;
    if (n < 1 || n > MAX) {
        fprintf(stderr, "n is at most %d and at least 1\n", MAX);
        return 2;
    }
    printf("%ld\n", fill(0));
}
