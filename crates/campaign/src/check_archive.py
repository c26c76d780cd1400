#!/usr/bin/env python3
"""Checks an archive of a campaign: the sum of a large count, with the result of each of its work units.

    python3 check_archive.py FILE [--sha256 DIGEST]

It needs Python 3.6 or later and its standard library, and shares no code with the program that wrote the archive. It checks that

- the file is gzip and ends where the archive ends, and has the given SHA-256, if there is one;
- the digests of the plan, the certificate, the records and the whole text are right;
- every unit is there once, in order, with the residues of its numbers;
- the units add up to the count, the figures and the nodes of the certificate;
- the count is the published one, has the remainder modulo 8 that the published symmetric solutions leave, and beyond the published
  ones is within 3 percent of the law of growth;
- the weights of the units add up to the expected number, which is counted here again for the engines join, rows and pawns.

It runs no unit again. So it establishes that the archive is consistent, and that is what it prints: whoever makes an archive up can
make it consistent. `queens campaign verify FILE --sample 0.01 --seed N` runs units again, drawn with a seed of your choice. The exit
status is 0 if all checks hold, 1 if one does not, and 2 if the file cannot be opened.
"""

import argparse
import hashlib
import json
import math
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
    1, 0, 0, 2, 10, 4, 40, 92, 352, 724, 2680, 14200, 73712, 365596, 2279184, 14772512, 95815104,
    666090624, 4968057848, 39029188884, 314666222712, 2691008701644, 24233937684440,
    227514171973736, 2207893435808352, 22317699616364044, 234907967154122528,
]

# OEIS A051906: the same on a torus.
TORUS = [
    1, 0, 0, 0, 10, 0, 28, 0, 0, 0, 88, 0, 4524, 0, 0, 0, 140692, 0, 820496, 0, 0, 0, 128850048, 0,
    1957725000, 0, 0, 0, 605917055356, 0, 13404947681712, 0, 0, 0,
]

# OEIS A319283: ways to fill the first rows, for each number of rows from 0 to n, added up.
TREE_NODES = [
    2, 3, 6, 17, 54, 153, 552, 2057, 8394, 35539, 166926, 856189, 4674890, 27358553, 171129072,
    1141190303, 8017021932, 59365844491, 461939618824,
]

# OEIS A032522: solutions that a half turn leaves unchanged. All others have eight different images, because no reflection leaves
# a solution of two or more queens unchanged. So the number of all solutions has the same remainder modulo 8.
HALF_TURN = [
    1, 0, 0, 2, 2, 4, 8, 4, 16, 12, 48, 80, 136, 420, 1240, 3000, 8152, 18104, 44184, 144620,
    375664, 1250692, 3581240, 11675080, 34132592, 115718268, 320403024, 1250901440, 3600075088,
    14589438024, 43266334696, 181254386312,
]

# The law of growth: 2.53 n! e^(-0.944001 n). The published counts from 18 queens on, and estimates up to 100 queens, are within
# 2 percent of it.
LAW_FACTOR, LAW_RATE, LAW_TOLERANCE, LAW_SIZES = 2.53, 0.944001, 0.03, range(18, 101)

# The engines that divide counts into units, and the most queens on a plain board that any of them takes.
ENGINES = ("join", "rows", "toroidal", "inclusion-exclusion", "pawns")
LARGEST_SIDE = 32

# A size as the program writes it: rows x columns, or the side of a square.
SIZE = "(0|[1-9][0-9]{0,9})(?:x(0|[1-9][0-9]{0,9}))?"

# The keys after the first line of a problem, in the order in which the program writes them.
KEYS = ("piece", "pieces", "top-bottom", "left-right", "rows", "columns", "regions", "total", "board", "givens", "areas", "weights")

# The longest whole number in a plan or a certificate: 128 bits have 39 digits.
MOST_DIGITS = 40

# The longest text that is printed of what the archive holds.
LONGEST_PRINTED = 300


class Refused(Exception):
    """The archive cannot be read any further."""


class Checks:
    """The checks that were made, which are printed as they are made."""

    def __init__(self):
        self.hold = True

    def check(self, what, holds, found):
        self.hold = self.hold and holds
        print("{} {}: {}".format("ok" if holds else "NO", what, plain(found)))


def plain(value):
    """Returns a text without the characters that a terminal acts on, and not too long; an archive may come from anybody."""
    text = str(value)
    if len(text) > LONGEST_PRINTED:
        text = text[:LONGEST_PRINTED] + "..."
    text = text.encode("ascii", "backslashreplace").decode()
    return "".join(letter if " " <= letter <= "~" else "\\x{:02x}".format(ord(letter)) for letter in text)


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
        value = json.loads(line[len(word) + 1 :], parse_int=json_number)
    except (ValueError, RecursionError) as error:
        raise Refused("the {} is not JSON ({})".format(word, error)) from error
    if not isinstance(value, dict):
        raise Refused("the {} is no object".format(word))
    return value


