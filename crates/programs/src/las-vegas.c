// A Las Vegas algorithm: random queens first, then backtracking.
// Source: Brassard and Bratley, "Fundamentals of Algorithmics", 1996.
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

enum { MAX = 1000 };

int n;
int random_rows;
int columns[MAX];  // the column of the queen in each row
int queens;

bool is_attacked(int column) {
    for (int row = 0; row < queens; row++) {
        int distance = abs(columns[row] - column);
        if (distance == 0 || distance == queens - row) {
            return true;
        }
    }
    return false;
}

int free_columns(int free[MAX]) {
    int count = 0;
    for (int column = 0; column < n; column++) {
        if (is_attacked(column)) {
            continue;  // reject
        }
        free[count++] = column;
    }
    return count;
}

void put(int column) {
    columns[queens++] = column;  // place
}

void take_off(void) {
    queens--;  // remove
}

bool place_at_random(void) {
    while (queens < random_rows) {
        int free[MAX];
        int count = free_columns(free);
        if (count == 0) {
            return false;
        }
        put(free[rand() % count]);
    }
    return true;
}

bool backtrack(void) {
    if (queens == n) {
        return true;  // solution
    }
    int free[MAX];
    int count = free_columns(free);
    for (int i = 0; i < count; i++) {
        put(free[i]);
        if (backtrack()) {
            return true;
        }
        take_off();
    }
    return false;
}

bool solve(void) {
    random_rows = n;  // all but the last 2 log2(n)
    for (int power = 2; power <= n; power *= 2) {
        random_rows -= 2;
    }
    for (int attempt = 0; attempt < 100000; attempt++) {
        if (place_at_random() && backtrack()) {
            return true;
        }
        if (random_rows == 0) {
            return false;  // everything was tried
        }
        while (queens > 0) {
            take_off();
        }
    }
    return false;
}

int main(int argc, char **argv) {
    n = argc > 1 ? atoi(argv[1]) : 8;
    if (n < 1 || n > MAX) {
        fprintf(stderr, "n is at most %d and at least 1\n", MAX);
        return 2;
    }
    srand((unsigned)time(NULL));
    if (!solve()) {
        puts("no solution found");
        return 0;
    }
    for (int row = 0; row < n; row++) {
        printf("%d%c", columns[row] + 1, row < n - 1 ? ' ' : '\n');
    }
}
