// The board as squares, no recursion: a stack holds the rows.
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

long solve(void) {
    long solutions = 0;
    int stack[MAX];  // the row of the queen in each column
    int column = 0;  // the stack pointer
    int row = 0;
    while (column > 0 || row < n) {
        if (column == n || row == n) {
            row = stack[--column];
            board[row][column] = false;  // remove
            row++;
        } else if (is_attacked(row, column)) {
            row++;  // reject
        } else {
            board[row][column] = true;  // place
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
