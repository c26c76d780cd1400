# A tiny rule engine: facts, rules that warn, contexts to take facts back.
# Source: the companion of "n-queens puzzle solved in hy and cps", 2018.
import sys

argument = sys.argv[1] if len(sys.argv) > 1 else "8"
n = int(argument) if argument.isdecimal() else 0
if not 1 <= n <= 32:
    sys.exit("n is at most 32 and at least 1")
facts = []  # "queen in row r is placed in column c", as (r, c)
warnings = []  # rows of queens that can be taken
contexts = []  # the numbers of facts and warnings before each


def same_column(a, b):
    return a[1] == b[1]


def same_diagonal(a, b):
    return abs(a[1] - b[1]) == abs(a[0] - b[0])


def push_context():
    contexts.append((len(facts), len(warnings)))


def pop_context():
    fact_count, warning_count = contexts.pop()
    del facts[fact_count:]
    del warnings[warning_count:]


def assume(fact):
    """Adds a fact in a context of its own, and runs the rules."""
    push_context()
    for rule in (same_column, same_diagonal):
        for other in facts:
            if rule(other, fact):
                warnings.append(other[0])
    facts.append(fact)


def choose(row):
    if row == n:
        return 1  # solution
    solutions = 0
    choices = [(row, column) for column in range(n)]
    while choices:
        choice = choices.pop()
        assume(choice)  # on trial
        is_warned = bool(warnings)
        pop_context()
        if is_warned:
            continue  # reject
        assume(choice)  # place
        solutions += choose(row + 1)
        pop_context()  # remove
    return solutions


print(choose(0))
