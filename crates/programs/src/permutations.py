# Generate and test: every permutation of the columns, by insertion.
# Source: "N-queen puzzle" (Visual Prolog), 2008.
import sys


def permute(numbers):
    if not numbers:
        yield []
        return
    first, rest = numbers[0], numbers[1:]
    for permutation in permute(rest):
        for place in range(len(permutation) + 1):
            yield permutation[:place] + [first] + permutation[place:]


def is_solution(columns):
    for row, column in enumerate(columns):
        for distance, other in enumerate(columns[row + 1:], start=1):
            if abs(column - other) == distance:
                return False  # reject
    return True


def solve(n):
    solutions = 0
    board = []  # the column of the queen in each row
    for permutation in permute(list(range(n))):
        for column in permutation:
            board.append(column)  # place
        if is_solution(board):
            solutions += 1  # solution
        while board:
            board.pop()  # remove
    return solutions


argument = sys.argv[1] if len(sys.argv) > 1 else "8"
n = int(argument) if argument.isdecimal() else 0
if not 1 <= n <= 32:
    sys.exit("n is at most 32 and at least 1")
print(solve(n))
