#!/usr/bin/env python3
"""Relatives of the problem beside OR-Tools CP-SAT and clingo, ten instances each: medians of processor time, and ratios.

    python3 benches/peers/relatives.py                      every relative, three rounds
    python3 benches/peers/relatives.py dominating --rounds 1
    python3 benches/peers/relatives.py --limit 60           seconds of processor time after which a solver is stopped

Each solve is a process of its own, on one thread, that proves its value; the figure is its processor time with the start and the
building of the model. Solvers take turns within each round. All values must agree. docs/lab/peers.md says how to install the
peers.
"""

import argparse
import json
import pathlib
import random
import statistics
import sys
import tempfile

from compare import HERE, ROOT, built, run


def weights(size, seed):
    """Weights from 0 to 99; the seed gives the same board everywhere."""
    numbers = random.Random(seed)
    return [[numbers.randrange(100) for _ in range(size)] for _ in range(size)]


# name -> instances: the arguments of `queens solve`, and what the models read
INSTANCES = {
    "dominating": [(["dominating", str(size)], {"relative": "dominating", "size": size}) for size in range(5, 15)],
    "armies": [(["armies", str(size)], {"relative": "armies", "size": size}) for size in range(1, 11)],
    "coloring": [([f"{size}; pieces: ..{colors} sets of queens; peace: within; squares: 1"], {"relative": "coloring", "size": size, "colors": colors})
                 for size, colors in [(5, 5), (6, 6), (6, 7), (7, 7), (8, 8), (8, 9), (9, 10), (10, 11), (11, 11), (12, 12)]],
    "pieces": [([f"{size}; pieces: queens, knights; equal: all; best: greatest number of queens"], {"relative": "pieces", "size": size}) for size in range(3, 13)],
    "weights": [([f"{size}; best: least value"], {"relative": "least", "size": size, "weights": weights(size, size)})
                for size in [8, 10, 12, 14, 16, 18, 20, 24, 28, 32]],
}


def of_queens(output):
    """The value in a document of `queens solve`."""
    solution = json.loads(output)["solutions"]
    if not solution:
        return 0
    if "groups" not in solution[0]:
        return len(solution[0]["queens"])
    return len(solution[0]["groups"][0]["squares"])


def value_of(relative, output, asked):
    if output is None or output.strip() == "none":
        return None
    if not output.lstrip().startswith("{"):
        return int(output)
    if relative == "coloring":
        return int(bool(json.loads(output)["solutions"]))
    if relative == "weights":
        squares = json.loads(output)["solutions"][0]["queens"]
        return sum(asked["weights"][row][column] for row, column in squares)
    return of_queens(output)


def measure(relative, commands, rounds, limit, folder):
    for number, (arguments, asked) in enumerate(INSTANCES[relative]):
        if relative == "weights":
            file = pathlib.Path(folder) / f"{number}.csv"
            file.write_text("".join(",".join(map(str, row)) + "\n" for row in asked["weights"]))
            arguments = [*arguments, "--weights", str(file)]
        times, values = {name: [] for name in commands}, set()
        for _ in range(rounds):
            for name, command in commands.items():
                if None in times[name]:
                    continue
                own = [*command, *arguments] if name == "queens" else command
                output, usage = run(own, json.dumps(asked), limit)
                value = value_of(relative, output, asked)
                times[name].append(usage.ru_utime + usage.ru_stime if value is not None else None)
                values |= {value} - {None}
        if len(values) > 1:
            sys.exit(f"{relative} {arguments}: the solvers disagree: {values}")
        ours = statistics.median(times["queens"]) if None not in times["queens"] else None
        row = [f"{relative} {asked['size']}", str(values.pop()) if values else "?"]
        for name in commands:
            if None in times[name]:
                row.append(f"more than {limit} s")
            else:
                median = statistics.median(times[name])
                row.append(f"{median:.3f} s" + (f" ({median / max(ours, 0.001):.1f})" if ours is not None and name != "queens" else ""))
        print("| " + " | ".join(row) + " |", flush=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("relatives", nargs="*", choices=[*INSTANCES, []], help="all by default")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--limit", type=int, default=60)
    options = parser.parse_args()
    models = [sys.executable, str(HERE / "relative_models.py")]
    commands = {
        "queens": [built(ROOT / "Cargo.toml", "queens"), "solve", "--threads", "1", "--quiet", "--format", "json"],
        "cpsat": [*models, "cpsat"],
        "clingo": [*models, "clingo"],
    }
    print("| instance | value | " + " | ".join(commands) + " |\n|" + "---|" * (len(commands) + 2))
    with tempfile.TemporaryDirectory() as folder:
        for relative in options.relatives or INSTANCES:
            measure(relative, commands, options.rounds, options.limit, folder)


if __name__ == "__main__":
    main()
