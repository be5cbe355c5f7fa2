"""The profile as one HTML page that needs nothing else: a flame chart of the calls, and the listing below it.

What is shown lies in the page as JSON; beside this file `page.html` has the script, `style.css` the style of all pages.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from html import escape
from pathlib import Path
from typing import Any

from .figures import Call, Profile
from .listing import summary

TEMPLATE = Path(__file__).with_name("page.html")
STYLE = Path(__file__).with_name("style.css")


def as_html(profiles: Sequence[Profile]) -> str:
    title = f"Profile of {profiles[0].name}" if profiles else "Profile"
    data = json.dumps([_profile(profile) for profile in profiles], ensure_ascii=False, separators=(",", ":"))
    page = TEMPLATE.read_text(encoding="utf-8").replace("{{style}}", STYLE.read_text(encoding="utf-8"))
    return page.replace("{{title}}", escape(title)).replace("{{data}}", data.replace("<", "\\u003c"))


def _profile(profile: Profile) -> dict[str, Any]:
    return {
        "name": profile.name,
        "summary": summary(profile),
        "lines": [
            [line.number, line.text, line.begun, line.statements, round(line.seconds * 1e6, 3)]
            for line in profile.lines
        ],
        "calls": _tree(profile.root),
    }


def _tree(call: Call) -> dict[str, Any]:
    """A frame: its name, its microseconds, its calls; below it what it called and, as leaves, its own lines."""
    leaves = [
        {"n": f"{line.number} {line.text}", "t": round(line.seconds * 1e6, 3), "c": line.statements, "l": line.number}
        for line in call.lines
    ]
    return {
        "n": call.name,
        "t": round(call.seconds * 1e6, 3),
        "c": call.calls,
        "l": call.line,
        "x": [*map(_tree, call.inner), *leaves],
    }
