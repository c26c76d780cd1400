// Generate and test: every permutation of the columns, by insertion.
// Source: "N-queen puzzle" (Visual Prolog), 2008.
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MAX = 32 };

int n;
int board[MAX];  // the column of the queen in each row
int queens;

bool is_solution(void) {
    for (int row = 0; row < n; row++) {
        for (int other = row + 1; other < n; other++) {
            if (abs(board[row] - board[other]) == other - row) {
                return false;  // reject
            }
        }
    }
    return true;
}

long test(const int *permutation) {
    long solutions = 0;
    for (int row = 0; row < n; row++) {
        board[queens++] = permutation[row];  // place
    }
    if (is_solution()) {
        solutions++;  // solution
    }
    while (queens > 0) {
        board[--queens] = 0;  // remove
    }
    return solutions;
}

// Inserts the columns below `first`, the largest first, at every place.
long permute(const int *list, int length, int first) {
    if (first == 0) {
        return test(list);
    }
    long solutions = 0;
    for (int place = 0; place <= length; place++) {
        int longer[MAX];
        memcpy(longer, list, place * sizeof *list);
        longer[place] = first - 1;
        memcpy(longer + place + 1, list + place,
               (length - place) * sizeof *list);
        solutions += permute(longer, length + 1, first - 1);
    }
    return solutions;
}

int main(int argc, char **argv) {
    n = argc > 1 ? atoi(argv[1]) : 8;
    if (n < 1 || n > MAX) {
        fprintf(stderr, "n is at most %d and at least 1\n", MAX);
        return 2;
    }
    int empty[MAX];
    printf("%ld\n", permute(empty, 0, n));
}
