// A genetic algorithm: selection, crossover and mutation of boards.
// Source: Holland, "Adaptation in Natural and Artificial Systems", 1975.
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { MAX = 1000, SIZE = 20, NONE = -1 };

int n;
int shown[MAX];  // the board on screen: a column for each row
int population[SIZE][MAX], children[SIZE][MAX];

// The number of pairs of queens that do not attack each other.
int fitness(const int *board) {
    int pairs = 0;
    for (int row = 0; row < n; row++) {
        for (int other = 0; other < row; other++) {
            int distance = abs(board[row] - board[other]);
            pairs += distance != 0 && distance != row - other;
        }
    }
    return pairs;
}

void show(const int *board) {
    for (int row = 0; row < n; row++) {
        if (shown[row] == board[row]) {
            continue;
        }
        if (shown[row] != NONE) {
            shown[row] = NONE;  // remove
        }
        shown[row] = board[row];  // place
    }
}

// Draws a board; one more pair that does not attack doubles its chance.
const int *parent(int greatest) {
    int sums[SIZE], sum = 0;
    for (int i = 0; i < SIZE; i++) {
        int fewer_pairs = greatest - fitness(population[i]);
        sum += fewer_pairs < 20 ? 1 << (20 - fewer_pairs) : 1;
        sums[i] = sum;
    }
    int drawn = rand() % sum;
    int i = 0;
    while (sums[i] <= drawn) {
        i++;
    }
    return population[i];
}

void breed(int *child, int greatest) {
    int cut = 1 + rand() % (n - 1);
    const int *first = parent(greatest);
    const int *second = parent(greatest);
    for (int row = 0; row < n; row++) {
        child[row] = row < cut ? first[row] : second[row];
    }
    if (rand() % 10 < 8) {
        child[rand() % n] = rand() % n;
    }
}

bool solve(void) {
    for (int row = 0; row < n; row++) {
        shown[row] = NONE;
        for (int i = 0; i < SIZE; i++) {
            population[i][row] = rand() % n;
        }
    }
    for (int generation = 0; generation < 100000; generation++) {
        int fittest = 0;
        for (int i = 1; i < SIZE; i++) {
            if (fitness(population[i]) > fitness(population[fittest])) {
                fittest = i;
            }
        }
        int greatest = fitness(population[fittest]);
        show(population[fittest]);
        if (greatest == n * (n - 1) / 2) {
            return true;  // solution
        }
        for (int i = 0; i < SIZE; i++) {
            breed(children[i], greatest);
        }
        memcpy(population, children, sizeof population);
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
        printf("%d%c", shown[row] + 1, row < n - 1 ? ' ' : '\n');
    }
}
