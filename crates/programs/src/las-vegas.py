# A Las Vegas algorithm: random queens first, then backtracking.
# Source: Brassard and Bratley, "Fundamentals of Algorithmics", 1996.
import math
import random
import sys

argument = sys.argv[1] if len(sys.argv) > 1 else "8"
n = int(argument) if argument.isdecimal() else 0
if not 1 <= n <= 1000:
    sys.exit("n is at most 1000 and at least 1")
RANDOM_ROWS = n - 2 * int(math.log2(n))
columns = []  # the column of the queen in each row


def is_attacked(column):
    for distance, other in enumerate(reversed(columns), start=1):
        if abs(column - other) in (0, distance):
            return True
    return False


def free_columns():
    free = []
    for column in range(n):
        if is_attacked(column):
            continue  # reject
        free.append(column)
    return free


def put(column):
    columns.append(column)  # place


def take_off():
    columns.pop()  # remove


def place_at_random():
    while len(columns) < RANDOM_ROWS:
        free = free_columns()
        if not free:
            return False
        put(random.choice(free))
    return True


def backtrack():
    if len(columns) == n:
        return True  # solution
    for column in free_columns():
        put(column)
        if backtrack():
            return True
        take_off()
    return False


def solve():
    for attempt in range(100_000):
        if place_at_random() and backtrack():
            return True
        if RANDOM_ROWS == 0:
            return False  # everything was tried
        while columns:
            take_off()
    return False


if solve():
    print(*[column + 1 for column in columns])
else:
    print("no solution found")
