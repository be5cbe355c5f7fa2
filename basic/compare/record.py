"""The comparison as JSON.

    {
      "equal": false, "status": 1,            0 equal, 1 different, 2 an input was too short, 3 something was stopped
      "comparison": {"blanks": false, "case": false, "digits": 0},     what was not looked at
      "numbers": "gw",                        the arithmetic of the BASIC side
      "pairs": [{
        "program": "PENTA.BAS", "port": "/.../pyport/penta.py", "equal": false, "kind": "different", "problem": "",
        "origin": "declared", "seed": null,   declared, file, random (with its seed) or none
        "branches": null,                     {"taken": 31, "of": 40} of random inputs
        "results": [{
          "program": "PENTA.BAS", "options": [], "name": "1,5", "input": "1,5\\n", "equal": false, "short": false,
          "kind": "different", "digits": 0,
          "remarks": ["the transcripts differ from line 3, column 5 on"],
          "difference": {"line": [3, 3], "column": [5, 5], "basic": "    0", "port": "    1"},      or null
          "basic": {"text": "...", "end": "end", "status": 0, "message": "", "seconds": 0.01},
          "port": {"text": "...", "end": "end", "status": 0, "message": "", "seconds": 0.01},
          "changed": [[" .3333334 ", " .3333333 "]]        lines in the old and in the other arithmetic
        }]
      }]
    }

`kind` is equal, digits (equal but for the last digits of so many numbers, "digits"), different or short. With --digits
numbers are forgiven: "digits" then counts them where all is equal, too.

"files" of a side has those that it wrote, a character a byte.

Lines and columns count from 1, on the BASIC side and on the port's. `end` is end, error (a BASIC error), input (it read
past the end of its input), limit (it was stopped) or crash.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import asdict
from typing import Any

from .comparison import Comparison, Result, Settings


def as_json(comparisons: Sequence[Comparison], settings: Settings) -> str:
    """The whole comparison."""
    document = {
        "equal": all(comparison.equal for comparison in comparisons),
        "status": max(comparison.status for comparison in comparisons),
        "comparison": asdict(settings.loose),
        "numbers": settings.numbers,
        "pairs": [_pair(comparison) for comparison in comparisons],
    }
    return json.dumps(document, indent=1, ensure_ascii=False) + "\n"


def _pair(comparison: Comparison) -> dict[str, Any]:
    port = comparison.pair.port
    return {
        "program": comparison.pair.name,
        "port": (port.shown if port.command else str(port.path)) if port else None,
        "equal": comparison.equal,
        "kind": comparison.kind,
        "problem": comparison.problem,
        "origin": comparison.inputs.origin,
        "seed": comparison.inputs.seed,
        "branches": asdict(comparison.inputs.branches) if comparison.inputs.branches else None,
        "results": [_result(result) for result in comparison.results],
    }


def _result(result: Result) -> dict[str, Any]:
    return {
        "program": result.program.name,
        "options": list(result.options),
        "name": result.name,
        "input": result.input,
        "equal": result.equal,
        "short": result.short,
        "kind": result.kind,
        "digits": result.digits,
        "remarks": result.remarks,
        "difference": _difference(result),
        "basic": asdict(result.basic),
        "port": asdict(result.port),
        "changed": [[row.left, row.right] for row in result.changed],
    }


def _difference(result: Result) -> dict[str, Any] | None:
    place = result.place
    if place is None:
        return None
    row = result.rows[place.row]
    columns = [column + 1 for column in place.column]
    return {"line": list(place.line), "column": columns, "basic": row.left, "port": row.right}
