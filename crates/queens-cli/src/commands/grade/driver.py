# Runs a submission with the size as its argument. If it prints nothing, calls its function.
import inspect
import runpy
import sys

NAMES = ("solve", "queen", "solution")


class Printed:
    """Standard output that knows whether something was printed."""

    def __init__(self, out):
        self.out, self.any = out, False

    def write(self, text):
        self.any = self.any or bool(text.strip())
        return self.out.write(text)

    def __getattr__(self, name):
        return getattr(self.out, name)


def takes_size(function):
    """True if the function can be called with the size alone."""
    try:
        inspect.signature(function).bind(8)
        return True
    except (TypeError, ValueError):
        return False


def functions_of(names):
    """The functions of a submission that take the size; methods of a class without arguments, too."""
    own = [value for value in names.values() if getattr(value, "__module__", None) == "__main__"]
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


def answer_of(function, size):
    """The answer of a function: a number, or its solutions as one list."""
    answer = function(size)
    if isinstance(answer, (int, str)) or answer is None:
        return answer
    return [list(entry) if isinstance(entry, (tuple, set, frozenset)) else entry for entry in answer]


def main():
    path, size = sys.argv[1], sys.argv[2]
    sys.argv = [path, size]
    sys.path.insert(0, path.rpartition("/")[0] or ".")
    printed = sys.stdout = Printed(sys.stdout)
    names = runpy.run_path(path, run_name="__main__")
    if printed.any:
        return
    found = functions_of(names)
    named = [f for f in found if any(name in f.__name__.lower() for name in NAMES)] or found
    if not named:
        return
    answer = answer_of(named[0], int(size))
    if answer is not None:
        print(answer)


main()
