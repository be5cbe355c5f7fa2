"""Strings in native code: joined, cut and compared in buffers of the machine's stack."""

from __future__ import annotations

from .registers import Registers, Unsupported, Value
from .support import TEXT


class Texts(Registers):
    """Writes the code of strings."""

    def __init__(self) -> None:
        super().__init__()
        self.constants: dict[str, str] = {}  # the texts of the program, and their names
        self.most_buffers = 0
        self._buffers = 0

    def begin(self, exit_label: str) -> None:
        super().begin(exit_label)
        self._buffers = 0

    def text(self, text: str) -> Value:
        name = self.constants.setdefault(text, f"@text{len(self.constants)}")
        return Value("t", f"{{ptr {name}, i64 {len(text)}}}")

    def buffer(self) -> str:
        """Room for a string that is being put together."""
        self._buffers += 1
        self.most_buffers = max(self.most_buffers, self._buffers)
        return f"%buffer{self._buffers}"

    def parts(self, value: Value) -> tuple[str, str]:
        """Address and length of a string."""
        return self.put(f"extractvalue {TEXT} {value.code}, 0"), self.put(f"extractvalue {TEXT} {value.code}, 1")

    def copy(self, target: str, source: str, length: str) -> None:
        self.do(f"call void @llvm.memmove.p0.p0.i64(ptr {target}, ptr {source}, i64 {length}, i1 false)")

    def _pair(self, address: str, length: str) -> Value:
        return Value("t", self.put(f"call {TEXT} @t_pair(ptr {address}, i64 {length})"))

    def concatenate(self, left: Value, right: Value) -> Value:
        (a, an), (b, bn) = self.parts(left), self.parts(right)
        length = self.put(f"add i64 {an}, {bn}")
        self.require(self.put(f"icmp ule i64 {length}, 255"))
        buffer = self.buffer()
        self.copy(buffer, a, an)
        self.copy(self.put(f"getelementptr i8, ptr {buffer}, i64 {an}"), b, bn)
        return self._pair(buffer, length)

    def text_function(self, name: str, values: list[Value]) -> Value:
        if name == "CHR$":
            if len(values) != 1:
                raise Unsupported
            buffer = self.buffer()
            code = self.put(f"trunc i64 {self.byte(values[0]).code} to i8")
            self.do(f"store i8 {code}, ptr {buffer}")
            return self._pair(buffer, "1")
        counts = {"LEN": (1,), "ASC": (1,), "LEFT$": (2,), "RIGHT$": (2,), "MID$": (2, 3)}[name]
        if len(values) not in counts or values[0].kind != "t" or any(v.kind == "t" for v in values[1:]):
            raise Unsupported
        address, length = self.parts(values[0])
        if name == "LEN":
            return Value("i", length, 0, 255)
        if name == "ASC":
            self.require(self.put(f"icmp ne i64 {length}, 0"))
            return Value("i", self.put(f"zext i8 {self.put(f'load i8, ptr {address}')} to i64"), 0, 255)
        if name == "MID$":
            start = self.byte(values[1])
            if start.low < 1:
                self.require(self.put(f"icmp ne i64 {start.code}, 0"))
            count = self.byte(values[2]).code if len(values) == 3 else "255"
            skipped = self._least(self.put(f"sub i64 {start.code}, 1"), length)
            rest = self.put(f"sub i64 {length}, {skipped}")
            return self._pair(self.put(f"getelementptr i8, ptr {address}, i64 {skipped}"), self._least(count, rest))
        count = self._least(self.byte(values[1]).code, length)
        if name == "RIGHT$":
            address = self.put(f"getelementptr i8, ptr {address}, i64 {self.put(f'sub i64 {length}, {count}')}")
        return self._pair(address, count)

    def find(self, values: list[Value]) -> Value:
        """INSTR"""
        if [value.kind == "t" for value in values] not in ([True, True], [False, True, True]):
            raise Unsupported
        start = self.byte(values[0]) if len(values) == 3 else Value("i", "1", 1, 1)
        if start.low < 1:
            self.require(self.put(f"icmp ne i64 {start.code}, 0"))
        a, b = values[-2:]
        return Value("i", self.put(f"call i64 @t_find(i64 {start.code}, {TEXT} {a.code}, {TEXT} {b.code})"), 0, 255)

    def _least(self, a: str, b: str) -> str:
        return self.put(f"call i64 @llvm.umin.i64(i64 {a}, i64 {b})")
