"""Random problems, each written in every format and read by the tools of that format: see .ci/exchange."""

import json
import os
import random
import re
import shutil
import subprocess
import sys
import tempfile
from importlib.metadata import version
from pathlib import Path

QUEENS = str(Path(os.environ["QUEENS"]).resolve())
PROBLEMS = int(os.environ.get("QUEENS_PROBLEMS", "60"))
# HiGHS and Z3 are asked again and again, each answer excluded; above this many the answers of others will do.
MOST_ASKED = 60
MOST_SOLUTIONS = 3000


def queens(*arguments, text=None):
    done = subprocess.run([QUEENS, *arguments], input=text, capture_output=True, text=True, timeout=120)
    return done.returncode, done.stdout, done.stderr


# Problems


def drawing(rows, columns, chance, wall, choose):
    def letter():
        if choose.random() >= chance:
            return "."
        return "#" if choose.random() < wall else "x"

    return "\n".join(" ".join(letter() for _ in range(columns)) for _ in range(rows))


def areas(side, choose):
    """Side regions, grown from random squares."""
    squares = [(r, c) for r in range(side) for c in range(side)]
    region = dict(zip(choose.sample(squares, side), range(side)))
    while len(region) < len(squares):
        r, c = choose.choice(sorted(region))
        near = [s for s in [(r + 1, c), (r - 1, c), (r, c + 1), (r, c - 1)] if s in squares and s not in region]
        if near:
            region[choose.choice(near)] = region[r, c]
    return "areas:\n" + "\n".join("".join(chr(65 + region[r, c]) for c in range(side)) for r in range(side))


def problem(kind, choose):
    side = choose.randint(4, 6)
    if kind == "plain":
        return f"queens {choose.randint(1, 7)}"
    if kind == "completion":
        given = choose.randint(1, side), choose.randint(1, side)
        return f"queens {side}\ngivens: {chr(96 + given[0])}{given[1]}"
    if kind == "blocked":
        return f"queens {side}\nboard:\n" + drawing(side, side, 0.2, 0, choose)
    if kind == "walls":
        return f"queens {side}\nrows: 0..2\ncolumns: 1..2\ntotal: {side}..{side + 1}\nboard:\n" + drawing(side, side, 0.2, 1, choose)
    if kind == "torus":
        return f"torus {choose.choice([5, 5, 6, 7])}"
    if kind == "torus rectangle":
        return f"torus {choose.randint(2, 4)}x{choose.randint(5, 7)}"
    if kind == "superqueens":
        return f"superqueens {choose.randint(4, 10)}"
    if kind == "regions":
        return f"regions {side}\n" + areas(side, choose)
    if kind == "stars":
        return f"stars 8\n" + areas(8, choose)
    if kind == "rectangle":
        return f"queens {choose.randint(2, 5)}x{choose.randint(2, 7)}"
    if kind == "k queens":
        return f"queens {side}\ntotal: {choose.randint(0, 4)}"
    if kind == "numbers":
        low, more = choose.randint(0, 1), choose.randint(0, 2)
        return f"kings {choose.randint(2, 4)}x4\nrows: {low}..{low + more}\ncolumns: {choose.choice(['any', '0', '1', '0..2'])}"
    if kind == "region numbers":
        return f"rooks 4\nrows: any\ncolumns: 0..1\nregions: 0..{choose.randint(1, 2)}\n" + areas(4, choose)
    if kind == "other piece":
        piece = choose.choice(["rooks", "bishops", "knights", "semiqueens", "leprechauns", "moebius", "reflecting", "cylinder"])
        return f"{piece} {choose.randint(3, 5)}\nrows: 1"
    if kind == "rays":
        return f"queens {side}\npiece: (1,2)* + ({choose.randint(0, 2)},1)*{choose.randint(1, 3)}\nrows: 1\ncolumns: any"
    raise ValueError(kind)


KINDS = ["plain", "completion", "blocked", "walls", "torus", "torus rectangle", "superqueens", "regions", "stars",
         "rectangle", "k queens", "numbers", "region numbers", "other piece", "rays"]

# Tools: each takes a file, its text and the expected number, and returns how many solutions it finds (None: it was not
# asked), and an answer in the form of the tool, or None.


def pysat(path, text, expected):
    from pysat.solvers import Solver
    from pysat.formula import CNF

    shown = [int(word) for word in re.search(r"^c p show (.*) 0$", text, re.M)[1].split()] if "c p show 1" in text else []
    with Solver(name="cadical153", bootstrap_with=CNF(from_file=str(path))) as solver:
        count = 0
        while solver.solve():
            count += 1
            model = solver.get_model()
            chosen = [model[v - 1] for v in shown]
            answer = "v " + " ".join(map(str, chosen)) + " 0\n"
            solver.add_clause([-literal for literal in chosen])
    return count, answer if count else None


