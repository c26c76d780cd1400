// Hill climbing: the best move of a queen, sideways moves and restarts.
// Source: Russell and Norvig, "Artificial Intelligence", 3rd ed., 2010.
#include <limits.h>
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

typedef struct {
    int row, column;
    int added;  // the number of pairs that the move adds
} Move;

// A move that adds the fewest pairs; ties are broken at random.
Move best_move(void) {
    Move best = {0, 0, INT_MAX};
    int ties = 0;
    for (int row = 0; row < n; row++) {
        for (int column = 0; column < n; column++) {
            if (column == columns[row]) {
                continue;
            }
            int added = change(row, column);
            if (added < best.added) {
                best = (Move){row, column, added};
                ties = 1;
            } else if (added == best.added && rand() % ++ties == 0) {
                best = (Move){row, column, added};
            }
        }
    }
    return best;
}

bool solve(void) {
    scatter();
    int sideways = 0;  // equal moves in succession
    for (int step = 0; step < 1000000; step++) {
        if (attacking_pairs() == 0) {
            return true;  // solution
        }
        Move move = best_move();
        if (move.added > 0 || (move.added == 0 && sideways == 100)) {
            for (int row = n - 1; row >= 0; row--) {
                take_off(row);
            }
            scatter();
            sideways = 0;
        } else {
            sideways = move.added == 0 ? sideways + 1 : 0;
            take_off(move.row);
            put(move.row, move.column);
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
