// Lists the largest peaceable armies on the board of n x n: as many white as black queens, none of which attacks one of the other
// colour; or on the torus. Shares nothing with the library: a second way to A250000, A260680 and A279405.
//
//     cc -O3 -march=native -o armies benches/peers/armies.c
//     ./armies 11
//     ./armies 14 torus      (the maximum alone)
//
// A line has queens of at most one colour. Every colouring of the rows and columns is tried: white queens can stand where both are
// white, black ones where both are black. Then the diagonals are coloured one by one, until no diagonal has squares for both. Pairs that
// several colourings allow are recognized by their least image under the symmetries of the square and the exchange of colours.
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST = 16, DIAGONALS = 2 * MOST - 1, WORDS = 4 };

// Squares, 16 bits for each row.
typedef union {
    uint16_t rows[16];
    uint64_t words[WORDS];
} Squares;

// White and black squares.
typedef struct {
    Squares of[2];
} Pair;

static int side, size, torus;
static Squares diagonals[2][DIAGONALS];
static unsigned long long nodes;

static int count(const Squares *squares) {
    int all = 0;
    for (int word = 0; word < WORDS; word++) all += __builtin_popcountll(squares->words[word]);
    return all;
}

static int count_both(const Squares *squares, const Squares *others) {
    int all = 0;
    for (int word = 0; word < WORDS; word++) all += __builtin_popcountll(squares->words[word] & others->words[word]);
    return all;
}

static Squares without(const Squares *squares, const Squares *others) {
    Squares rest;
    for (int word = 0; word < WORDS; word++) rest.words[word] = squares->words[word] & ~others->words[word];
    return rest;
}

// The different pairs found, each by its least image: a table with open addressing.
static Pair *found;
static size_t room = 1 << 16, classes;

static int place_of(const Pair *pair) {
    uint64_t hash = 0;
    for (int word = 0; word < 2 * WORDS; word++)
        hash = (hash ^ pair->of[word / WORDS].words[word % WORDS]) * 0x9E3779B97F4A7C15u, hash ^= hash >> 29;
    size_t place = hash % room;
    static const Pair none;
    while (memcmp(&found[place], &none, sizeof none) && memcmp(&found[place], pair, sizeof *pair)) place = (place + 1) % room;
    return (int)place;
}

static void insert(const Pair *pair) {
    if (2 * classes >= room) {
        Pair *old = found;
        size_t old_room = room;
        room *= 4, classes = 0;
        found = calloc(room, sizeof *found);
        static const Pair none;
        for (size_t place = 0; place < old_room; place++)
            if (memcmp(&old[place], &none, sizeof none)) found[place_of(&old[place])] = old[place], classes++;
        free(old);
    }
    Pair *place = &found[place_of(pair)];
    if (memcmp(place, pair, sizeof *pair)) *place = *pair, classes++;
}

// An image of a pair: bits of `number` exchange the colours, rows with columns, and turn round rows and columns.
static Pair image(const Pair *pair, int number) {
    Pair result = {0};
    for (int colour = 0; colour < 2; colour++)
        for (int row = 0; row < side; row++)
            for (int column = 0; column < side; column++) {
                if (!(pair->of[colour].rows[row] >> column & 1)) continue;
                int r = number & 2 ? column : row, c = number & 2 ? row : column;
                if (number & 4) r = side - 1 - r;
                if (number & 8) c = side - 1 - c;
                result.of[colour ^ (number & 1)].rows[r] |= 1 << c;
            }
    return result;
}

static void keep(const Pair *pair) {
    Pair least = *pair;
    for (int number = 1; number < 16; number++) {
        Pair other = image(pair, number);
        if (memcmp(&other, &least, sizeof other) < 0) least = other;
    }
    insert(&least);
}

// Keeps every pair of `size` squares of each colour; `surplus` squares of `colour`, of those from `from` on, are still to go.
static void choose(Pair *pair, int colour, int from, int surplus) {
    if (surplus == 0) {
        if (colour == 1) keep(pair);
        else choose(pair, 1, 0, count(&pair->of[1]) - size);
        return;
    }
    for (int square = from; square < 16 * side; square++) {
        uint16_t *row = &pair->of[colour].rows[square / 16], bit = 1 << square % 16;
        if (!(*row & bit)) continue;
        *row ^= bit;
        choose(pair, colour, square + 1, surplus - 1);
        *row ^= bit;
    }
}

static int most(int a, int b) { return a > b ? a : b; }

