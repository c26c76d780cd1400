// Lists as text: the queens' columns and diagonals in three strings.
// Source: "N-Queens revision on xt", XSL-List (XSLT), 1999.
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MAX = 32, TEXT = 4 * MAX };

typedef struct {
    char columns[TEXT], ups[TEXT], downs[TEXT];
} Texts;

int n;

// A comma on both sides: 1 is not in ",12,".
bool contains(const char *text, int number) {
    char item[16];
    snprintf(item, sizeof item, ",%d,", number);
    return strstr(text, item) != NULL;
}

void append(char *text, int number) {
    snprintf(text + strlen(text), 16, "%d,", number);
}

long queens(const Texts *texts, int length) {
    if (length == n) {
        return 1;  // solution
    }
    long solutions = 0;
    for (int number = 1; number <= n; number++) {
        int up = number + length;
        int down = n + number - length;
        if (contains(texts->columns, number) || contains(texts->ups, up)
            || contains(texts->downs, down)) {
            continue;  // reject
        }
        Texts copies = *texts;  // place
        append(copies.columns, number);
        append(copies.ups, up);
        append(copies.downs, down);
        solutions += queens(&copies, length + 1);
    }  // remove
    return solutions;
}

int main(int argc, char **argv) {
    n = argc > 1 ? atoi(argv[1]) : 8;
    if (n < 1 || n > MAX) {
        fprintf(stderr, "n is at most %d and at least 1\n", MAX);
        return 2;
    }
    Texts empty = {",", ",", ","};
    printf("%ld\n", queens(&empty, 0));
}
