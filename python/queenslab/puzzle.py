"""Region puzzles: a queen in each row, column and region, no two touching; with more stars, Star Battle.

    >>> from queenslab import puzzle
    >>> new = puzzle.generate(6, rating="gentle", seed=3)
    >>> new.rate()["rating"], new.hint().kind
    ('gentle', 'step')
"""

from ._queenslab import Hint, Puzzle, PuzzleError, generate, generate_many

__all__ = ["Hint", "Puzzle", "PuzzleError", "generate", "generate_many"]
