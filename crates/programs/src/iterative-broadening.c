// Iterative broadening: few squares of each row first.
// Source: Ginsberg and Harvey, Artificial Intelligence 55, 1992.
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>

enum { MAX = 32 };

int n;
int columns[MAX];  // the column of the queen in each row
int order[MAX];  // the columns from the middle outward

void set_order(void) {
    for (int rank = 0; rank < n; rank++) {
        int step = (rank + 1) / 2;
        bool is_right = rank % 2 == (n % 2 == 0);
        int middle = (n - 1) / 2;
        order[rank] = is_right ? middle + step : middle - step;
    }
}

bool is_attacked(int row, int column) {
    for (int other = 0; other < row; other++) {
        int distance = abs(columns[other] - column);
        if (distance == 0 || distance == row - other) {
            return true;
        }
    }
    return false;
}

int free_columns(int row, int free[MAX]) {
    int count = 0;
    for (int rank = 0; rank < n; rank++) {
        if (is_attacked(row, order[rank])) {
            continue;  // reject
        }
        free[count++] = order[rank];
    }
    return count;
}

// `is_new` is true if the pass before was too narrow for these queens.
long fill(int row, int breadth, bool is_new) {
    if (row == n) {
        if (is_new) {
            return 1;  // solution
        }
        return 0;
    }
    long solutions = 0;
    int free[MAX];
    int count = free_columns(row, free);
    for (int rank = 1; rank <= count && rank <= breadth; rank++) {
        columns[row] = free[rank - 1];  // place
        solutions += fill(row + 1, breadth, is_new || rank == breadth);
        columns[row] = 0;  // remove
    }
    return solutions;
}

int main(int argc, char **argv) {
    n = argc > 1 ? atoi(argv[1]) : 8;
    if (n < 1 || n > MAX) {
        fprintf(stderr, "n is at most %d and at least 1\n", MAX);
        return 2;
    }
    set_order();
    long solutions = fill(0, 2, true);
    for (int breadth = 3; breadth <= n; breadth++) {
        solutions += fill(0, breadth, false);
    }
    printf("%ld\n", solutions);
}
