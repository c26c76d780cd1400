"""Gecode through MiniZinc, with the model `queens.mzn`."""

import pathlib
import subprocess
import tempfile

import model

rows = model.read_rows()
sets = ",".join("{" + ",".join(map(str, columns)) + "}" for columns in rows)
with tempfile.NamedTemporaryFile("w", suffix=".dzn") as data:
    data.write(f"n = {len(rows)};\nopen = [{sets}];\n")
    data.flush()
    command = ["minizinc", "--solver", "gecode", "--unsatisfiable-msg", "none",
               "--soln-sep", "", str(pathlib.Path(__file__).with_name("queens.mzn")), data.name]
    subprocess.run(command, check=True)
