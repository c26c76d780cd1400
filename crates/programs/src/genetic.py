# A genetic algorithm: selection, crossover and mutation of boards.
# Source: Holland, "Adaptation in Natural and Artificial Systems", 1975.
import random
import sys

argument = sys.argv[1] if len(sys.argv) > 1 else "8"
n = int(argument) if argument.isdecimal() else 0
if not 1 <= n <= 1000:
    sys.exit("n is at most 1000 and at least 1")
shown = [None] * n  # the board on screen: a column for each row


def fitness(board):
    """The number of pairs of queens that do not attack each other."""
    return sum(abs(board[row] - board[other]) not in (0, row - other)
               for row in range(n) for other in range(row))


def show(board):
    for row in range(n):
        if shown[row] == board[row]:
            continue
        if shown[row] is not None:
            shown[row] = None  # remove
        shown[row] = board[row]  # place


def child_of(population, chances):
    first, second = random.choices(population, chances, k=2)
    cut = random.randrange(1, n)
    child = first[:cut] + second[cut:]
    if random.random() < 0.8:
        child[random.randrange(n)] = random.randrange(n)
    return child


def solve():
    population = [[random.randrange(n) for row in range(n)]
                  for board in range(20)]
    for generation in range(100_000):
        fittest = max(population, key=fitness)
        show(fittest)
        greatest = fitness(fittest)
        if greatest == n * (n - 1) // 2:
            return True  # solution
        chances = [2 ** max(0, 20 - (greatest - fitness(board)))
                   for board in population]
        population = [child_of(population, chances) for board in population]
    return False


if solve():
    print(*[column + 1 for column in shown])
else:
    print("no solution found")
