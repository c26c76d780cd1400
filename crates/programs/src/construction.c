// A solution without search: the column of each row by a formula.
// Source: Emil Pauls, 1874, as given by Bell and Stevens, 2009.
#include <stdio.h>
#include <stdlib.h>

enum { MAX = 1000000 };

int queens[MAX + 1];  // the column of the queen in each row, from 1

// Knight's moves through the even rows, then through the odd rows.
int stairs(int n, int row) {
    return row % 2 == 0 ? row / 2 : n / 2 + (row + 1) / 2;
}

// Two such staircases, with six queens displaced.
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

void print_queens(int n) {
    for (int row = 1; row < n; row++) {
        printf("%d ", queens[row]);
    }
    printf("%d\n", queens[n]);
}

int main(int argc, char **argv) {
    int n = argc > 1 ? atoi(argv[1]) : 8;
    if (n < 1 || n > MAX) {
        fprintf(stderr, "n is at most %d and at least 1\n", MAX);
        return 2;
    }
    if (n == 2 || n == 3) {
        puts("no solution");
        return 0;
    }
    for (int row = 1; row <= n; row++) {
        queens[row] = formula(n, row);  // place
    }
    print_queens(n);  // solution
}
