# Simulated annealing: random moves while the temperature falls.
# Source: Kirkpatrick, Gelatt and Vecchi, Science 220, 1983.
import math
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


def solve():
    for row in range(n):
        put(row, random.randrange(n))
    temperature = 1.0
    for tries in range(100_000_000):
        if attacking_pairs() == 0:
            return True  # solution
        if tries > 0 and tries % (n * n) == 0:
            temperature *= 0.9
            if temperature < 0.1:
                temperature = 1.0
        row, column = random.randrange(n), random.randrange(n)
        if column == columns[row]:
            continue
        added = change(row, column)
        if added > 0 and random.random() >= math.exp(-added / temperature):
            continue
        take_off(row)
        put(row, column)
    return False


if solve():
    print(*[column + 1 for column in columns])
else:
    print("no solution found")
