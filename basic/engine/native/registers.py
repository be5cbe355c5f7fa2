"""Values in LLVM's registers: the lines of code that make them, and from one kind to another.

A value is a whole number in a 64-bit register, with its bounds; a single in an IEEE double; a double as two words;
or a string as an address and a length. Whatever can fail leads to the exit of the statement (`require`), before which
nothing has been changed: Python then carries out the whole statement.
"""

from __future__ import annotations

from ...record import record
from ...values.double import from_single
from .doubles import DOUBLE, ZERO
from .singles import constant, number
from .support import TEXT
from .words import MOST, packed

WIDEST = 1 << 62  # in registers
EXACT = 1 << 24
REGISTER = {"i": "i64", "f": "double", "d": DOUBLE, "t": TEXT}
INTEGER = (-32768, 32767)


class Unsupported(Exception):
    """This statement is left to Python."""


@record
class Value:
    kind: str  # i f d t
    code: str  # a register or a constant
    low: int = -WIDEST  # of i
    high: int = WIDEST
    condition: str = ""  # the truth of a comparison, where BASIC has -1 and 0
    whole: bool = False  # of f

    @property
    def type(self) -> str:
        return REGISTER[self.kind]

    def within(self, low: int, high: int) -> bool:
        return low <= self.low and self.high <= high


class Registers:
    """Writes code, statement by statement."""

    def __init__(self) -> None:
        self.lines: list[str] = []
        self._registers = 0
        self._exit = ""

    def begin(self, exit_label: str) -> None:
        """A new statement, which leaves by that label."""
        self.lines = []
        self._exit = exit_label

    def new(self) -> str:
        self._registers += 1
        return f"%t{self._registers}"

    def label(self) -> str:
        self._registers += 1
        return f"b{self._registers}"

    def put(self, code: str) -> str:
        """A line that gives a value; its register."""
        register = self.new()
        self.lines.append(f"  {register} = {code}")
        return register

    def do(self, code: str) -> None:
        self.lines.append(f"  {code}")

    def place(self, label: str) -> None:
        self.lines.append(f"{label}:")

    def require(self, condition: str) -> None:
        """Leave unless it is so."""
        if condition == "true":
            return
        on = self.label()
        self.do(f"br i1 {condition}, label %{on}, label %{self._exit}, !prof !0")
        self.place(on)

    # -- conversions ----------------------------------------------------------------------------------------------

    def checked(self, kind: str, function: str, *operands: str) -> str:
        """The result of an operation (`checks.py`): leave if it is out of range, but what is next to nothing is 0."""
        register = self.new()
        self.do(f"{register} = checked {kind} @{function}({', '.join(operands)}), label %{self._exit}")
        return register

    def integer(self, value: Value) -> Value:
        """A 16-bit integer."""
        if value.kind == "i" and value.within(*INTEGER):
            return value
        rounded = self.whole(value)
        self.bounded(rounded, *INTEGER)
        return Value("i", rounded.code, max(rounded.low, -32768), min(rounded.high, 32767))

    def byte(self, value: Value) -> Value:
        rounded = self.whole(value)
        if not rounded.within(0, 255):
            self.require(self.put(f"icmp ule i64 {rounded.code}, 255"))
        return Value("i", rounded.code, max(rounded.low, 0), min(rounded.high, 255))

    def bounded(self, value: Value, low: int, high: int) -> None:
        """Leave if a whole number is outside."""
        if not value.within(low, high):
            shifted = self.put(f"sub i64 {value.code}, {low}")
            self.require(self.put(f"icmp ule i64 {shifted}, {high - low}"))

    def single(self, value: Value) -> Value:
        if value.kind == "f":
            return value
        if value.kind == "i":
            if value.code.lstrip("-").isdigit():
                return Value("f", constant(float(value.code)), whole=True)
            return Value("f", self.put(f"sitofp i64 {value.code} to double"), whole=True)
        if value.kind == "d":
            return Value("f", self.checked("double", "d_to_single", f"{DOUBLE} {value.code}"))
        raise Unsupported

    def double(self, value: Value) -> Value:
        if value.kind == "d":
            return value
        if value.kind == "i":
            if value.code.lstrip("-").isdigit():
                return self.double_constant(int(value.code) << 184)
            return Value("d", self.put(f"call {DOUBLE} @d_from_whole(i64 {value.code})"))
        if value.kind == "f":
            if value.code.startswith("0x"):
                return self.double_constant(from_single(number(value.code)))
            return Value("d", self.put(f"call {DOUBLE} @d_from_single(double {value.code})"))
        raise Unsupported

    def nonzero(self, double: Value) -> str:
        """Whether a double is not 0."""
        if double.code.startswith("{"):
            return "false" if double.code == ZERO else "true"
        mantissa = self.put(f"extractvalue {DOUBLE} {double.code}, 0")
        return self.put(f"icmp ne i64 {mantissa}, 0")

    def double_constant(self, value: int) -> Value:
        mantissa, exponent = packed(value)
        return Value("d", f"{{i64 {mantissa}, i64 {exponent}}}")

    def counted(self, value: Value) -> Value:
        """As a whole single in a register."""
        if value.kind == "f":
            if not value.whole:
                raise Unsupported
            size = self.put(f"call double @llvm.fabs.f64(double {value.code})")
            self.require(self.put(f"fcmp ole double {size}, {constant(float(MOST))}"))
            return Value("i", self.put(f"fptosi double {value.code} to i64"), -MOST, MOST)
        if value.kind != "i":
            raise Unsupported
        self.bounded(value, -MOST, MOST)
        return value

    def whole(self, value: Value) -> Value:
        """A subscript: rounded; what does not fit becomes too large for every array."""
        if value.kind == "i":
            return value
        if value.kind == "f":
            return Value("i", self.put(f"call i64 @s_integer(double {value.code})"))
        if value.kind == "d":
            return Value("i", self.put(f"call i64 @d_integer({DOUBLE} {value.code})"))
        raise Unsupported
