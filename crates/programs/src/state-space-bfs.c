// Breadth-first search: a state is a board, and a step adds a queen.
// Source: "n-queens puzzle solved in hy and cps" (Hy), 2018.
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MAX = 14 };  // with more, the queue fills the memory

typedef struct Board {
    int queens;
    int columns[MAX];  // the column of the queen in each row
    struct Board *next;  // in the queue
} Board;

bool is_attacked(const Board *board, int column) {
    for (int row = 0; row < board->queens; row++) {
        int distance = abs(board->columns[row] - column);
        if (distance == 0 || distance == board->queens - row) {
            return true;
        }
    }
    return false;
}

Board *with_queen(const Board *board, int column) {
    Board *child = malloc(sizeof *child);
    if (child == NULL) {
        fputs("out of memory\n", stderr);
        exit(2);
    }
    *child = *board;
    child->columns[child->queens++] = column;
    return child;
}

bool begins_with(const Board *board, const Board *shown) {
    return shown->queens <= board->queens
        && memcmp(board->columns, shown->columns,
                  shown->queens * sizeof(int)) == 0;
}

long search(int n) {
    long solutions = 0;
    Board shown = {0};  // the board on screen
    Board *queue = calloc(1, sizeof(Board));  // the empty board
    Board **end = &queue->next;
    while (queue != NULL) {
        Board *board = queue;  // the oldest
        queue = board->next;
        while (!begins_with(board, &shown)) {
            shown.queens--;  // remove
        }
        while (shown.queens < board->queens) {
            int row = shown.queens++;
            shown.columns[row] = board->columns[row];  // place
        }
        if (board->queens == n) {
            solutions++;  // solution
            free(board);
            continue;
        }
        if (queue == NULL) {
            end = &queue;
        }
        for (int column = 0; column < n; column++) {
            if (is_attacked(board, column)) {
                continue;  // reject
            }
            *end = with_queen(board, column);
            end = &(*end)->next;
            *end = NULL;
        }
        free(board);
    }
    return solutions;
}

int main(int argc, char **argv) {
    int n = argc > 1 ? atoi(argv[1]) : 8;
    if (n < 1 || n > MAX) {
        fprintf(stderr, "n is at most %d and at least 1\n", MAX);
        return 2;
    }
    printf("%ld\n", search(n));
}