static void colour_diagonals(const Pair *pair) {
    nodes++;
    if (count(&pair->of[0]) < size || count(&pair->of[1]) < size) return;
    const Squares *mixed = 0;
    int squares = 0;
    for (int direction = 0; direction < 2; direction++) {
        // Each diagonal has one colour: the most queens of both, and with those of one colour counted twice.
        int both = 0, more_white = 0, more_black = 0;
        for (int number = 0; number < (torus ? side : 2 * side - 1); number++) {
            const Squares *diagonal = &diagonals[direction][number];
            int white = count_both(&pair->of[0], diagonal), black = count_both(&pair->of[1], diagonal);
            both += most(white, black);
            more_white += most(2 * white, black);
            more_black += most(white, 2 * black);
            if (white && black && white + black > squares) squares = white + black, mixed = diagonal;
        }
        if (both < 2 * size || more_white < 3 * size || more_black < 3 * size) return;
    }
    if (!mixed && torus) {
        classes = 1;
        return;
    }
    if (!mixed) {
        Pair free = *pair;
        choose(&free, 0, 0, count(&free.of[0]) - size);
        return;
    }
    for (int colour = 0; colour < 2 && !(torus && classes); colour++) {
        Pair rest = *pair;
        rest.of[colour] = without(&pair->of[colour], mixed);
        colour_diagonals(&rest);
    }
}

static unsigned turned_round(unsigned lines) {
    unsigned result = 0;
    for (int line = 0; line < side; line++) result |= (lines >> line & 1) << (side - 1 - line);
    return result;
}

// True if no symmetry of the board, with or without an exchange of colours, leads to a lesser colouring of rows and columns.
static int is_least(unsigned rows, unsigned columns) {
    unsigned all = (1u << side) - 1;
    uint64_t colouring = (uint64_t)rows << 32 | columns;
    for (int number = 1; number < 16; number++) {
        unsigned r = number & 2 ? columns : rows, c = number & 2 ? rows : columns;
        if (number & 1) r = all & ~r, c = all & ~c;
        if (number & 4) r = turned_round(r);
        if (number & 8) c = turned_round(c);
        if (((uint64_t)r << 32 | c) < colouring) return 0;
    }
    return 1;
}

// The least image of the colours of parallel lines of the torus, which can be shifted and turned round.
static unsigned least_image(unsigned lines) {
    unsigned least = lines, all = (1u << side) - 1;
    for (int turned = 0; turned < 2; turned++, lines = turned_round(lines))
        for (int by = 0; by < side; by++, lines = (lines << 1 | lines >> (side - 1)) & all)
            if (lines < least) least = lines;
    return least;
}

// The same for the torus, where rows and columns can be shifted and turned round by themselves.
static int is_least_on_torus(unsigned rows, unsigned columns) {
    if (rows > columns || least_image(columns) != columns) return 0;
    unsigned all = (1u << side) - 1, r = least_image(all & ~rows), c = least_image(all & ~columns);
    unsigned low = r < c ? r : c, high = r < c ? c : r;
    return rows < low || (rows == low && columns <= high);
}

static void colour_lines(void) {
    found = calloc(room, sizeof *found);
    unsigned all = (1u << side) - 1;
    for (unsigned rows = 0; rows <= all; rows++) {
        if (torus && least_image(rows) != rows) continue;
        for (unsigned columns = 0; columns <= all; columns++) {
            if (!(torus ? is_least_on_torus(rows, columns) : is_least(rows, columns))) continue;
            Pair pair = {0};
            for (int row = 0; row < side; row++) {
                int colour = rows >> row & 1;
                pair.of[colour].rows[row] = colour ? columns : all & ~columns;
            }
            colour_diagonals(&pair);
        }
    }
}

int main(int arguments, char **argument) {
    side = arguments > 1 ? atoi(argument[1]) : 8;
    if (side < 2 || side > MOST) return fprintf(stderr, "the side is a number from 2 to %d\n", MOST), 2;
    torus = arguments > 2 && !strcmp(argument[2], "torus");
    for (int row = 0; row < side; row++)
        for (int column = 0; column < side; column++) {
            int down = row + column, up = row + side - 1 - column;
            diagonals[0][torus ? down % side : down].rows[row] |= 1 << column;
            diagonals[1][torus ? up % side : up].rows[row] |= 1 << column;
        }
    // From a size that is too large on down: that there is none of it is part of the proof.
    int begin = arguments > 3 ? atoi(argument[3]) : 7 * side * side / 48 + 2;
    for (size = begin; size > 0 && !classes; size--) {
        colour_lines();
        if (torus) {
            printf("torus %d: %s of %d queens of each colour (%llu nodes)\n", side, classes ? "a pair" : "none", size, nodes);
            fflush(stdout);
        }
        if (classes && size == begin) return fprintf(stderr, "begin with more queens\n"), 1;
        if (torus) continue;
        unsigned long long pairs = 0;
        for (size_t place = 0; place < room; place++) {
            if (!count(&found[place].of[0])) continue;
            int fixed = 0;
            for (int number = 0; number < 16; number++) {
                Pair other = image(&found[place], number);
                fixed += !memcmp(&other, &found[place], sizeof other);
            }
            pairs += 16 / fixed;
        }
        printf("%d: %zu up to symmetry, %llu in all of %d queens of each colour (%llu nodes)\n", side, classes, pairs, size, nodes);
        fflush(stdout);
        if (!classes) free(found);
    }
    return 0;
}
