#!/usr/bin/env python3
"""Holds the dependencies of the workspace and of the Python package against deny.toml: licences, one version of each crate,
and sources.

Also that none needs a newer Rust than the workspace promises, and that the Python package is optimised as the command is.
All platforms and features count, as in Cargo.lock.
Prints each fault and ends with status 1 if there is one. Python 3.11 or newer, nothing else.
"""

import json
import re
import subprocess
import sys
import tomllib
from collections import defaultdict
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent


def is_allowed(expression, allowed):
    """Whether the SPDX expression of a licence can be met by the licences in `allowed`; `/` is an old OR."""
    tokens = re.findall(r"[()]|[^\s()]+", expression.replace("/", " OR "))

    def either():
        value = both()
        while tokens and tokens[0] == "OR":
            tokens.pop(0)
            value = both() or value
        return value

    def both():
        value = term()
        while tokens and tokens[0] == "AND":
            tokens.pop(0)
            value = term() and value
        return value

    def term():
        if tokens[0] == "(":
            tokens.pop(0)
            value = either()
            tokens.pop(0)
            return value
        licence = tokens.pop(0)
        if tokens and tokens[0] == "WITH":
            licence += f" WITH {tokens[1]}"
            del tokens[:2]
        return licence in allowed

    return either()


def numbers(version):
    """The numbers of a version: 1.90 is (1, 90, 0)."""
    release = re.split(r"[-+]", version)[0]
    return tuple(([int(part) for part in release.split(".")] + [0, 0])[:3])


def licence_faults(packages, rules):
    for package in packages:
        licence = package["license"]
        if licence is None or not is_allowed(licence, rules["allow"]):
            yield f"{named(package)}: the licence {licence} is not allowed"


def version_faults(packages, rules):
    versions = defaultdict(set)
    for package in packages:
        versions[package["name"]].add(package["version"])
    skipped = [entry["crate"].split("@") for entry in rules["skip"]]
    for name, several in sorted(versions.items()):
        if len(several) == 1:
            continue
        prefixes = [f"{version}." for crate, version in skipped if crate == name]
        left = [version for version in several if not any(version.startswith(prefix) for prefix in prefixes)]
        if len(left) > 1:
            yield f"{name}: several versions, {', '.join(sorted(left, key=numbers))}"


def source_faults(packages, rules):
    allowed = {f"registry+{registry}" for registry in rules["allow-registry"]}
    for package in packages:
        # Crates of the workspace have no source.
        source = package["source"]
        manifest = Path(package["manifest_path"])
        inside = any(manifest.is_relative_to(ROOT / folder) for folder in ("crates", "python"))
        if not (source in allowed or source is None and inside):
            yield f"{named(package)}: comes from {source or package['manifest_path']}"


def rust_version_faults(packages, promised):
    for package in packages:
        needed = package["rust_version"]
        if needed and numbers(needed) > numbers(promised):
            yield f"{named(package)}: needs Rust {needed}, the workspace promises {promised}"


def profile_faults(ours, theirs):
    """Crates whose optimisation differs between the wheel and the command of a release; Cargo shares no profiles between workspaces."""
    command = ["cargo", "tree", "--locked", "--edges", "normal", "--prefix", "none", "--format", "{p}"]
    lines = subprocess.run(command, cwd=ROOT / "python", check=True, stdout=subprocess.PIPE, text=True).stdout.splitlines()
    for name in sorted({line.split()[0] for line in lines if line} & ours.keys()):
        if theirs.get(name) != ours[name]:
            yield f"python/Cargo.toml: [profile.release.package] needs {name} = {ours[name]}, as in the profiles release and dist at the root"


def named(package):
    return f"{package['name']} {package['version']}"


def packages_of(folder):
    """All packages that the lock file in `folder` names."""
    command = ["cargo", "metadata", "--format-version", "1", "--locked", "--all-features"]
    return json.loads(subprocess.run(command, cwd=folder, check=True, stdout=subprocess.PIPE).stdout)["packages"]


def main():
    rules = tomllib.loads((ROOT / "deny.toml").read_text())
    workspace, python = (tomllib.loads((ROOT / folder / "Cargo.toml").read_text()) for folder in ("", "python"))
    promised = workspace["workspace"]["package"]["rust-version"]
    profiles = workspace["profile"]
    released = profiles["release"]["package"] | profiles["dist"]["package"]
    faults, names = {}, set()
    for folder in (ROOT, ROOT / "python"):
        packages = packages_of(folder)
        names.update(named(package) for package in packages)
        found = [
            *licence_faults(packages, rules["licenses"]),
            *version_faults(packages, rules["bans"]),
            *source_faults(packages, rules["sources"]),
            *rust_version_faults(packages, promised),
        ]
        faults.update(dict.fromkeys(found))
    faults.update(dict.fromkeys(profile_faults(released, python["profile"]["release"]["package"])))
    for fault in faults:
        print(fault, file=sys.stderr)
    if faults:
        sys.exit(1)
    print(f"{len(names)} crates keep the rules of deny.toml")


if __name__ == "__main__":
    main()
