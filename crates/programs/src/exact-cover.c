// Exact cover with dancing links (Algorithm X).
// Source: Donald E. Knuth, "Dancing links", 2000.
#include <stdio.h>
#include <stdlib.h>

enum { MAX = 32 };

// An item: a row or column to cover once, or a diagonal to cover at most
// once. The items to cover are linked in a ring with `head`.
typedef struct Item Item;

// One item of one option, in a ring with the other nodes of the item.
typedef struct Node {
    struct Node *up, *down;
    struct Node *option;  // the first of the four nodes of the option
    Item *item;
} Node;

struct Item {
    Node ring;
    Item *left, *right;
    int size;
};

int n;
Item head, rows[MAX], columns[MAX], ups[2 * MAX], downs[2 * MAX];
Node squares[MAX][MAX][4];

void add_item(Item *item, int is_to_cover) {
    item->ring.up = item->ring.down = &item->ring;
    item->left = item->right = item;
    if (is_to_cover) {
        item->left = head.left;
        item->right = &head;
        item->left->right = head.left = item;
    }
}

void append(Node *node, Node *option, Item *item) {
    *node = (Node){item->ring.up, &item->ring, option, item};
    node->up->down = item->ring.up = node;
    item->size++;
}

void cover(Item *item) {
    item->left->right = item->right;
    item->right->left = item->left;
    Node *ring = &item->ring;
    for (Node *node = ring->down; node != ring; node = node->down) {
        for (int i = 0; i < 4; i++) {
            Node *other = node->option + i;
            if (other != node) {
                other->up->down = other->down;
                other->down->up = other->up;
                other->item->size--;
            }
        }
    }
}

void uncover(Item *item) {
    Node *ring = &item->ring;
    for (Node *node = ring->up; node != ring; node = node->up) {
        for (int i = 3; i >= 0; i--) {
            Node *other = node->option + i;
            if (other != node) {
                other->up->down = other->down->up = other;
                other->item->size++;
            }
        }
    }
    item->left->right = item->right->left = item;
}

void choose(Node *node) {
    for (int i = 0; i < 4; i++) {
        if (node->option + i != node) {
            cover(node->option[i].item);
        }
    }
}

void take_back(Node *node) {
    for (int i = 3; i >= 0; i--) {
        if (node->option + i != node) {
            uncover(node->option[i].item);
        }
    }
}

long solve(void) {
    if (head.right == &head) {
        return 1;  // solution
    }
    long solutions = 0;
    Item *best = head.right;  // the item with the fewest options
    for (Item *item = best->right; item != &head; item = item->right) {
        best = item->size < best->size ? item : best;
    }
    cover(best);
    Node *ring = &best->ring;
    for (Node *node = ring->down; node != ring; node = node->down) {
        choose(node);  // place
        solutions += solve();
        take_back(node);  // remove
    }
    uncover(best);
    return solutions;
}

int main(int argc, char **argv) {
    n = argc > 1 ? atoi(argv[1]) : 8;
    if (n < 1 || n > MAX) {
        fprintf(stderr, "n is at most %d and at least 1\n", MAX);
        return 2;
    }
    head.left = head.right = &head;
    for (int i = 0; i < n; i++) {
        add_item(&rows[i], 1);
    }
    for (int i = 0; i < n; i++) {
        add_item(&columns[i], 1);
    }
    for (int i = 0; i < 2 * n - 1; i++) {
        add_item(&ups[i], 0);
        add_item(&downs[i], 0);
    }
    for (int row = 0; row < n; row++) {
        for (int column = 0; column < n; column++) {
            Node *option = squares[row][column];
            append(&option[0], option, &rows[row]);
            append(&option[1], option, &columns[column]);
            append(&option[2], option, &ups[row + column]);
            append(&option[3], option, &downs[n - 1 + row - column]);
        }
    }
    printf("%ld\n", solve());
}