def cadical(path, text, expected):
    done = subprocess.run(["cadical", "-q", str(path)], capture_output=True, text=True)
    return done.returncode == 10, done.stdout


def clingo_module(path, text, expected):
    import clingo

    control = clingo.Control(["0"], message_limit=0)
    control.load(str(path))
    control.ground()
    found = []
    control.solve(on_model=lambda model: found.append(str(model)))
    return len(found), "".join(f"Answer: {i + 1}\n{atoms}\n" for i, atoms in enumerate(found)) or None


def scip(path, text, expected):
    from pyscipopt import Model

    model = Model()
    model.hideOutput()
    model.readProblem(str(path))
    model.setParamsCountsols()
    # With presolving SCIP 10.0 counts some models twice: two files with the same rows then differ.
    model.setParam("presolving/maxrounds", 0)
    model.count()
    return model.getNCountedSols(), None


def highs(path, text, expected):
    import highspy
    import numpy

    if expected > MOST_ASKED:
        return None, None
    solver = highspy.Highs()
    solver.setOptionValue("output_flag", False)
    assert solver.readModel(str(path)) == highspy.HighsStatus.kOk, "not read"
    count, answer = 0, None
    while True:
        solver.run()
        if solver.getModelStatus() != highspy.HighsModelStatus.kOptimal:
            return count, answer
        count += 1
        values = [round(value) for value in solver.getSolution().col_value]
        if answer is None:
            solver.writeSolution(str(path) + ".sol", 0)
            answer = Path(str(path) + ".sol").read_text()
        index = numpy.arange(len(values), dtype=numpy.int32)
        signs = numpy.array([1.0 if value else -1.0 for value in values])
        solver.addRow(-highspy.kHighsInf, sum(values) - 1, len(values), index, signs)


def glpk(path, text, expected):
    option = "--lp" if path.suffix == ".lp" else "--freemps"
    out = str(path) + ".out"
    done = subprocess.run(["glpsol", option, str(path), "-o", out], capture_output=True, text=True)
    assert "error" not in done.stdout, done.stdout
    found = "INTEGER OPTIMAL" in done.stdout or "OPTIMAL SOLUTION FOUND" in done.stdout
    found = found and "NO INTEGER FEASIBLE" not in done.stdout and "NO PRIMAL FEASIBLE" not in done.stdout
    return found, Path(out).read_text() if found else None


