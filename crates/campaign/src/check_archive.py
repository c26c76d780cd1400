#!/usr/bin/env python3
"""Checks an archive of a campaign: the sum of a large count, with the result of each of its work units.

    python3 check_archive.py FILE [--sha256 DIGEST]

It needs Python 3.6 or later and its standard library, and shares no code with the program that wrote the archive. It checks
that

- the file is gzip and ends where the archive ends, and has the given SHA-256, if there is one;
- the digests of the plan, the certificate, the records and the whole text are right;
- every unit is there once, in order, with the residues of its numbers;
- the units add up to the count, the figures and the nodes of the certificate, and to the published number;
- the weights of the units add up to the expected number, which is counted here again for the engines join, rows and pawns.

It does not run a unit again: `queens campaign verify FILE --unit NUMBER` does that. The exit status is 0 if all checks hold,
1 if one does not, and 2 if the file cannot be opened.
"""

import argparse
import hashlib
import json
import re
import sys
import zlib

SCHEMA = "queens/campaign-archive/1"
COLUMNS = (
    "unit count count%65521 count%2147483647 weight nodes, and for each figure: figure figure%65521 figure%2147483647"
)
MODULI = (65521, 2147483647)
PLANS = ("queens/plan/1", "queens/plan/2")
CERTIFICATES = ("queens/campaign-certificate/1", "queens/campaign-certificate/2")
LONGEST_LINE = 64 << 20

# The first ten bytes: gzip, deflate, no flags, no time, best compression, no system.
GZIP_HEADER = bytes([0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 2, 255])

# OEIS A000170: ways to place n queens on a board of n x n squares, for n from 1.
SOLUTIONS = [
    1, 0, 0, 2, 10, 4, 40, 92, 352, 724, 2680, 14200, 73712, 365596, 2279184, 14772512, 95815104, 666090624, 4968057848,
    39029188884, 314666222712, 2691008701644, 24233937684440, 227514171973736, 2207893435808352, 22317699616364044,
    234907967154122528,
]


class Refused(Exception):
    """The archive cannot be read any further."""


class Checks:
    """The checks that were made, which are printed as they are made."""

    def __init__(self):
        self.hold = True

    def check(self, what, holds, found):
        self.hold = self.hold and holds
        print("{} {}: {}".format("ok" if holds else "NO", what, found))


class Text:
    """The lines of a gzip file, and the digests of the file and of its text."""

    def __init__(self, file):
        self.file = file
        self.of_file = hashlib.sha256()
        self.of_text = hashlib.sha256()
        self.unzip = zlib.decompressobj(31)
        self.rest = b""
        self.number = 0
        self.begins_right = None

    def lines(self):
        """Yields each line without its end."""
        while True:
            block = self.file.read(1 << 16)
            if self.begins_right is None:
                self.begins_right = block.startswith(GZIP_HEADER)
            self.of_file.update(block)
            if not block:
                break
            if self.unzip.eof:
                raise Refused("something follows after the gzip data")
            try:
                text = self.unzip.decompress(block)
            except zlib.error as error:
                raise Refused("the gzip data is damaged ({})".format(error)) from error
            if self.unzip.unused_data:
                raise Refused("something follows after the gzip data")
            lines = (self.rest + text).split(b"\n")
            self.rest = lines.pop()
            if len(self.rest) > LONGEST_LINE:
                raise Refused("line {} is longer than {} bytes".format(self.number + 1, LONGEST_LINE))
            for line in lines:
                self.number += 1
                yield line
                # The digest in the last line is that of all lines before it.
                self.of_text.update(line + b"\n")
        if not self.unzip.eof or self.rest:
            raise Refused("the archive ends too early, in line {}".format(self.number + 1))


def next_line(lines, what):
    line = next(lines, None)
    if line is None:
        raise Refused("the archive ends before {}".format(what))
    try:
        return line.decode("utf-8")
    except UnicodeDecodeError as error:
        raise Refused("{} is not text ({})".format(what, error)) from error


def next_object(lines, word):
    line = next_line(lines, "the " + word)
    if not line.startswith(word + " {"):
        raise Refused("the line of the {} begins with {!r}".format(word, line[:20]))
    try:
        return json.loads(line[len(word) + 1 :])
    except ValueError as error:
        raise Refused("the {} is not JSON ({})".format(word, error)) from error


def digest_of(value):
    """Returns the SHA-256 of an object as JSON without white space, with an empty text instead of its own SHA-256."""
    value = dict(value, sha256="")
    return hashlib.sha256(json.dumps(value, ensure_ascii=False, separators=(",", ":")).encode()).hexdigest()


