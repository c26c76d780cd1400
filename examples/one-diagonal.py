# All solutions for n queens, with one mistake: `queens grade examples/one-diagonal.py` tells which.


def n_queens(n):
    solutions = []

    def place(queens):
        row = len(queens)
        if row == n:
            solutions.append(list(queens))
            return
        for column in range(n):
            if column in queens:
                continue
            if any(r + c == row + column for r, c in enumerate(queens)):
                continue
            queens.append(column)
            place(queens)
            queens.pop()

    place([])
    return solutions
