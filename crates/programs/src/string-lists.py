# Lists as text: the queens' columns and diagonals in three strings.
# Source: "N-Queens revision on xt", XSL-List (XSLT), 1999.
import sys

argument = sys.argv[1] if len(sys.argv) > 1 else "8"
n = int(argument) if argument.isdecimal() else 0
if not 1 <= n <= 32:
    sys.exit("n is at most 32 and at least 1")


def queens(texts, length):
    if length == n:
        return 1  # solution
    solutions = 0
    for number in range(1, n + 1):
        numbers = [number, number + length, n + number - length]
        # A comma on both sides: 1 is not in ",12,".
        if any(f",{item}," in text for text, item in zip(texts, numbers)):
            continue  # reject
        copies = [f"{text}{item}," for text, item in zip(texts, numbers)]  # place
        solutions += queens(copies, length + 1)
        del copies  # remove
    return solutions


print(queens([",", ",", ","], 0))
