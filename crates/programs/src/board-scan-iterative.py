# The board as squares, no recursion: a stack holds the rows.
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


solutions = 0
stack = []  # the row of the queen in each column
row = 0
while stack or row < n:
    column = len(stack)
    if column == n or row == n:
        row = stack.pop()
        board[row][column - 1] = False  # remove
        row += 1
    elif is_attacked(row, column):
        row += 1  # reject
    else:
        board[row][column] = True  # place
        if column == n - 1:
            solutions += 1  # solution
        stack.append(row)
        row = 0

print(solutions)
