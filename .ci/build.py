#!/usr/bin/env python3
"""Measures a fresh build of the command, and prints the functions that give the optimizer most to do.

A function is as large as its LLVM IR once everything that is marked `inline(always)` stands in it, which is what the other
passes begin with; functions of one name, such as the instances of a generic one, are added up. Nothing fails here: the
figures are for docs/lab/build.md. Python 3.11 or newer, nothing else.
"""

import re
import resource
import shutil
import subprocess
import time
from collections import Counter
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
TARGET = ROOT / "target" / "build-time"

# The packages whose functions are listed.
LIBRARIES = ["queens-engines", "queens-formats", "queens-puzzle", "queens"]

# Flags that leave the IR as it is after forced inlining.
INLINED_ONLY = ["--emit=llvm-ir", "-Cno-prepopulate-passes", "-Cpasses=always-inline", "-Ccodegen-units=1"]

SHOWN_FUNCTIONS = 10


def cargo(*arguments):
    subprocess.run(["cargo", *arguments], cwd=ROOT, check=True)


def cpu_seconds():
    """CPU time of all processes that were waited for."""
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    return usage.ru_utime + usage.ru_stime


def build():
    shutil.rmtree(TARGET, ignore_errors=True)
    cargo("fetch", "--locked", "--quiet")
    before, started = cpu_seconds(), time.monotonic()
    cargo("build", "--release", "--locked", "--quiet", "--package", "queens-cli", "--target-dir", TARGET)
    wall, cpu = time.monotonic() - started, cpu_seconds() - before
    size = (TARGET / "release" / "queens").stat().st_size
    print(f"release build of the command: {wall:.0f} s, {cpu:.0f} s of CPU time; binary: {size / 1e6:.1f} MB")


def functions(path):
    """Name and number of lines of each function in a file of LLVM IR. The name stands in a comment above it."""
    name, lines = None, None
    with path.open(encoding="utf-8", errors="replace") as ir:
        for line in ir:
            if lines is not None:
                lines += 1
                if line.startswith("}"):
                    yield name, lines
                    name, lines = None, None
            elif line.startswith("define "):
                name, lines = name or re.search(r'@"?([^"(]*)', line)[1], 0
            elif line.startswith("; ") and "::" in line:
                name = line[2:].strip()
            elif line.strip():
                name = None


def largest(package):
    cargo("rustc", "--release", "--locked", "--quiet", "--package", package, "--lib", "--target-dir", TARGET, "--", *INLINED_ONLY)
    lines, instances = Counter(), Counter()
    for path in (TARGET / "release" / "deps").glob(f"{package.replace('-', '_')}-*.ll"):
        for name, length in functions(path):
            lines[name] += length
            instances[name] += 1
    print(f"{package}: {sum(lines.values()):,} lines of LLVM IR; the largest functions:")
    for name, length in lines.most_common(SHOWN_FUNCTIONS):
        print(f"{length:12,} in {instances[name]:4} instances  {name}")


build()
for library in LIBRARIES:
    largest(library)