def json_number(digits):
    """Returns a whole number in JSON. Reading one of a million digits would take minutes."""
    if len(digits) > MOST_DIGITS:
        raise ValueError("a number has {} digits".format(len(digits)))
    return int(digits)


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
    if len(words) != 6 + 3 * figures:
        raise ValueError("{} words, not {}".format(len(words), 6 + 3 * figures))
    weight = None if words[4] == "-" else number_of(words[4])
    numbers = [number_of(word) for i, word in enumerate(words) if i != 4]
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


class Problem:
    """The problem of a plan, as the program writes it: a name and a size, then what differs, a key on each line."""

    def __init__(self, text):
        lines = text.split("\n")
        first = re.fullmatch("([a-z-]+) " + SIZE, lines[0], re.ASCII)
        if first is None:
            raise Refused("the problem begins with {!r}, not with a name, a blank and a size".format(lines[0][:60]))
        self.name, rows, columns = first.groups()
        if rows == columns:
            raise Refused("the size is written {}, not {}".format(lines[0], rows))
        self.rows, self.columns = int(rows), int(columns or rows)
        self.demands = {}
        drawn = None
        for line in lines[1:]:
            key, colon, value = line.partition(":")
            if colon and key in KEYS and (value == "" or re.fullmatch(" [!-~]+(?: [!-~]+)*", value)):
                last = max([KEYS.index(other) for other in self.demands], default=-1)
                if KEYS.index(key) <= last:
                    raise Refused("the key {} of the problem is in another place".format(key))
                self.demands[key] = value.strip()
                drawn = key if value == "" else None
            elif drawn is None or not re.fullmatch("[!-~]+(?: [!-~]+)*", line):
                raise Refused("the problem has the line {!r}".format(line[:60]))

    def standard_size(self):
        """Returns the side of the board if the problem is n queens on n x n squares, however it is written."""
        rows, columns, total = [self.demands.get(key) for key in ("rows", "columns", "total")]
        others = set(self.demands) - {"rows", "columns", "total"}
        if self.name != "queens" or self.rows != self.columns or others:
            return None
        # Queens attack along rows and columns, so there is one at most in each; as many queens as rows fill all.
        if any(demand not in (None, "1", "0..1", "any") for demand in (rows, columns)):
            return None
        is_full = total == str(self.rows) or (total is None and (rows in (None, "1") or columns in (None, "1")))
        if not is_full:
            return None
        if self.rows > LARGEST_SIDE:
            most = "counts are divided into units up to {} queens".format(LARGEST_SIDE)
            raise Refused("the plan counts {} queens; {}".format(self.rows, most))
        return self.rows

    def has_pawns(self):
        """Returns true for n queens and k more on n x n squares, with k pawns between them and no other demand."""
        number = re.fullmatch("([0-9]{1,9}) queens?, ([0-9]{1,9}) pawns?", self.demands.get("pieces", ""), re.ASCII)
        is_alone = self.name == "queens" and self.rows == self.columns and set(self.demands) == {"pieces"}
        return is_alone and number is not None and int(number.group(1)) == self.rows + int(number.group(2))


def read_plan(plan):
    """Checks that the plan has what the other checks read, and returns its problem."""
    for key, kind in (("problem", str), ("engine", str), ("units", int), ("figures", list), ("bundles", int), ("key", str)):
        if type(plan.get(key)) is not kind:
            raise Refused("the plan has no {} that is {}".format(key, kind.__name__))
    question = plan.get("question")
    if question not in ("count", "profile"):
        raise Refused("the plan has the question {!r}".format(question))
    if plan["engine"] not in ENGINES:
        raise Refused("no engine {!r} divides counts into units".format(plan["engine"][:40]))
    if plan["units"] < 0 or not 1 <= plan["bundles"] <= max(plan["units"], 1):
        raise Refused("the plan has {} bundles of {} units".format(plan["bundles"], plan["units"]))
    return Problem(plan["problem"])


def expected_weight(plan, problem):
    """Returns the number that the weights add up to, and its name; None if this program does not know it."""
    engine, question, size = plan["engine"], plan["question"], problem.standard_size()
    if engine == "pawns" and problem.has_pawns() and problem.rows > 1:
        return problem.rows * problem.rows, "the pairs of squares of two rows"
    if size is None or size < 2:
        return None
    if (engine, question) == ("join", "count"):
        # Smaller boards are one unit.
        return (corners(size), "the ways to share out the corners") if size >= 8 else None
    if (engine, question) == ("rows", "count"):
        return frames(size), "the ways to fill the border"
    if (engine, question) == ("rows", "profile"):
        return size * size, "the pairs of squares of two rows"
    return None