def minizinc(path, text, expected):
    done = subprocess.run(["minizinc", "--solver", "gecode", "-a", str(path)], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    return done.stdout.count("----------"), done.stdout if expected else None


def z3(path, text, expected):
    import z3 as z

    if expected > MOST_ASKED:
        return None, None
    solver = z.Solver()
    solver.from_file(str(path))
    count, answer = 0, None
    sorts = {"Int": z.Int, "Bool": z.Bool}
    variables = [sorts[sort](name) for name, sort in re.findall(r"declare-const (\S+) (\w+)", text)]
    while solver.check() == z.sat:
        count += 1
        model = solver.model()
        if answer is None:
            answer = "sat\n" + model.sexpr()
        solver.add(z.Or([variable != model.eval(variable, True) for variable in variables]))
    return count, answer


def ace(path, text, expected):
    done = subprocess.run(["java", "-jar", ACE, str(path), "-s=all", "-xe"], capture_output=True, text=True)
    plain = re.sub(r"\x1b\[[0-9;]*m", "", done.stdout)
    found = re.search(r"d FOUND SOLUTIONS\s+([\d,]+)", plain)
    assert "COMPLETE" in plain, plain + done.stderr
    one = subprocess.run(["java", "-jar", ACE, str(path)], capture_output=True, text=True).stdout if expected else None
    return int(found[1].replace(",", "")) if found else 0, one


def python_chess(path, text, expected):
    import chess

    board = chess.Board(text.strip())
    return {chess.square_name(s) for s in board.pieces(chess.QUEEN, chess.WHITE)}, None


def find_ace():
    import pycsp3

    jars = sorted(Path(pycsp3.__file__).parent.glob("solvers/ace/ACE*.jar"))
    return str(jars[-1]) if jars and shutil.which("java") else None


ACE = find_ace()


def version_of(*command):
    done = subprocess.run(command, capture_output=True, text=True)
    found = re.search(r"\d+\.\d[\w.]*|sc\d+", done.stdout + done.stderr)
    return found[0] if found else "unknown"


# format -> tools: name, version where it is installed, function
TOOLS = {
    "dimacs": [("CaDiCaL (python-sat)", version("python-sat"), pysat), ("cadical", shutil.which("cadical") and version_of("cadical", "--version"), cadical)],
    "opb": [("SCIP (PySCIPOpt)", version("pyscipopt"), scip)],
    "lp": [("HiGHS", version("highspy"), highs), ("SCIP (PySCIPOpt)", version("pyscipopt"), scip), ("glpsol", shutil.which("glpsol") and version_of("glpsol", "--version"), glpk)],
    "asp": [("clingo", version("clingo"), clingo_module)],
    "minizinc": [("MiniZinc with Gecode", shutil.which("minizinc") and version_of("minizinc", "--version"), minizinc)],
    "smtlib": [("Z3", version("z3-solver"), z3)],
    "xcsp3": [("ACE", ACE and Path(ACE).stem, ace)],
}
TOOLS["dimacs-pairs"] = TOOLS["dimacs"][:1]
TOOLS["mps"] = TOOLS["lp"]


def main():
    choose = random.Random(15)
    _, table, _ = queens("export", "--formats", "--format", "json")
    extension = {entry["format"]: entry["extension"] for entry in json.loads(table)["formats"]}
    missing = {name for tools in TOOLS.values() for name, installed, _ in tools if not installed}
    compared, not_asked, returned, solutions, faults = {}, {}, {}, 0, []
    with tempfile.TemporaryDirectory() as folder:
        for number in range(PROBLEMS):
            kind = KINDS[number % len(KINDS)]
            while True:
                text = problem(kind, choose)
                code, out, error = queens("count", "--board", "-", "--format", "json", text=text)
                if code == 0 and int(json.loads(out)["count"]) <= MOST_SOLUTIONS:
                    break
            expected = int(json.loads(out)["count"])
            solutions += expected
            board = Path(folder) / f"{number}.txt"
            board.write_text(text)
            for form, tools in TOOLS.items():
                path = Path(folder) / f"{number}-{form}.{extension[form]}"
                code, _, error = queens("export", "--board", str(board), "--to", form, "--output", str(path))
                if code != 0:
                    faults.append(f"{form}: {text!r}: {error}")
                    continue
                for name, installed, tool in tools:
                    if not installed:
                        continue
                    try:
                        count, answer = tool(path, path.read_text(), expected)
                    except Exception as exception:  # whatever a tool does to say no
                        faults.append(f"{form}: {name}: {text!r}: {exception}")
                        continue
                    key = form, name, installed
                    if count is None:
                        not_asked[key] = not_asked.get(key, 0) + 1
                        continue
                    if count != (expected if type(count) is int else expected > 0):
                        faults.append(f"{form}: {name}: {text!r}: {count}, not {expected}")
                    compared[key] = compared.get(key, 0) + 1
                    if answer and expected:
                        code, back, error = queens("import", "-", "--to-model", str(path), "--format", "ndjson", text=answer)
                        if code == 0:
                            code, back, error = queens("verify", "--board", str(board), text=back)
                        if code != 0 or " 0 invalid" not in back and "found" not in back and "valid" in back:
                            faults.append(f"{form}: the answer of {name}: {text!r}: {back} {error} {answer[:400]}")
                        returned[key] = returned.get(key, 0) + 1
        fen(folder, choose, compared, faults)
        with_rules(folder, compared, faults)
        proofs(folder, missing, compared, faults)
    print(f"{PROBLEMS} problems of {len(KINDS)} kinds, {solutions} solutions")
    print(f"{'format':13} {'tool':22} {'version':14} same count  answers back  not asked")
    for key in sorted(compared):
        form, name, installed = key
        print(f"{form:13} {name:22} {installed:14} {compared[key]:10} {returned.get(key, 0):13} {not_asked.get(key, 0):10}")
    if missing:
        print("left out, not installed:", ", ".join(sorted(missing)))
    for fault in faults:
        print("FAULT", fault)
    sys.exit(1 if faults or (missing and os.environ.get("QUEENS_REQUIRE_EXCHANGE", "0") != "0") else 0)


def fen(folder, choose, compared, faults):
    """Positions as python-chess sees them: its rank 8 is our row 1."""
    for _ in range(20):
        one = chr(96 + choose.randint(1, 8)) + str(choose.randint(1, 8))
        _, out, _ = queens("export", "8", "--given", one, "--to", "fen")
        found, _ = python_chess(None, out, None)
        if found != {one[0] + str(9 - int(one[1]))}:
            faults.append(f"fen: {one}: {found}")
        key = "fen", "python-chess", version("chess")
        compared[key] = compared.get(key, 0) + 1


def best_with_clingo(path):
    import clingo

    control = clingo.Control(["0"], message_limit=0)
    control.load(str(path))
    control.ground()
    best = None
    with control.solve(yield_=True) as found:
        for model in found:
            best = abs(model.cost[0]) if model.cost else 0
    return best


def best_with_scip(path):
    from pyscipopt import Model

    model = Model()
    model.hideOutput()
    model.readProblem(str(path))
    model.optimize()
    return abs(round(model.getObjVal())) if model.getStatus() == "optimal" else None


def best_with_highs(path):
    import highspy

    solver = highspy.Highs()
    solver.setOptionValue("output_flag", False)
    assert solver.readModel(str(path)) == highspy.HighsStatus.kOk, "not read"
    solver.run()
    optimal = solver.getModelStatus() == highspy.HighsModelStatus.kOptimal
    return abs(round(solver.getInfo().objective_function_value)) if optimal else None


def best_with_minizinc(path):
    command = ["minizinc", "--solver", "gecode", "--output-objective", "--output-mode", "json", str(path)]
    done = subprocess.run(command, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    values = re.findall(r'"_objective" : -?(\d+)', done.stdout)
    return int(values[-1]) if values else 0 if "----------" in done.stdout else None


# Problems with rules and the best value, or None if there is no solution; 0 if nothing is to be best. Published: A075458, A279402
# (torus), A075324 (independent), A250000, A088202, A308632, Zhao 1998 (pawns).
RULES = [
    ("dominating 5", 3), ("dominating 8", 5), ("dominating torus 5", 3), ("independent-dominating 6", 4), ("total-dominating 5", 3),
    ("armies 5", 4), ("armies 6", 5), ("coloring 5", 5), ("coloring 6", 7), ("5; pieces: ..5 sets of queens; peace: within; squares: 1", 0),
    ("4; pieces: ..4 sets of queens; peace: within; squares: 1", None),
    ("5; pieces: queens, knights; equal: all; best: greatest number of queens", 2),
    ("6; pieces: queens, knights; equal: all; best: greatest number of queens", 3), ("8; pieces: 5 queens, 5 knights", 0),
    ("5; pieces: 5 queens, 1 knight", None), ("5; pieces: 6 queens, pawns; best: least number of pawns", 3),
    ("6; pieces: 5 white queens, black queens; peace: between; best: greatest number of black", 6),
    ("4; pieces: queens; peace: none; stops: all; cover: occupied 1; best: greatest number", 4),
    ("5; pieces: any sets of queens; peace: within; rows: 1 of each; columns: 1 of each; best: greatest number of sets", 5),
    ("4; unchanged: half-turn", 0), ("3; unchanged: half-turn", None),
]


def with_rules(folder, compared, faults):
    """Models of problems with rules: the best value that each tool finds."""
    tools = [("asp", "clingo", version("clingo"), best_with_clingo), ("opb", "SCIP (PySCIPOpt)", version("pyscipopt"), best_with_scip),
             ("lp", "HiGHS", version("highspy"), best_with_highs), ("mps", "HiGHS", version("highspy"), best_with_highs)]
    if shutil.which("minizinc"):
        tools.append(("minizinc", "MiniZinc with Gecode", version_of("minizinc", "--version"), best_with_minizinc))
    for number, (text, expected) in enumerate(RULES):
        for form, name, installed, tool in tools:
            path = Path(folder) / f"rules-{number}-{form}.{'mzn' if form == 'minizinc' else form.replace('asp', 'lp')}"
            code, _, error = queens("export", text, "--to", form, "--output", str(path))
            try:
                best = tool(path) if code == 0 else error
            except Exception as exception:  # whatever a tool does to say no
                best = exception
            if best != expected:
                faults.append(f"{form}: {name}: {text}: {best}, not {expected}")
            compared[form, name, installed] = compared.get((form, name, installed), 0) + 1


def proofs(folder, missing, compared, faults):
    """Boards that the quadratic bound refutes: VeriPB checks the proofs."""
    veripb = shutil.which("veripb")
    if not veripb:
        missing.add("veripb (cargo install veripb)")
        return
    for name in ["core_40_26_0.txt", "core_100_60_0.txt"]:
        proof = Path(folder) / name.replace(".txt", ".pbp")
        board = "crates/queens/tests/data/instances/" + name
        code, _, error = queens("solve", "--board", board, "--proof", str(proof))
        done = subprocess.run([veripb, str(proof.with_suffix(".opb")), str(proof)], capture_output=True, text=True)
        if "s VERIFIED UNSATISFIABLE" not in done.stdout:
            faults.append(f"pbp: {name}: {error} {done.stdout} {done.stderr}")
        key = "pbp", "VeriPB", version_of(veripb, "--version")
        compared[key] = compared.get(key, 0) + 1


main()
