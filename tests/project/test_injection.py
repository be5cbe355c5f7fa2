"""What a stranger writes into a program, a file's name or a data file stays text: in Python, HTML, JSON, XML and RTF,
and on a terminal."""

from __future__ import annotations

import contextlib
import io
import json
import re
from html.parser import HTMLParser
from pathlib import Path
from xml.etree import ElementTree

import pytest
from comparing import compare

import basic
from basic.cli import main

STRINGS = [
    "</script><script>open('stolen')</script>", "<img src=x onerror=alert(1)>", "'><svg onload=alert(1)>",
    "--><!--", "]]><x/>", "</pre></td></html>", "&lt;b&gt;&amp;", "{{data}}{{style}}{{title}}", "</style><style>",
    "'+open('stolen','w').name+'", "'''+open('stolen','w')+'''", "\\", "\\'", "\\n\\x1b[2J\\u003c",
    "{open('stolen','w')}", "{0.__class__}%s%(x)s", "$(touch stolen)", "`touch stolen`", "; touch stolen #",
    "|touch stolen", "{\\rtf1 \\object}", "\\u0000\\uffff", "\x1b]0;title\x07", "\x1b[2J\x1b[31m", "\x9b31m\x85\x90",
    "\r\x1b[A hidden", "# type: ignore\x0cimport os", "\x1a\x00\x7f", "✂\u202eabc",
]  # fmt: skip
ACTING = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f]")


class Text(HTMLParser):
    """The text of a page, whose scripts and styles are its own, and whose elements neither act nor load anything."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.count = {"script": 0, "style": 0}
        self.text = ""
        self.feed(page)

    def handle_starttag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        assert tag not in ("img", "svg", "x", "iframe", "object"), tag
        for name, value in attributes:
            assert not name.startswith("on") and name != "src", name
            assert name != "href" or (value or "").startswith("#"), value
        if tag in self.count:
            self.count[tag] += 1

    def handle_data(self, data: str) -> None:
        self.text += data


def spoken(text: str) -> str:
    """As a program's line can hold it."""
    return "".join(char for char in text if char not in "\r\n\x00\x1a\"")


def program(here: Path, evil: str) -> Path:
    text = spoken(evil)
    path = here / "P.BAS"
    lines = [f"10 REM {text}", f'20 PRINT "{text}"', f"30 '{text}", f'40 DATA "{text}"', "50 READ A$: PRINT A$"]
    path.write_text("\n".join(lines) + "\n", "utf-8", newline="\n")
    return path


@pytest.mark.parametrize("evil", STRINGS)
def test_pages_and_reports(here: Path, evil: str, capsys: pytest.CaptureFixture[str]) -> None:
    path = program(here, evil)
    (here / "x.py").write_text(f"print({spoken(evil)!r} + 'x')\n", "utf-8")
    (here / "in.txt").write_text(evil + "\n", "utf-8")
    outputs = ["--html", "c.html", "--json", "c.json", "--junit", "c.xml"]
    assert compare(path, "x.py", "--input", "in.txt", *outputs) == 1
    assert main(["list", str(path), "--html", "-o", "l.html"]) == 0
    assert main(["list", str(path), "--rtf", "-o", "l.rtf"]) == 0
    assert main(["profile", str(path), "--html", "p.html", "--json", "p.json", "-o", "p.txt"]) == 0
    shown = capsys.readouterr()
    kept = re.sub(r"\s", "", max(re.split(r"[^ -~]", spoken(evil)), key=len))  # what no page writes otherwise
    for name, scripts in (("c.html", 0), ("l.html", 0), ("p.html", 2)):
        page = Text((here / name).read_text("utf-8"))
        assert (page.count["script"], page.count["style"]) == (scripts, 1)
        assert name == "p.html" or kept in re.sub(r"\s", "", page.text)
    for name in ("c.json", "p.json"):
        json.loads((here / name).read_text("utf-8"))
    assert ElementTree.parse(here / "c.xml").getroot().tag == "testsuites"
    rtf = (here / "l.rtf").read_text("ascii")
    assert rtf.startswith("{\\rtf") and "\\object" not in rtf.replace("\\\\object", "")
    depth = 0
    for brace in re.findall(r"\\[\\{}]|[{}]", rtf):
        depth += {"{": 1, "}": -1}.get(brace, 0)
        assert depth >= 0
    assert depth == 0
    assert not ACTING.search(shown.err)
    assert not (here / "stolen").exists()


@pytest.mark.parametrize("evil", STRINGS)
def test_ports(here: Path, evil: str) -> None:
    """The Python that is written says what the program says, and does no more."""
    source = program(here, evil).read_text("utf-8")
    expected = basic.run(source).text
    for exact in (False, True):
        python = basic.to_python(source, exact)
        (here / "port.py").write_text(python, "utf-8")
        shown = io.TextIOWrapper(io.BytesIO(), encoding="utf-8", newline="")
        with contextlib.redirect_stdout(shown), contextlib.suppress(SystemExit):
            exec(compile(python, "port.py", "exec"), {"__name__": "__main__"})
        shown.flush()
        assert shown.buffer.getvalue().decode("utf-8").replace("\r\n", "\n") == expected
    assert not (here / "stolen").exists()


@pytest.mark.parametrize("evil", STRINGS)
def test_what_is_told(here: Path, evil: str, capsys: pytest.CaptureFixture[str]) -> None:
    """Programs and names in messages: nothing in them acts on a terminal."""
    named = here / (evil.replace("/", "").replace("\x00", "")[:40] + ".BAS")
    named.write_text(f"10 PRNT {spoken(evil)}\n20 CALL X '{spoken(evil)}\n", "utf-8")
    assert main(["check", str(named)]) == 1
    (here / "names").write_text(f"{spoken(evil)} = {spoken(evil)}\n", "utf-8")
    assert main(["port", str(named), "-o", "x.py", "--names", "names", "--map", "map"]) in (0, 2)
    assert main(["renum", str(named)]) == 0
    assert main(["convert", str(named), "--to", "tokenised", "-o", "x.bas"]) == 0
    assert main(["compare", str(named), "--expected", str(named), "--all"]) == 1
    assert main(["fmt", "--check", str(named)]) in (0, 1)
    assert main(["list", str(named)]) == 0
    assert main(["run", f"{named}x"]) == 2
    assert main(["compare", f"{named}x", "--port"]) == 2
    assert main(["help", f"x{evil}"]) == 2
    shown = capsys.readouterr()
    assert not ACTING.search(shown.out + shown.err)
    assert main(["check", "--json", str(named)]) == 1
    json.loads(capsys.readouterr().out)
    assert not (here / "stolen").exists()
