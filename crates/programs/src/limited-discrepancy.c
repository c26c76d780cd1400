// Limited discrepancy search, from the middle of each row outward.
// Source: Harvey and Ginsberg, IJCAI 1995; each path once: Korf, AAAI 1996.
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

// Fills the rows from here on with exactly k discrepancies.
long probe(int row, int k) {
    if (row == n) {
        return 1;  // solution
    }
    long solutions = 0;
    int rows_below = n - row - 1;
    int free[MAX];
    int count = free_columns(row, free);
    for (int rank = 0; rank < count; rank++) {
        int k_below = rank == 0 ? k : k - 1;
        if (k_below >= 0 && k_below <= rows_below) {
            columns[row] = free[rank];  // place
            solutions += probe(row + 1, k_below);
            columns[row] = 0;  // remove
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
    set_order();
    long solutions = 0;
    for (int k = 0; k <= n; k++) {
        solutions += probe(0, k);
    }
    printf("%ld\n", solutions);
}
