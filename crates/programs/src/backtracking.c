// Backtracking with forward checking, the unit with the least slack first.
// Source: Haralick and Elliott, Artificial Intelligence 14, 1980.
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>

enum { MAX = 32, NONE = -1 };

typedef struct {
    int row, column;
} Square;

typedef struct {
    bool is_open[MAX][MAX];
} Board;

int n;
bool has_queen[2 * MAX];  // the units: each row, then each column

Square square_of(int unit, int i) {
    return unit < n ? (Square){unit, i} : (Square){i, unit - n};
}

void set_units(Square queen, bool value) {
    has_queen[queen.row] = has_queen[n + queen.column] = value;
}

int count_open(const Board *board, int unit) {
    int count = 0;
    for (int i = 0; i < n; i++) {
        Square square = square_of(unit, i);
        count += board->is_open[square.row][square.column];
    }
    return count;
}

Board without_attacked(Board board, Square queen) {
    for (int row = 0; row < n; row++) {
        for (int column = 0; column < n; column++) {
            int height = abs(row - queen.row);
            int width = abs(column - queen.column);
            if (height == 0 || width == 0 || height == width) {
                board.is_open[row][column] = false;
            }
        }
    }
    return board;
}

long explore(Board board) {
    int scarcest = NONE, fewest = MAX + 1;
    for (int unit = 0; unit < 2 * n; unit++) {
        int count = count_open(&board, unit);
        if (!has_queen[unit] && count < fewest) {
            scarcest = unit;
            fewest = count;
        }
    }
    if (scarcest == NONE) {
        return 1;  // solution
    }
    long solutions = 0;
    for (int i = 0; i < n; i++) {
        Square square = square_of(scarcest, i);
        if (!board.is_open[square.row][square.column]) {
            continue;
        }
        set_units(square, true);  // place
        solutions += explore(without_attacked(board, square));
        set_units(square, false);  // remove
        board.is_open[square.row][square.column] = false;
    }
    return solutions;
}

int main(int argc, char **argv) {
    n = argc > 1 ? atoi(argv[1]) : 8;
    if (n < 1 || n > MAX) {
        fprintf(stderr, "n is at most %d and at least 1\n", MAX);
        return 2;
    }
    Board board;
    for (int row = 0; row < n; row++) {
        for (int column = 0; column < n; column++) {
            board.is_open[row][column] = true;
        }
    }
    printf("%ld\n", explore(board));
}
