"""The BASIC programs as files: what a tokeniser and a careless editor would trip over."""

import re

import pytest
from paths import PROGRAMS

# Line ends are CR LF, as DOS and the tokeniser want them.
LISTINGS = sorted((PROGRAMS).glob("*.BAS"))


@pytest.mark.parametrize("path", LISTINGS, ids=lambda path: path.name)
def test_lines_rise_and_jumps_have_targets(path):
    lines = path.read_bytes().decode("ascii").split("\r\n")
    assert lines.pop() == ""
    assert all("\n" not in line and len(line) <= 255 for line in lines)
    numbers = [int(line.split()[0]) for line in lines]
    assert numbers == sorted(set(numbers))
    for line in lines:
        code = re.sub(r'"[^"]*"|\bREM\b.*|\'.*|ON ERROR GOTO 0', "", line)
        for targets in re.findall(r"(?:GOTO|GOSUB|THEN|ELSE|RESTORE|RESUME) (\d+(?:, *\d+)*)", code):
            assert {int(target) for target in targets.split(",")} <= set(numbers), line
