"""Makes up archives whose digests, residues and sums of lines all fit, and has check_archive.py judge them.

The checker is beside this file. Prints a line for each forgery that is judged in another way than expected, then how many there
were. Each is a plan, a certificate and units; `forged` computes what an honest program would compute.
"""

import contextlib
import hashlib
import io
import json
import os
import sys
import time
import zlib

import check_archive

# A000170 and the estimate of Q(28) in docs/lab/join.md.
Q8, ESTIMATE_OF_Q28 = 92, 2560000000000000000

# Longest time of a judgement, in seconds.
LONGEST = 20


def sealed(value):
    """Returns an object with the SHA-256 of everything else."""
    value = dict(value, sha256="")
    text = json.dumps(value, ensure_ascii=False, separators=(",", ":"))
    return dict(value, sha256=hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest())


def gzip_of(body):
    zip_ = zlib.compressobj(9, zlib.DEFLATED, 31)
    file = bytearray(zip_.compress(body) + zip_.flush())
    file[8:10] = b"\x02\xff"
    return bytes(file)


def line_of(unit, count, weight, nodes, figures):
    def numbers(number):
        return "{} {} {}".format(number, number % 65521, number % 2147483647)

    weight = "-" if weight is None else weight
    return " ".join([str(unit), numbers(count), str(weight), str(nodes)] + [numbers(figure) for figure in figures])


def archive_of(plan, certificate, lines):
    """Returns an archive of these parts."""

    def one_line(value):
        return json.dumps(value, ensure_ascii=False, separators=(",", ":"))

    head = [check_archive.SCHEMA, "plan " + one_line(plan), "certificate " + one_line(certificate)]
    body = "".join(line + "\n" for line in head + [check_archive.COLUMNS] + lines).encode("utf-8", "surrogatepass")
    body += "end {} {}\n".format(len(lines), hashlib.sha256(body).hexdigest()).encode()
    return gzip_of(body)


def forged(problem="queens 8", counts=(40, 52), engine="join", question="count", unit_weights=None, figures=None, **changes):
    """Returns an archive of made-up units. `changes` are members of the plan, or of the certificate if they begin with `c_`."""
    weights = unit_weights
    if weights is None and problem.startswith("queens "):
        try:
            size = int(problem.split()[1])
            expected = {"join": check_archive.corners, "rows": check_archive.frames}[engine]
            weights = [expected(size) - len(counts) + 1] + [1] * (len(counts) - 1)
        except (KeyError, ValueError):
            weights = None
    weights = weights or [None] * len(counts)
    figures = figures or [[] for _ in counts]
    known = None if None in weights else {"sum": sum(weights), "must_be": sum(weights), "how": "made up"}
    plan = {
        "schema": "queens/plan/2",
        "problem": problem,
        "question": question,
        "engine": engine,
        "decomposition": 1,
        "units": len(counts),
        "figures": ["figure {}".format(i) for i in range(len(figures[0]))],
        "bundles": 1,
        "key": "0",
        "weights": known,
        "second_engine": [],
    }
    plan.update((key, value) for key, value in changes.items() if not key.startswith("c_"))
    plan = sealed(plan)
    units = list(zip(range(len(counts)), counts, weights, [7] * len(counts), figures))
    records = "".join(
        " ".join(str(number) for number in [unit, count] + of_unit) + "\n" for unit, count, _, _, of_unit in units
    )
    certificate = {
        "schema": "queens/campaign-certificate/2",
        "plan": plan,
        "count": str(sum(counts)),
        "figures": [str(sum(column)) for column in zip(*figures)],
        "nodes": 7 * len(counts),
        "records": hashlib.sha256(records.encode()).hexdigest(),
        "verified": 0,
        "published": [],
        "workers": [],
        "milliseconds": 0,
    }
    certificate.update((key[2:], value) for key, value in changes.items() if key.startswith("c_"))
    return archive_of(plan, sealed(certificate), [line_of(*unit) for unit in units])


