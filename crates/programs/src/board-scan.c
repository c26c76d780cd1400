// The board as squares; the squares to the left are scanned for attackers.
// Source: "Recursion Elimination and the Eight Queens Problem", 1999.
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>

enum { MAX = 32 };

int n;
bool board[MAX][MAX];

bool is_attacked(int row, int column) {
    for (int distance = 1; distance <= column; distance++) {
        int left = column - distance;
        int above = row - distance;
        int below = row + distance;
        if (board[row][left]) {
            return true;
        }
        if (above >= 0 && board[above][left]) {
            return true;
        }
        if (below < n && board[below][left]) {
            return true;
        }
    }
    return false;
}

long fill(int column) {
    long solutions = 0;
    for (int row = 0; row < n; row++) {
        if (is_attacked(row, column)) {
            continue;  // reject
        }
        board[row][column] = true;  // place
        if (column == n - 1) {
            solutions++;  // solution
        } else {
            solutions += fill(column + 1);
        }
        board[row][column] = false;  // remove
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
