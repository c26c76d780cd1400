#!/usr/bin/env python3
"""Largest bodies that each address of the API takes: the memory that the server needs for them, and whether it answers others meanwhile.

    python3 benches/bodies/bodies.py target/release/queens [--seconds 3] [--only count,verify]

For each address a server is started, and every key filled with every shape up to the bound of the address; that is sent once, and to
another server eight times at once. A line tells the most memory beyond that of the idle server (VmHWM of /proc, in MB), and the statuses.
How long `/healthz` took, asked every 20 ms, stands at the beginning for an idle server and at the end. Exits with 1 if a bound is missed:
150 MB for one, 400 MB for eight, 50 ms for 99 of 100 `/healthz`. Linux only; needs Python 3.9 and nothing else.
"""

import argparse
import collections
import http.client
import json
import multiprocessing
import re
import subprocess
import sys
import threading
import time

ONE_MB, EIGHT_MB, HEALTH_MS = 150, 400, 50
JSON = {"content-type": "application/json"}
LONG = ["solutions", "puzzle", "png"]


def repeated(begin, piece, end):
    """Shape that repeats `piece`, with commas between."""
    return lambda size: begin + ",".join([piece] * max(1, (size - len(begin + end)) // (len(piece) + 1))) + end


SHAPES = {
    "objects": repeated("[", '{"":0}', "]"),
    "numbers": repeated("[", "0", "]"),
    "pairs": repeated("[", "[0,0]", "]"),
    "words": repeated("[", '"a"', "]"),
    "solutions": repeated("[", "[1,3,0,2]", "]"),
    "nested": lambda size: "[" * (size // 2) + "]" * (size // 2),
    "keys": lambda size: "{" + ",".join(f'"{number:06}":0' for number in range((size - 2) // 11)) + "}",
    "letters": lambda size: '"' + "A" * (size - 2) + '"',
    "lines": lambda size: '"' + "A\\n" * ((size - 2) // 3) + '"',
    "escapes": lambda size: '"' + "\\u0041" * ((size - 2) // 6) + '"',
    "texts of objects": lambda size: '"[' + ",".join(['{\\"\\":0}'] * ((size - 4) // 9)) + ']"',
    "givens": lambda size: '"queens 256\\ngivens:' + " a1" * ((size - 40) // 3) + '"',
    "lists": lambda size: '"' + "1 3 0 2\\n" * ((size - 2) // 9) + '"',
}


class Server:
    def __init__(self, options):
        command = [options.command, "serve", "--addr", "127.0.0.1:0", "--answer-time", f"{options.seconds}s"]
        self.process = subprocess.Popen(command, stderr=subprocess.PIPE, text=True)
        self.port = int(re.search(r":(\d+) ", self.process.stderr.readline()).group(1))

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.process.terminate()
        self.process.wait()

    def memory(self, name):
        """VmRSS or VmHWM, in MB."""
        with open(f"/proc/{self.process.pid}/status") as status:
            return int(re.search(rf"{name}:\s+(\d+) kB", status.read()).group(1)) / 1000

    def forget_peak(self):
        with open(f"/proc/{self.process.pid}/clear_refs", "w") as file:
            file.write("5")


def keys(description, schema):
    """The names of all keys of a schema and of its parts."""
    if "$ref" in schema:
        schema = description["components"]["schemas"][schema["$ref"].split("/")[-1]]
    found = list(schema.get("properties", {}))
    for part in schema.get("allOf", []) + schema.get("oneOf", []):
        found += keys(description, part)
    return sorted(set(found))


def bodies(description, operation):
    """Every key in every shape, beside the example, up to the bound; then many keys."""
    said = operation["requestBody"]
    bound = int(re.search(r"(\d+) KiB", said["description"]).group(1)) << 10
    content = said["content"]["application/json"]
    for key in keys(description, content["schema"]):
        others = json.dumps({name: value for name, value in content["example"].items() if name != key})[1:-1]
        begin, end = "{" + others + ("," if others else "") + f'"{key}":', "}"
        for name, shape in SHAPES.items():
            # Most addresses take 256 KiB, and longer is only what some keys hold.
            size = bound if key in LONG else min(bound, 256 << 10)
            body = begin + shape(size - len(begin) - len(end)) + end
            assert len(body) <= bound, (key, name)
            yield f"{key}: {name}", body
    yield "many keys", SHAPES["keys"](bound)


def ask(port, engine, path, body=None):
    """Status and body; status 0 if the connection broke."""
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=60)
    try:
        connection.request(engine, path, body, JSON if body else {})
        answer = connection.getresponse()
        return answer.status, answer.read()
    except OSError:
        return 0, b""
    finally:
        connection.close()


def watch(port, over, times):
    """Asks `/healthz` until it is over, in a process of its own; then sends what each took, in milliseconds."""
    took = []
    while not over.is_set():
        begun = time.monotonic()
        status, _ = ask(port, "GET", "/healthz")
        took.append((time.monotonic() - begun if status == 200 else 60) * 1000)
        time.sleep(0.02)
    times.send(took)


class Watch:
    def __init__(self, port):
        self.over, (self.times, times) = multiprocessing.Event(), multiprocessing.Pipe(duplex=False)
        self.process = multiprocessing.Process(target=watch, args=(port, self.over, times))
        self.process.start()

    def end(self):
        """What `/healthz` took, in milliseconds."""
        self.over.set()
        took = self.times.recv()
        self.process.join()
        return took


def told(name, took):
    """Prints what `/healthz` took, and returns it for 99 of 100."""
    took.sort()
    most = took[len(took) * 99 // 100]
    print(f"/healthz {name}: {len(took)} times, median {took[len(took) // 2]:.1f} ms, 99 of 100 within {most:.1f} ms, at most {took[-1]:.0f} ms", flush=True)
    return most


def measure(server, path, asked, times):
    """Most memory more than that of the idle server, in MB, with the name of the body; the statuses; what `/healthz` took."""
    statuses, idle, peak = collections.Counter(), server.memory("VmRSS"), (0, "")
    watcher = Watch(server.port)
    for name, body in asked:
        server.forget_peak()
        threads = [threading.Thread(target=lambda: statuses.update([ask(server.port, "POST", path, body)[0]])) for _ in range(times)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        peak = max(peak, (server.memory("VmHWM") - idle, name))
    return peak, statuses, watcher.end()


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("command")
    parser.add_argument("--seconds", type=int, default=3)
    parser.add_argument("--only", default="")
    options = parser.parse_args()
    only = [name for name in options.only.split(",") if name]
    with Server(options) as server:
        description = json.loads(ask(server.port, "GET", "/openapi.json")[1])
        watcher = Watch(server.port)
        time.sleep(5)
        told("of an idle server", watcher.end())
    most, took = {1: 0, 8: 0}, []
    for path, item in description["paths"].items():
        operation = item.get("post")
        if operation is None or (only and path.removeprefix("/api/v1/") not in only):
            continue
        line, statuses = f"{path:28}", collections.Counter()
        for times in most:
            # What an allocator keeps of other bodies is not counted.
            with Server(options) as server:
                (peak, name), answers, times_took = measure(server, path, bodies(description, operation), times)
            most[times] = max(most[times], peak)
            line += f"  {times} at once {peak:4.0f} MB ({name})"
            statuses.update(answers)
            took += times_took
        print(f"{line}  {dict(statuses)}", flush=True)
    health = told("meanwhile", took)
    print(f"at most {most[1]:.0f} MB more for one, {most[8]:.0f} MB for eight at once")
    sys.exit(1 if most[1] > ONE_MB or most[8] > EIGHT_MB or health > HEALTH_MS else 0)


if __name__ == "__main__":
    main()
