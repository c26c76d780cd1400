# Breadth-first search: a state is a board, and a step adds a queen.
# Source: "n-queens puzzle solved in hy and cps" (Hy), 2018.
import sys
from collections import deque


def is_attacked(board, column):
    for distance, other in enumerate(reversed(board), start=1):
        if other == column or abs(other - column) == distance:
            return True
    return False


def search(n):
    solutions = 0
    shown = []  # the board on screen: a column for each row
    queue = deque([[]])  # the empty board
    while queue:
        board = queue.popleft()  # the oldest
        while shown != board[:len(shown)]:
            shown.pop()  # remove
        while len(shown) < len(board):
            shown.append(board[len(shown)])  # place
        if len(board) == n:
            solutions += 1  # solution
            continue
        children = []
        for column in range(n):
            if is_attacked(board, column):
                continue  # reject
            children.append(board + [column])
        queue.extend(children)
    return solutions


argument = sys.argv[1] if len(sys.argv) > 1 else "8"
n = int(argument) if argument.isdecimal() else 0
if not 1 <= n <= 14:
    sys.exit("n is at most 14 and at least 1")
print(search(n))
