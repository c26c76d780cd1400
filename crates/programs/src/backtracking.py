# Backtracking with forward checking, the unit with the least slack first.
# Source: Haralick and Elliott, Artificial Intelligence 14, 1980.
import sys

argument = sys.argv[1] if len(sys.argv) > 1 else "8"
n = int(argument) if argument.isdecimal() else 0
if not 1 <= n <= 32:
    sys.exit("n is at most 32 and at least 1")
squares = [(row, column) for row in range(n) for column in range(n)]
units = [[square for square in squares if square[axis] == number]
         for axis in (0, 1) for number in range(n)]
queens = []


def attacks(queen, square):
    height = abs(queen[0] - square[0])
    width = abs(queen[1] - square[1])
    return height == 0 or width == 0 or height == width


def explore(open_squares):
    solutions = 0
    lacking = [unit for unit in units if not set(unit) & set(queens)]
    choices = [[square for square in unit if square in open_squares]
               for unit in lacking]
    if [] in choices:
        return 0
    if not lacking:
        return 1  # solution
    for square in min(choices, key=len):
        queens.append(square)  # place
        solutions += explore({other for other in open_squares
                              if not attacks(square, other)})
        queens.pop()  # remove
        open_squares = open_squares - {square}
    return solutions


print(explore(set(squares)))
