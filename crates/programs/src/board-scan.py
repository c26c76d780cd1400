# The board as squares; the squares to the left are scanned for attackers.
# Source: "Recursion Elimination and the Eight Queens Problem", 1999.
import sys

argument = sys.argv[1] if len(sys.argv) > 1 else "8"
n = int(argument) if argument.isdecimal() else 0
if not 1 <= n <= 32:
    sys.exit("n is at most 32 and at least 1")
board = [[False] * n for row in range(n)]


def is_attacked(row, column):
    for distance in range(1, column + 1):
        left = column - distance
        above, below = row - distance, row + distance
        if board[row][left]:
            return True
        if above >= 0 and board[above][left]:
            return True
        if below < n and board[below][left]:
            return True
    return False


def fill(column):
    solutions = 0
    for row in range(n):
        if is_attacked(row, column):
            continue  # reject
        board[row][column] = True  # place
        if column == n - 1:
            solutions += 1  # solution
        else:
            solutions += fill(column + 1)
        board[row][column] = False  # remove
    return solutions


print(fill(0))
