// Simulated annealing: random moves while the temperature falls.
// Source: Kirkpatrick, Gelatt, Vecchi, Science 220, 1983. Needs -lm.
#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

enum { MAX = 1000, NONE = -1 };

int n;
int columns[MAX];  // the column of the queen in each row

void put(int row, int column) {
    columns[row] = column;  // place
}

void take_off(int row) {
    columns[row] = NONE;  // remove
}

// The number of queens in other rows that attack the square.
int attackers(int row, int column) {
    int count = 0;
    for (int other = 0; other < n; other++) {
        int distance = abs(columns[other] - column);
        if (other == row) {
            continue;
        }
        if (distance == 0 || distance == abs(other - row)) {
            count++;
        }
    }
    return count;
}

int attacking_pairs(void) {
    int count = 0;
    for (int row = 0; row < n; row++) {
        count += attackers(row, columns[row]);
    }
    return count / 2;
}

// The number of pairs that a move of the queen in the row adds.
int change(int row, int column) {
    return attackers(row, column) - attackers(row, columns[row]);
}

void scatter(void) {
    for (int row = 0; row < n; row++) {
        put(row, rand() % n);
    }
}

bool solve(void) {
    scatter();
    double temperature = 1;
    for (int tries = 0; tries < 100000000; tries++) {
        if (attacking_pairs() == 0) {
            return true;  // solution
        }
        if (tries > 0 && tries % (n * n) == 0) {
            temperature *= 0.9;
            if (temperature < 0.1) {
                temperature = 1;
            }
        }
        int row = rand() % n;
        int column = rand() % n;
        if (column == columns[row]) {
            continue;
        }
        int added = change(row, column);
        double drawn = rand() / (RAND_MAX + 1.0);
        if (added > 0 && drawn >= exp(-added / temperature)) {
            continue;
        }
        take_off(row);
        put(row, column);
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