def halves(number):
    return [number // 2, number - number // 2]


def deep(depth):
    value = []
    for _ in range(depth):
        value = [value]
    return value


def with_text(text):
    """Returns an archive with this text after the first line."""
    return gzip_of((check_archive.SCHEMA + "\n" + text).encode())


# What the checker must refuse, and a word of the line that says why.
REFUSED = {
    "28 queens, an odd sum": (forged("queens 28", halves(4197592619670516517)), "NO sum modulo 8"),
    "28 queens, 1 modulo 8": (forged("queens 28", halves(ESTIMATE_OF_Q28 + 1)), "NO sum modulo 8: 1, must be 0"),
    "28 queens, 4 modulo 8": (forged("queens 28", halves(ESTIMATE_OF_Q28 + 4)), "NO sum modulo 8: 4"),
    "28 queens, too many": (forged("queens 28", halves(2 * ESTIMATE_OF_Q28)), "NO law of growth"),
    "28 queens, too few": (forged("queens 28", halves(ESTIMATE_OF_Q28 // 10 * 9)), "NO law of growth"),
    "29 queens, as many as 28": (forged("queens 29", halves(ESTIMATE_OF_Q28)), "NO law of growth"),
    "8 queens, another sum": (forged(counts=halves(Q8 + 8)), "NO published value"),
    "8 queens with two blanks": (forged("queens  8", halves(Q8 + 8)), "not with a name, a blank and a size"),
    "8 queens with a blank before": (forged(" queens 8", halves(Q8 + 8)), "not with a name"),
    "8 queens without a name": (forged("8", halves(Q8 + 8)), "not with a name"),
    "8 queens with a colon": (forged("queens:8", halves(Q8 + 8)), "not with a name"),
    "8 queens as 8x8": (forged("queens 8x8", halves(Q8 + 8)), "the size is written"),
    "8 queens as 08": (forged("queens 08", halves(Q8 + 8)), "not with a name"),
    "8 queens in capitals": (forged("QUEENS 8", halves(Q8 + 8)), "not with a name"),
    "8 queens with a comment": (forged("queens 8\n# mine", halves(Q8 + 8)), "the problem has the line"),
    "8 queens with an empty line": (forged("queens 8\n", halves(Q8 + 8)), "the problem has the line"),
    "8 queens in two statements": (forged("variant: queens\nsize: 8", halves(Q8 + 8)), "not with a name"),
    "8 queens, rows said again": (forged("queens 8\nrows: 1", halves(Q8 + 8)), "NO published value"),
    "8 queens, by a total": (forged("queens 8\nrows: 0..1\ntotal: 8", halves(Q8 + 8)), "NO published value"),
    "8 queens, keys in another order": (forged("queens 8\ntotal: 8\nrows: 1", halves(Q8 + 8)), "in another place"),
    "8 queens by an engine of one's own": (forged(engine="mine", counts=halves(Q8 + 8)), "no engine"),
    "8 queens, an unknown question": (forged(question="counts", counts=halves(Q8 + 8)), "has the question"),
    "7 queens on a torus": (forged("torus 7", halves(36), "toroidal"), "NO published value"),
    "200,000,000 queens": (forged("queens 200000000", [1], "rows", unit_weights=[1]), "the plan counts 200000000 queens"),
    "200,000,000 queens by join": (forged("queens 200000000", [1], unit_weights=[1]), "the plan counts 200000000 queens"),
    "a size of 300 digits": (forged("queens " + "9" * 300, [1], unit_weights=[1]), "not with a name"),
    "no weights": (forged(unit_weights=[None, None]), "NO the same, counted here"),
    "weights that are too small": (forged(unit_weights=[1, 1]), "NO the same, counted here"),
    "weights of another number": (forged(unit_weights=[1, 1], weights={"sum": 1, "must_be": 1, "how": "made up"}), "NO the same, counted here"),
    "a sum that the units do not have": (forged(c_count="100"), "NO count"),
    "nodes that the units do not have": (forged(c_nodes=3), "NO nodes"),
    "more units than lines": (forged(units=3, bundles=1), "NO archive: line 7: 3 words, not 6"),
    "fewer units than lines": (forged(units=1), "NO SHA-256 of the text"),
    "a negative number of units": (forged(units=-1), "bundles of -1 units"),
    "a true number of units": (forged(units=True), "no units that is int"),
    "a profile that grows too fast": (
        forged("queens 4", [2], "rows", "profile", [16], [[1, 4, 6, 40, 2]]),
        "NO levels of the profile",
    ),
    "a profile with another sum": (
        forged("queens 4", [2], "rows", "profile", [16], [[1, 4, 5, 4, 2]]),
        "NO published value: 17 (A319283)",
    ),
    "pawns with impossible classes": (forged("queens 6\npieces: 7 queens, 1 pawn", [16], "pawns", "count", [36], [[12]]), "NO eighths"),
    "a problem with escape sequences": (forged("queens 8\x1b[31m\x1b]0;mine\x07"), "\\x1b[31m\\x1b]0;mine\\x07"),
    "a schema with escape sequences": (forged(schema="\x1b[2J"), "\\x1b[2J"),
    "an engine with escape sequences": (forged(engine="\x9b2J\u202e"), "\\x9b2J\\u202e"),
    "a plan of nested lists": (forged(key=deep(400)), "the plan has no key that is str"),
    "a plan of very many lists": (with_text("plan " + "[" * 200000 + "\n"), "NO archive"),
    "a number of a million digits": (with_text('plan {"a":' + "9" * 1000000 + "}\n"), "a number has 1000000 digits"),
    "a plan that is a list": (with_text("plan []\n"), "does not begin|begins with"),
    "a surrogate": (forged(key="\ud800"), "NO archive"),
}

# What is made up just as well, and consistent. The checker says no more than that.
CONSISTENT = {
    "8 queens in invented units": (forged(counts=[1, 91]), Q8),
    "8 queens by a total": (forged("queens 8\ntotal: 8", halves(Q8), unit_weights=[1809, 1]), Q8),
    "28 queens near the estimate": (forged("queens 28", halves(ESTIMATE_OF_Q28)), ESTIMATE_OF_Q28),
    "4 queens with their profile": (
        forged("queens 4", [2], "rows", "profile", [16], [[1, 4, 6, 4, 2]]),
        2,
    ),
}


def judged(file):
    """Returns what the checker prints and whether it accepts the archive, and the time that it takes."""
    out, begun = io.StringIO(), time.time()
    with contextlib.redirect_stdout(out):
        holds = check_archive.check_archive(io.BytesIO(file), None)
    return out.getvalue(), holds, time.time() - begun


def main():
    for what, (file, why) in REFUSED.items():
        text, holds, seconds = judged(file)
        is_refused = not holds and text.endswith("NOT CONSISTENT\n")
        is_plain = all(letter == "\n" or " " <= letter <= "~" for letter in text)
        said = any(word in text for word in why.split("|"))
        if not (is_refused and is_plain and said and seconds < LONGEST):
            print("refused?", what, seconds, ascii(text))
    for what, (file, count) in CONSISTENT.items():
        text, holds, seconds = judged(file)
        if not (holds and text.endswith("consistent, nothing recomputed: {}\n".format(count)) and seconds < LONGEST):
            print("consistent?", what, seconds, ascii(text))
    print("judged", len(REFUSED), len(CONSISTENT))


def write_all(folder):
    """Writes the archives into files, for the reader of the program."""
    for kind, archives in (("refused", REFUSED), ("consistent", CONSISTENT)):
        for what, (file, _) in archives.items():
            with open(os.path.join(folder, "{} {}.gz".format(kind, what)), "wb") as out:
                out.write(file)


if len(sys.argv) > 1:
    write_all(sys.argv[1])
else:
    main()
