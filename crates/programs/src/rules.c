// A tiny rule engine: facts, rules that warn, contexts to take facts back.
// Source: the companion of "n-queens puzzle solved in hy and cps", 2018.
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>

enum { MAX = 32 };

typedef struct {
    int row, column;
} Fact;  // "queen in this row is placed in this column"

typedef bool Rule(Fact a, Fact b);

int n;
Fact facts[MAX];
int fact_count;
int warning_count;  // queens that can be taken
int contexts[MAX];  // the number of warnings before each
int context_count;

bool same_column(Fact a, Fact b) {
    return a.column == b.column;
}

bool same_diagonal(Fact a, Fact b) {
    return abs(a.column - b.column) == abs(a.row - b.row);
}

Rule *const rules[] = {same_column, same_diagonal};

// Adds a fact in a context of its own, and runs the rules.
void assume(Fact fact) {
    contexts[context_count++] = warning_count;
    for (int rule = 0; rule < 2; rule++) {
        for (int other = 0; other < fact_count; other++) {
            if (rules[rule](facts[other], fact)) {
                warning_count++;
            }
        }
    }
    facts[fact_count++] = fact;
}

void pop_context(void) {
    fact_count--;
    warning_count = contexts[--context_count];
}

long choose(int row) {
    if (row == n) {
        return 1;  // solution
    }
    long solutions = 0;
    for (int column = n - 1; column >= 0; column--) {
        Fact choice = {row, column};
        assume(choice);  // on trial
        bool is_warned = warning_count > 0;
        pop_context();
        if (is_warned) {
            continue;  // reject
        }
        assume(choice);  // place
        solutions += choose(row + 1);
        pop_context();  // remove
    }
    return solutions;
}

int main(int argc, char **argv) {
    n = argc > 1 ? atoi(argv[1]) : 8;
    if (n < 1 || n > MAX) {
        fprintf(stderr, "n is at most %d and at least 1\n", MAX);
        return 2;
    }
    printf("%ld\n", choose(0));
}
