# Runs a submission. One that reads the size prints its answer; of another the function of the size is called.
import inspect
import io
import re
import runpy
import sys

NAMES = ("solve", "queen", "solution")
SIZE = re.compile(r"n|size|k|num(ber)?|board_?size|n_?queens?|num_?queens", re.IGNORECASE)


def takes_size(function):
    """True if the function can be called with the size alone."""
    try:
        return bool(inspect.signature(function).bind(8).args)
    except (TypeError, ValueError):
        return False


def functions_of(names):
    """The functions of a submission that take the size; methods of a class without arguments, too."""
    own = [value for value in names.values() if getattr(value, "__module__", None) == "submission"]
    found = [value for value in own if inspect.isfunction(value)]
    for kind in own:
        if inspect.isclass(kind):
            try:
                made = kind()
            except TypeError:
                continue
            methods = inspect.getmembers(made, inspect.ismethod)
            found += [method for name, method in methods if not name.startswith("_")]
    return [function for function in found if takes_size(function)]


def called_function(path):
    """The function to call, if the submission does not read the size itself."""
    with open(path, encoding="utf-8", errors="replace") as file:
        source = file.read()
    if re.search(r"\bargv\b|\binput\s*\(|\bstdin\b", source):
        return None
    out, sys.stdout = sys.stdout, io.StringIO()
    try:
        found = functions_of(runpy.run_path(path, run_name="submission"))
        prints = sys.stdout.getvalue().strip() != ""
    finally:
        sys.stdout = out
    sized = [f for f in found if SIZE.fullmatch(next(iter(inspect.signature(f).parameters)))]
    # Of a program that prints, another function may be a part of the search.
    found = sized or ([] if prints else found)
    named = [f for f in found if any(name in f.__name__.lower() for name in NAMES)]
    return next(iter(named or found), None)


def print_answer(answer):
    """Prints the answer of a function: a number, or its solutions as one list."""
    if answer is None:
        return
    if not isinstance(answer, (int, str)):
        answer = [list(entry) if isinstance(entry, (tuple, set, frozenset)) else entry for entry in answer]
    print(answer)


def main():
    path, size = sys.argv[1], sys.argv[2]
    sys.argv = [path, size]
    sys.path.insert(0, path.rpartition("/")[0] or ".")
    function = called_function(path)
    if function is None:
        runpy.run_path(path, run_name="__main__")
    else:
        print_answer(function(int(size)))


main()
