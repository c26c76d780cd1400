"""Boards for the comparison: the text form of the instances, and the check of an answer.

Squares are pairs (row, column), counted from 0.
"""

IMAGES = 8  # of a board, by mirrors and turns


def image(text, number):
    """The text of a board after one of the eight symmetries of the square, from 0, which changes nothing."""
    size, *squares = [line for line in map(str.strip, text.splitlines()) if line]
    last = int(size) - 1

    def moved(square):
        hole = "x " if square.startswith("x") else ""
        row, column = map(int, square.removeprefix("x").split(","))
        row, column = (last - row if number & 1 else row), (last - column if number & 2 else column)
        return f"{hole}{column},{row}" if number & 4 else f"{hole}{row},{column}"

    return "\n".join([size, *map(moved, squares)]) + "\n"


class Board:
    """A square board of ordinary queens with given queens and holes.

    `open_columns[r]` lists the squares of row r that are neither a hole nor attacked by a given queen; for the row
    of a given queen it lists that queen alone.
    """

    def __init__(self, text):
        lines = [line.strip() for line in text.splitlines() if line.strip()]
        self.size = int(lines[0])
        squares = [(line.startswith("x"), *map(int, line.lstrip("x ").split(","))) for line in lines[1:]]
        self.holes = {(row, column) for is_hole, row, column in squares if is_hole}
        self.givens = {row: column for is_hole, row, column in squares if not is_hole}
        self.open_columns = [self._open_columns(row) for row in range(self.size)]

    def _open_columns(self, row):
        if row in self.givens:
            return [self.givens[row]]
        attacked = set()
        for given_row, column in self.givens.items():
            attacked |= {column, column - row + given_row, column + row - given_row}
        return [c for c in range(self.size) if c not in attacked and (row, c) not in self.holes]

    def is_solution(self, columns):
        """Whether `columns`, the column of each row, meets the givens and holes and has no two queens that attack."""
        queens = list(enumerate(columns))
        return (
            len(queens) == self.size
            and all(0 <= column < self.size for column in columns)
            and all(len(line) == self.size for line in map(set, (
                columns, (row + column for row, column in queens), (row - column for row, column in queens))))
            and all(columns[row] == column for row, column in self.givens.items())
            and not self.holes.intersection(queens)
        )