def number_of(word):
    """Returns the number in a word; there is one way to write it."""
    if not re.fullmatch("0|[1-9][0-9]{0,38}", word, re.ASCII):
        raise ValueError("{!r} is not a number".format(word))
    return int(word)


def unit_of(line, figures):
    """Returns unit, count, weight (or None), nodes and figures; checks the residues."""
    words = line.split(" ")
    weight = None if len(words) > 4 and words[4] == "-" else number_of(words[4])
    numbers = [number_of(word) for i, word in enumerate(words) if i != 4]
    if len(numbers) != 5 + 3 * figures:
        raise ValueError("{} numbers, not {}".format(len(numbers), 5 + 3 * figures))
    unit, nodes = numbers[0], numbers[4]
    groups = [numbers[1:4]] + [numbers[i : i + 3] for i in range(5, len(numbers), 3)]
    for number, *residues in groups:
        if [number % modulus for modulus in MODULI] != residues:
            raise ValueError("the residues of {} are not {}".format(number, residues))
    return unit, groups[0][0], weight, nodes, [group[0] for group in groups[1:]]


def choose(most, size):
    ways = 1
    for i in range(size):
        ways = ways * (most - i) // (i + 1)
    return ways


def corners(n):
    """Counts the ways to share out rows and columns among the corners of the board, as the engine join does.

    Half of the rows and columns meet in each corner. With q queens in one corner there are q in the opposite one, and each
    corner chooses its rows and columns. On an odd board the middle row and the middle column have a queen, which is one in
    the centre, or two, off the centre on different lines; each of these takes a line from one corner.
    """
    half = n // 2
    ways = sum(choose(half, q) ** 4 for q in range(half + 1))
    if n % 2 == 1 and half > 0:
        off_centre = sum((choose(half, q) * choose(half - 1, q)) ** 2 for q in range(half))
        # The two queens: on either side of the centre, at two different distances.
        ways += 2 * half * 2 * (half - 1) * off_centre
    return ways


def frames(n):
    """Counts the ways to fill the border with one queen in each outer row and column, as the engine rows does."""
    last = n - 1

    def attack(one, other):
        down, right = abs(one[0] - other[0]), abs(one[1] - other[1])
        return one != other and (down == 0 or right == 0 or down == right)

    ways = 0
    for top in range(n):
        for bottom in range(n):
            if attack((0, top), (last, bottom)):
                continue
            for left in range(n):
                if attack((left, 0), (0, top)) or attack((left, 0), (last, bottom)):
                    continue
                for right in range(n):
                    queen = (right, last)
                    ways += not any(attack(queen, other) for other in ((0, top), (last, bottom), (left, 0)))
    return ways


def expected_weight(plan):
    """Returns the number that the weights add up to, and its name; None if this program does not know it."""
    problem, engine, question = plan["problem"].strip(), plan["engine"], plan["question"]
    square = re.fullmatch("queens ([0-9]+)", problem, re.ASCII)
    size = int(square.group(1)) if square else None
    if size is None or size < 2:
        return None
    if (engine, question) == ("join", "count"):
        return corners(size), "the ways to share out the corners"
    if (engine, question) == ("rows", "count"):
        return frames(size), "the ways to fill the border"
    if engine == "pawns" or (engine, question) == ("rows", "profile"):
        return size * size, "the pairs of squares of two rows"
    return None


def check_figures(plan, count, figures, checks):
    """Checks the levels of a profile, which have rules."""
    if plan["question"] != "profile" or not figures:
        return
    square = re.fullmatch("queens ([0-9]+)", plan["problem"].strip(), re.ASCII)
    holds = figures[0] == 1 and figures[-1] == count
    if square:
        size = int(square.group(1))
        holds = holds and len(figures) == size + 1
        holds = holds and all(after <= size * before for before, after in zip(figures, figures[1:]))
    checks.check("levels of the profile", holds, "from 1 to the solutions, none too large")


def check_published(plan, count, checks):
    square = re.fullmatch("queens ([0-9]+)", plan["problem"].strip(), re.ASCII)
    size = int(square.group(1)) if square else 0
    if plan["question"] in ("count", "profile") and 1 <= size <= len(SOLUTIONS):
        checks.check("published value", count == SOLUTIONS[size - 1], "{} (A000170)".format(SOLUTIONS[size - 1]))
    else:
        print("-- published value: this program knows none for this count")