def check_figures(plan, problem, count, figures, checks):
    """Checks the levels of a profile, which have rules, and the figure of pawns."""
    if plan["question"] == "profile":
        holds = len(figures) == problem.rows + 1 and figures[0] == 1 and figures[-1] == count
        holds = holds and all(after <= problem.columns * before for before, after in zip(figures, figures[1:]))
        checks.check("levels of the profile", holds, "from 1 to the solutions, none too large")
    elif problem.has_pawns():
        holds = len(figures) == 1 and figures[0] % 8 == 0 and count <= figures[0] <= 8 * count
        checks.check("eighths of classes", holds, "a multiple of 8, from 1 to 8 for each solution")


def check_published(plan, problem, count, figures, checks):
    """Compares with published values; returns true if the count itself is published."""
    question, size = plan["question"], problem.standard_size()
    known = []
    if question in ("count", "profile") and size is not None and 1 <= size <= len(SOLUTIONS):
        known.append((SOLUTIONS[size - 1], "A000170", count))
    if question == "count" and problem.name == "torus" and not problem.demands and problem.rows == problem.columns:
        if 1 <= problem.rows <= len(TORUS):
            known.append((TORUS[problem.rows - 1], "A051906", count))
    if question == "profile" and size is not None and 1 <= size <= len(TREE_NODES):
        known.append((TREE_NODES[size - 1], "A319283", sum(figures)))
    for value, name, found in known:
        checks.check("published value", found == value, "{} ({})".format(value, name))
    if not known:
        print("-- published value: this program knows none for this count")
    return bool(known)


def check_sum(plan, problem, count, figures, checks):
    """Checks what the sum must be without any unit."""
    check_figures(plan, problem, count, figures, checks)
    is_published = check_published(plan, problem, count, figures, checks)
    size = problem.standard_size()
    if size is None:
        return
    if 2 <= size <= len(HALF_TURN):
        must_be = HALF_TURN[size - 1] % 8
        checks.check("sum modulo 8", count % 8 == must_be, "{}, must be {} (A032522)".format(count % 8, must_be))
    if size in LAW_SIZES and not is_published:
        law = math.exp(math.log(LAW_FACTOR) + math.lgamma(size + 1) - LAW_RATE * size)
        low, high = law * (1 - LAW_TOLERANCE), law * (1 + LAW_TOLERANCE)
        found = "{:.4e}, must be from {:.4e} to {:.4e}".format(count, low, high)
        checks.check("law of growth", low <= count <= high, found)


def check_units(lines, text, plan, problem, certificate, checks):
    """Checks the units, and the last line."""
    units, names = plan["units"], plan["figures"]
    records = hashlib.sha256()
    count, weights, nodes, figures = 0, 0, 0, [0] * len(names)
    for expected in range(units):
        line = next_line(lines, "unit {}".format(expected))
        try:
            unit, of_unit, weight, of_nodes, of_figures = unit_of(line, len(names))
        except ValueError as error:
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
    check_sum(plan, problem, count, figures, checks)
    of_plan, here = plan["weights"], expected_weight(plan, problem)
    if of_plan is not None:
        holds = weights == of_plan["sum"] == of_plan["must_be"]
        checks.check("weights add up to the number of the plan", holds, weights)
    elif here is None:
        print("-- weights: no independent number is known for this count")
    if here is not None:
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
        checks.check("plan of the certificate", certificate["plan"] == plan, plan["sha256"])
        problem = read_plan(plan)
        if next_line(lines, "the columns") != COLUMNS:
            raise Refused("line 4 names other columns")
        count = check_units(lines, text, plan, problem, certificate, checks)
    except Refused as refused:
        checks.check("archive", False, refused)
    except (KeyError, TypeError, AttributeError, ValueError, RecursionError) as error:
        checks.check("archive", False, "the plan or the certificate has another form ({!r})".format(error))
    for block in iter(lambda: file.read(1 << 16), b""):
        text.of_file.update(block)
    digest = text.of_file.hexdigest()
    if expected_digest is None:
        print("-- SHA-256 of the file: {}; compare it with the published one".format(digest))
    else:
        checks.check("SHA-256 of the file", digest == expected_digest.lower(), digest)
    print("consistent, nothing recomputed: {}".format(count) if checks.hold else "NOT CONSISTENT")
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
        print("{}: {}".format(plain(arguments.file), error.strerror), file=sys.stderr)
        return 2
    return 0 if holds else 1


if __name__ == "__main__":
    sys.exit(main())
