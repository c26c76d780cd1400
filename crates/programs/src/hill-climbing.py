# Hill climbing: the best move of a queen, sideways moves and restarts.
# Source: Russell and Norvig, "Artificial Intelligence", 3rd ed., 2010.
import random
import sys

argument = sys.argv[1] if len(sys.argv) > 1 else "8"
n = int(argument) if argument.isdecimal() else 0
if not 1 <= n <= 1000:
    sys.exit("n is at most 1000 and at least 1")
columns = [None] * n  # the column of the queen in each row


def put(row, column):
    columns[row] = column  # place


def take_off(row):
    columns[row] = None  # remove


def attackers(row, column):
    """The number of queens in other rows that attack the square."""
    return sum(other_row != row
               and abs(other - column) in (0, abs(other_row - row))
               for other_row, other in enumerate(columns))


def attacking_pairs():
    return sum(attackers(row, columns[row]) for row in range(n)) // 2


def change(row, column):
    """The number of pairs that a move of the queen in the row adds."""
    return attackers(row, column) - attackers(row, columns[row])


def scatter():
    for row in range(n):
        put(row, random.randrange(n))


def moves():
    """Every move of a queen in its row, in random order."""
    squares = [(row, column) for row in range(n) for column in range(n)
               if column != columns[row]]
    random.shuffle(squares)
    return squares


def best_move():
    best = min(moves(), key=lambda move: change(*move))
    return None if change(*best) > 0 else best


def solve():
    scatter()
    sideways = 0  # equal moves in succession
    for step in range(1_000_000):
        if attacking_pairs() == 0:
            return True  # solution
        move = best_move()
        if move is None or (change(*move) == 0 and sideways == 100):
            for row in reversed(range(n)):
                take_off(row)
            scatter()
            sideways = 0
        else:
            row, column = move
            sideways = sideways + 1 if change(row, column) == 0 else 0
            take_off(row)
            put(row, column)
    return False


if solve():
    print(*[column + 1 for column in columns])
else:
    print("no solution found")
