#!/usr/bin/env python3
"""Times of the engines on the standard board at growing sizes: the table behind the limits of size.

    cargo build --release -p queens-cli
    python3 benches/ladder/measure.py target/release/queens > benches/ladder/times.csv
    python3 benches/ladder/measure.py target/release/queens ENGINE    # the rows of one engine, below two lines of heading

An engine that counts or lists counts all solutions, on one thread; one that finds a single solution finds one with each of
the seeds 1, 2 and 3, and the longest counts. Each size is run once, or three times if it takes less than a second, of which the
shortest counts. The time is processor time of the process, so that other work on the machine matters little. An engine is
measured up to the first size above the limit of `SECONDS`, where its run is ended at twice the limit. The limit of size of an engine (`practical`) is the largest size
within that limit; a test compares them (`crates/queens/tests/suite/size_limits.rs`). Needs Python 3.9 and nothing else.
"""

import csv
import datetime
import json
import platform
import resource
import subprocess
import sys

#: The limit, in seconds of processor time.
SECONDS = 3
#: Exit status of a command whose engine gave up.
GAVE_UP = 3
COUNTS = range(4, 31)
#: Sizes for engines that find one solution; at least 4 of them have a solution for every engine.
SINGLES = [4, 5, 6, 7, 8, 10, 12, 14, 16, 20, 25, 30, 35, 40, 50, 70, 100, 140, 200, 300, 500, 700, 1000, 1400, 2000, 3000, 5000,
           7000, 10_000, 100_000, 1_000_000, 10_000_000]


def limit_processor_time():
    resource.setrlimit(resource.RLIMIT_CPU, (2 * SECONDS, 2 * SECONDS + 1))


def processor_seconds(command):
    """Processor time of a command, and its exit status."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    done = subprocess.run(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, preexec_fn=limit_processor_time)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime, done.returncode


def shortest(command):
    """The shortest of up to three runs; `None` if the engine does not answer the question."""
    best = None
    for _ in range(3):
        seconds, status = processor_seconds(command)
        is_killed = status < 0
        if not is_killed and status not in (0, GAVE_UP):
            return None
        if is_killed or status == GAVE_UP:
            seconds = max(seconds, SECONDS + 1)
        best = seconds if best is None else min(best, seconds)
        if best > 1:
            break
    return best


def seconds_of(queens, engine, size):
    if engine["finds"] == "one":
        runs = [[queens, "solve", str(size), "-e", engine["id"], "--seed", str(seed), "-f", "json"]
                for seed in (1, 2, 3)]
    else:
        runs = [[queens, "count", str(size), "-e", engine["id"], "--threads", "1", "-f", "json"]]
    times = [shortest(run) for run in runs]
    return None if None in times else max(times)


def main():
    queens, wanted = sys.argv[1], sys.argv[2:]
    engines = json.loads(subprocess.run([queens, "engines", "-f", "json"], stdout=subprocess.PIPE, check=True).stdout)["engines"]
    model = next((line.split(":")[1].strip() for line in open("/proc/cpuinfo") if line.startswith("model name")), platform.machine())
    print(f"# {datetime.date.today()}, {model}, one thread, processor time in seconds; limit {SECONDS} s; benches/ladder/measure.py")
    table = csv.writer(sys.stdout, lineterminator="\n")
    table.writerow(["engine", "finds", "size", "seconds"])
    for engine in engines:
        if engine["finds"] == "special" or (wanted and engine["id"] not in wanted):
            continue
        for size in SINGLES if engine["finds"] == "one" else COUNTS:
            seconds = seconds_of(queens, engine, size)
            if seconds is None:
                continue
            table.writerow([engine["id"], "one" if engine["finds"] == "one" else "all", size, f"{seconds:.2f}"])
            sys.stdout.flush()
            if seconds > SECONDS:
                break


main()