def check_units(lines, text, plan, certificate, checks):
    """Checks the units, and the last line."""
    units, names = plan["units"], plan["figures"]
    records = hashlib.sha256()
    count, weights, nodes, figures = 0, 0, 0, [0] * len(names)
    for expected in range(units):
        line = next_line(lines, "unit {}".format(expected))
        try:
            unit, of_unit, weight, of_nodes, of_figures = unit_of(line, len(names))
        except (ValueError, IndexError) as error:
            raise Refused("line {}: {}".format(text.number, error)) from error
        if unit != expected:
            raise Refused("line {}: unit {} in the place of unit {}".format(text.number, unit, expected))
        records.update(" ".join(str(number) for number in [unit, of_unit] + of_figures).encode() + b"\n")
        count, nodes = count + of_unit, nodes + of_nodes
        weights = None if weight is None or weights is None else weights + weight
        figures = [sum_ + figure for sum_, figure in zip(figures, of_figures)]
    line = next_line(lines, "the last line")
    # The digest includes a line when the next one is read.
    before = text.of_text.hexdigest()
    checks.check("all units, each once, with their residues", True, units)
    checks.check("SHA-256 of the text", line == "end {} {}".format(units, before), before)
    if next(lines, None) is not None:
        raise Refused("something follows after the last line")
    checks.check("SHA-256 of the records", records.hexdigest() == certificate["records"], records.hexdigest())
    checks.check("count", str(count) == certificate["count"], count)
    as_text = [str(figure) for figure in figures]
    if names or certificate["figures"]:
        checks.check("figures", as_text == certificate["figures"], " ".join(as_text))
    checks.check("nodes", nodes == certificate["nodes"], nodes)
    check_figures(plan, count, figures, checks)
    check_published(plan, count, checks)
    of_plan, here = plan["weights"], expected_weight(plan)
    if of_plan is None:
        print("-- weights: no independent number is known for this count")
    else:
        holds = weights == of_plan["sum"] == of_plan["must_be"]
        checks.check("weights add up to the number of the plan", holds, weights)
    if here is not None and of_plan is not None:
        checks.check("the same, counted here as {}".format(here[1]), weights == here[0], here[0])
    return count


def check_archive(file, expected_digest):
    """Checks an archive and prints each check; returns True if all hold."""
    checks, text = Checks(), Text(file)
    count = None
    try:
        lines = text.lines()
        schema = next_line(lines, "its first line")
        if schema != SCHEMA:
            raise Refused("its first line is {!r}, not {}".format(schema[:60], SCHEMA))
        checks.check("first bytes of the file", text.begins_right, GZIP_HEADER.hex())
        plan, certificate = next_object(lines, "plan"), next_object(lines, "certificate")
        checks.check("schemas", plan["schema"] in PLANS and certificate["schema"] in CERTIFICATES, plan["schema"])
        checks.check("SHA-256 of the plan", digest_of(plan) == plan["sha256"], plan["sha256"])
        sha256 = certificate["sha256"]
        checks.check("SHA-256 of the certificate", digest_of(certificate) == sha256, sha256)
        checks.check("plan of the certificate", certificate["plan"] == plan, plan["problem"].strip())
        if next_line(lines, "the columns") != COLUMNS:
            raise Refused("line 4 names other columns")
        count = check_units(lines, text, plan, certificate, checks)
    except Refused as refused:
        checks.check("archive", False, refused)
    except (KeyError, TypeError, AttributeError, ValueError) as error:
        checks.check("archive", False, "the plan or the certificate has another form ({!r})".format(error))
    for block in iter(lambda: file.read(1 << 16), b""):
        text.of_file.update(block)
    digest = text.of_file.hexdigest()
    if expected_digest is None:
        print("-- SHA-256 of the file: {}; compare it with the published one".format(digest))
    else:
        checks.check("SHA-256 of the file", digest == expected_digest.lower(), digest)
    print("the archive holds: {}".format(count) if checks.hold else "THE ARCHIVE DOES NOT HOLD")
    return checks.hold


def main():
    parser = argparse.ArgumentParser(description="Checks an archive of a campaign.")
    parser.add_argument("file", help="the archive")
    parser.add_argument("--sha256", metavar="DIGEST", help="SHA-256 that the file must have")
    arguments = parser.parse_args()
    try:
        with open(arguments.file, "rb") as file:
            holds = check_archive(file, arguments.sha256)
    except OSError as error:
        print("{}: {}".format(arguments.file, error.strerror), file=sys.stderr)
        return 2
    return 0 if holds else 1


if __name__ == "__main__":
    sys.exit(main())
