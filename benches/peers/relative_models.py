"""Models of relatives for CP-SAT and clingo, one worker. Reads JSON on standard input: the relative, the size, the weights.
Prints the best value, proved.

    echo '{"relative": "dominating", "size": 8}' | python3 benches/peers/relative_models.py cpsat
"""

import json
import sys


def lines(size):
    """The rows, columns and diagonals of a board, each as a list of squares."""
    squares = [(row, column) for row in range(size) for column in range(size)]
    kinds = [lambda r, c: r, lambda r, c: c, lambda r, c: r + c, lambda r, c: r - c]
    every = []
    for kind in kinds:
        by_number = {}
        for square in squares:
            by_number.setdefault(kind(*square), []).append(square)
        every.append(list(by_number.values()))
    return squares, every


def knight_moves(squares):
    """The pairs of squares a knight's move apart, each once."""
    board = set(squares)
    steps = [(1, -2), (1, 2), (2, -1), (2, 1)]
    return [(square, other) for square in squares for step in steps
            if (other := (square[0] + step[0], square[1] + step[1])) in board]


def with_cpsat(relative, size, weights):
    from ortools.sat.python import cp_model

    cp = cp_model.CpModel()
    squares, kinds = lines(size)
    every = [line for kind in kinds for line in kind]
    through = {square: [line for line in every if square in line] for square in squares}
    if relative == "dominating":
        queen = {square: cp.new_bool_var("") for square in squares}
        for square in squares:
            cp.add_bool_or({other: queen[other] for line in through[square] for other in line}.values())
        cp.minimize(sum(queen.values()))
    elif relative == "armies":
        # A line is white or black; each square takes a queen of the colour of all its lines.
        color = [cp.new_bool_var("") for _ in every]
        of = {id(line): color[number] for number, line in enumerate(every)}
        armies = []
        for is_white in (True, False):
            army = {square: cp.new_bool_var("") for square in squares}
            for square in squares:
                for line in through[square]:
                    cp.add_implication(army[square], of[id(line)] if is_white else of[id(line)].negated())
            armies.append(army)
        least = cp.new_int_var(0, size * size // 2, "")
        for army in armies:
            cp.add(sum(army.values()) >= least)
        cp.maximize(least)
    elif relative == "pieces":
        # As many queens as knights, none of which attacks another.
        queen, knight = ({square: cp.new_bool_var("") for square in squares} for _ in range(2))
        for line in every:
            queens = sum(queen[square] for square in line)
            cp.add(queens <= 1)
            for square in line:
                cp.add(queens + knight[square] <= 1)
        for one, other in knight_moves(squares):
            cp.add_at_most_one(knight[one], knight[other])
            cp.add_at_most_one(knight[one], queen[other])
            cp.add_at_most_one(queen[one], knight[other])
        cp.add(sum(queen.values()) == sum(knight.values()))
        cp.maximize(sum(queen.values()))
    elif relative == "coloring":
        # The colours of the first row are fixed; as many as are asked for.
        colors = weights
        has = {(square, color): cp.new_bool_var("") for square in squares for color in range(colors)}
        for square in squares:
            cp.add_exactly_one(has[square, color] for color in range(colors))
        for line in every:
            for color in range(colors):
                cp.add_at_most_one(has[square, color] for square in line)
        for column in range(size):
            cp.add(has[(0, column), column] == 1)
    else:
        queen = {square: cp.new_bool_var("") for square in squares}
        for number, kind in enumerate(kinds):
            for line in kind:
                (cp.add_exactly_one if number < 2 else cp.add_at_most_one)(queen[square] for square in line)
        total = sum(weights[row][column] * queen[row, column] for row, column in squares)
        (cp.minimize if relative == "least" else cp.maximize)(total)
    solver = cp_model.CpSolver()
    solver.parameters.num_workers = 1
    status = solver.solve(cp)
    if relative == "coloring":
        return {cp_model.OPTIMAL: 1, cp_model.FEASIBLE: 1, cp_model.INFEASIBLE: 0}.get(status)
    return round(solver.objective_value) if status == cp_model.OPTIMAL else None


BOARD = """
square(0..n-1, 0..n-1).
line(0, R, R, C) :- square(R, C).
line(1, C, R, C) :- square(R, C).
line(2, R+C, R, C) :- square(R, C).
line(3, R-C, R, C) :- square(R, C).
"""

PROGRAMS = {
    "dominating": """
{ queen(R, C) : square(R, C) }.
struck(K, L) :- line(K, L, R, C), queen(R, C).
:- square(R, C), not struck(0, R), not struck(1, C), not struck(2, R+C), not struck(3, R-C).
#minimize { 1,R,C : queen(R, C) }.
""",
    "armies": """
{ white(K, L) } :- line(K, L, _, _).
army(white, R, C) :- square(R, C), white(0, R), white(1, C), white(2, R+C), white(3, R-C).
army(black, R, C) :- square(R, C), not white(0, R), not white(1, C), not white(2, R+C), not white(3, R-C).
{ size(0..n*n/2) } = 1.
:- size(S), #count { R,C : army(white, R, C) } < S.
:- size(S), #count { R,C : army(black, R, C) } < S.
:- not size(_).
#maximize { S : size(S) }.
""",
    "pieces": """
{ queen(R, C) } :- square(R, C).
{ knight(R, C) } :- square(R, C).
:- line(K, L, _, _), { queen(R, C) : line(K, L, R, C) } > 1.
struck(K, L) :- line(K, L, R, C), queen(R, C).
:- knight(R, C), line(K, L, R, C), struck(K, L).
jump(R, C, R+D, C+E) :- square(R, C), square(R+D, C+E), D = -2..2, E = -2..2, |D| + |E| = 3.
:- jump(R, C, S, D), knight(R, C), knight(S, D).
:- jump(R, C, S, D), knight(R, C), queen(S, D).
:- #sum { 1,R,C : queen(R, C); -1,R,C : knight(R, C) } != 0.
#maximize { 1,R,C : queen(R, C) }.
""",
    "coloring": """
{ has(R, C, K) : K = 0..k-1 } = 1 :- square(R, C).
:- line(D, L, _, _), K = 0..k-1, { has(R, C, K) : line(D, L, R, C) } > 1.
:- C = 0..n-1, not has(0, C, C).
""",
    "least": """
{ queen(R, C) : C = 0..n-1 } = 1 :- R = 0..n-1.
{ queen(R, C) : R = 0..n-1 } = 1 :- C = 0..n-1.
:- line(2..3, L, _, _), K = 2..3, { queen(R, C) : line(K, L, R, C) } > 1.
#minimize { W,R,C : queen(R, C), weight(R, C, W) }.
""",
}


def with_clingo(relative, size, weights):
    import clingo

    constants = ["-c", f"n={size}"] + (["-c", f"k={weights}"] if relative == "coloring" else [])
    control = clingo.Control(["1", *constants])
    control.add("base", [], BOARD + PROGRAMS[relative])
    if relative == "least":
        facts = (f"weight({row},{column},{weight})." for row, line in enumerate(weights) for column, weight in enumerate(line))
        control.add("base", [], "".join(facts))
    control.ground([("base", [])])
    best = None
    if relative == "coloring":
        return int(bool(control.solve().satisfiable))
    control.configuration.solve.models = 0
    with control.solve(yield_=True) as handle:
        for model in handle:
            best = model.cost[0]
        proved = handle.get().exhausted
    return abs(best) if proved and best is not None else None


asked = json.load(sys.stdin)
value = {"cpsat": with_cpsat, "clingo": with_clingo}[sys.argv[1]](
    asked["relative"], asked["size"], asked.get("weights", asked.get("colors"))
)
print("none" if value is None else value)
