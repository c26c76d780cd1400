// Divide and conquer: a solution composed of two smaller ones.
// Source: George Polya, 1918, as given by Bell and Stevens, 2009.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MAX = 100000, NONE = -1 };

int queens[MAX];  // the column of the queen in each row
int outer[MAX];

// Knight's moves through the even rows, then through the odd rows.
int stairs(int n, int row) {
    return row % 2 == 0 ? row / 2 : n / 2 + (row + 1) / 2;
}

int bent_stairs(int n, int row) {
    int half = n / 2;
    if (row == 1) return half + 2;
    if (row == 2) return half;
    if (row == 4) return 1;
    if (row == n - 3) return n;
    if (row == n - 1) return half + 1;
    if (row == n) return half - 1;
    return row % 2 == 0 ? (n - row) / 2 + 1 : half + (n - 3 - row) / 2 + 2;
}

int formula(int n, int row) {
    switch (n % 6) {
    case 0:
    case 4:
        return stairs(n, row);
    case 2:
        return bent_stairs(n, row);
    case 3:  // a queen in the last corner of a larger board
        return row == n ? n : bent_stairs(n - 1, row);
    default:  // a queen in the first column of the last row
        return row == n ? 1 : 1 + stairs(n - 1, row);
    }
}

// A factor m without factor 2 or 3, such that size / m has a solution.
int modular_factor(int size) {
    for (int m = 5; m <= size; m++) {
        int is_modular = size % m == 0 && m % 2 != 0 && m % 3 != 0;
        if (is_modular && size / m != 2 && size / m != 3) {
            return m;
        }
    }
    return NONE;
}

void compose(int size) {
    int m = modular_factor(size);
    if (m == NONE) {  // the explicit solution
        for (int row = 0; row < size; row++) {
            queens[row] = formula(size, row + 1) - 1;
        }
        return;
    }
    compose(size / m);
    memcpy(outer, queens, sizeof outer);
    for (int row = 0; row < size; row++) {
        int r = row % m;
        queens[row] = outer[row / m] * m + 2 * r % m;  // place
    }
}

void print_queens(int n) {
    for (int row = 0; row < n - 1; row++) {
        printf("%d ", queens[row] + 1);
    }
    printf("%d\n", queens[n - 1] + 1);
}

int main(int argc, char **argv) {
    int n = argc > 1 ? atoi(argv[1]) : 8;
    if (n < 1 || n > MAX) {
        fprintf(stderr, "n is at most %d and at least 1\n", MAX);
        return 2;
    }
    if (modular_factor(n) == NONE) {
        puts("no composition");
        return 0;
    }
    compose(n);
    print_queens(n);  // solution
}
