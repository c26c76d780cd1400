// Repair: an attacked queen moves to a square with the fewest conflicts.
// Source: Minton, Johnston, Philips, Laird, "Minimizing conflicts", 1992.
#include <limits.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

enum { MAX = 1000, NONE = -1 };

int n;
int columns[MAX];  // the column of the queen in each row
// The number of queens on each line:
int in_column[MAX], on_up[2 * MAX], on_down[2 * MAX];

void count(int row, int column, int change) {
    in_column[column] += change;
    on_up[row + column] += change;
    on_down[n - 1 + row - column] += change;
}

void put(int row, int column) {
    columns[row] = column;  // place
    count(row, column, 1);
}

void take_off(int row) {
    count(row, columns[row], -1);
    columns[row] = NONE;  // remove
}

int conflicts(int row, int column) {
    return in_column[column] + on_up[row + column]
        + on_down[n - 1 + row - column];
}

// Returns a column with the fewest conflicts; ties are broken at random.
int best_column(int row) {
    int best = NONE, fewest = INT_MAX, ties = 0;
    for (int column = 0; column < n; column++) {
        int attackers = conflicts(row, column);
        if (attackers < fewest) {
            best = column;
            fewest = attackers;
            ties = 1;
        } else if (attackers == fewest && rand() % ++ties == 0) {
            best = column;
        }
    }
    return best;
}

int random_attacked_row(void) {
    int chosen = NONE, attacked = 0;
    for (int row = 0; row < n; row++) {
        // A queen is on three lines itself.
        if (conflicts(row, columns[row]) > 3 && rand() % ++attacked == 0) {
            chosen = row;
        }
    }
    return chosen;
}

bool solve(void) {
    int max_repairs = 100 + 20 * n;
    for (int start = 0; start < 2000000 / max_repairs; start++) {
        for (int row = 0; row < n; row++) {
            put(row, best_column(row));
        }
        for (int repair = 0; repair < max_repairs; repair++) {
            int row = random_attacked_row();
            if (row == NONE) {
                return true;  // solution
            }
            take_off(row);
            put(row, best_column(row));
        }
        for (int row = n - 1; row >= 0; row--) {
            take_off(row);
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
