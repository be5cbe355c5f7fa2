"""The tree of a BASIC program: what each statement and expression consists of.

Nodes are frozen; analyses keep their findings in tables of their own. `column` counts from 1 in the line as typed.
A name carries its sigil ("%", "!", "#", "$") or "" where DEFINT and its kin decide.
"""

from __future__ import annotations

from ..errors import SYNTAX, UNDEFINED_LINE
from ..record import record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Annotated, TypeVar


@record
class Node:
    column: int


@record
class Statement(Node):
    """What stands between two colons."""


# ---- expressions ----------------------------------------------------------------------------------------------


@record
class Number(Node):
    """`32767`, `.1`, `1D10`, `&HFF`: the value in the form of basic.values, and its kind "%", "!" or "#"."""

    value: int | float
    kind: str


@record
class String(Node):
    """`"HELLO"`"""

    value: str


@record
class Variable(Node):
    """`A`, `NAME$`, `I%`"""

    form = ""
    name: str
    sigil: str


@record
class Element(Node):
    """`A(I,J)`, `B$[2]`"""

    form = "()"
    name: str
    sigil: str
    subscripts: tuple[Expression, ...]


@record
class Unary(Node):
    """`-X`, `+X`, `NOT X`"""

    operator: str
    operand: Expression


@record
class Binary(Node):
    r"""`A+B`: one of ^ * / \ MOD + - = <> < > <= >= AND OR XOR EQV IMP (spellings like => are folded)."""

    operator: str
    left: Expression
    right: Expression


@record
class Parenthesised(Node):
    """`(A+B)`: kept because `(A)` is no variable, and because nesting costs stack."""

    inner: Expression


@record
class Function(Node):
    """`LEFT$(A$,3)`, `RND`, `INKEY$`, `PEN(0)`; of INPUT$(n,#f) both arguments, of VARPTR(#f) a Channel."""

    name: str
    arguments: tuple[Expression, ...]


@record
class UserFunction(Node):
    """`FNA(X,Y)`: `name` is without FN; arguments is None where no parenthesis follows."""

    form = "FN"
    name: str
    sigil: str
    arguments: tuple[Expression, ...] | None


@record
class UsrFunction(Node):
    """`USR3(X)`: machine code, slot 0 to 9."""

    slot: int
    argument: Expression


@record
class Whole(Node):
    """An array with all that is in it, where a statement names it without subscripts."""

    form = "()"
    name: str
    sigil: str


@record
class Channel(Node):
    """`#1` where a file number stands among the arguments of a function: `INPUT$(3,#1)`, `VARPTR(#1)`"""

    number: Expression


@record
class Fault(Node):
    """What does not parse where an expression must stand: it works out `effects`, then comes `error`."""

    effects: tuple[Expression, ...]
    error: int
    hint: str = ""


Expression = (
    Number
    | String
    | Variable
    | Element
    | Unary
    | Binary
    | Parenthesised
    | Function
    | UserFunction
    | UsrFunction
    | Channel
    | Fault
)
Target = Variable | Element


@record
class LineRef(Node):
    """A line number as GOTO's target. -1: `.` in LIST and EDIT, the current line; none at all in `ON X GOTO 10,,30`."""

    number: int

    @property
    def error(self) -> int:
        """That of a jump to a line that is not there."""
        return SYNTAX if self.number < 0 else UNDEFINED_LINE


# What a statement does with what stands in its fields: `effects.py` reads these names out of their types.
if TYPE_CHECKING:
    T = TypeVar("T")
    Assigned = Annotated[T, "gets a value"]
    Filled = Annotated[T, "names an array whose elements may all get values"]
    Named = Annotated[T, "only its name counts, or it is only looked at"]
Way = LineRef  # it may send the program there
Handler = LineRef  # an error or an event may; 0 is none
Listed = LineRef  # only the number counts


# ---- statements: flow -----------------------------------------------------------------------------------------


@record
class Empty(Statement):
    """Nothing between two colons."""


@record
class Remark(Statement):
    """`REM text`, `'text`"""

    text: str


@record
class Goto(Statement):
    """`GOTO 100`; `implied` where only the number stands after THEN or ELSE."""

    line: Way
    implied: bool = False


@record
class Gosub(Statement):
    """`GOSUB 100`"""

    line: Way


@record
class Return(Statement):
    """`RETURN`, `RETURN 100`"""

    line: Way | None


@record
class OnJump(Statement):
    """`ON X GOTO 10,20`, `ON X GOSUB 10,20`"""

    selector: Expression
    gosub: bool
    lines: tuple[Way, ...]


@record
class If(Statement):
    """`IF A=B THEN ... ELSE ...`: both branches are statements of the same line (ELSE may be missing: ())."""

    condition: Expression
    then: tuple[Statement, ...]
    otherwise: tuple[Statement, ...]


@record
class For(Statement):
    """`FOR I=1 TO 10 STEP 2`"""

    variable: Assigned[Variable]
    start: Expression
    stop: Expression
    step: Expression | None


@record
class Next(Statement):
    """`NEXT`, `NEXT J,I`"""

    variables: tuple[Named[Variable], ...]


@record
class While(Statement):
    """`WHILE A<B`"""

    condition: Expression


@record
class Wend(Statement):
    """`WEND`"""


@record
class OnError(Statement):
    """`ON ERROR GOTO 900`, `ON ERROR GOTO 0`"""

    line: Handler


@record
class Resume(Statement):
    """`RESUME`, `RESUME NEXT` (next is True), `RESUME 100`"""

    line: Way | None
    next: bool = False


@record
class OnEvent(Statement):
    """`ON KEY(1) GOSUB 500`, `ON TIMER(60) GOSUB 500`, `ON PEN GOSUB 500`; line 0 takes the trap away"""

    event: str  # KEY TIMER COM PEN STRIG PLAY
    argument: Expression | None
    line: Handler


@record
class EventSwitch(Statement):
    """`KEY(1) ON`, `TIMER STOP`, `PEN OFF`, `COM(1) ON`, `STRIG(0) ON`, `STRIG ON`, `PLAY ON`"""

    event: str
    argument: Expression | None
    state: str  # ON OFF STOP


@record
class Run(Statement):
    """`RUN`, `RUN 100`, `RUN "FILE",R`"""

    line: Way | None = None
    file: Expression | None = None
    keep_open: bool = False


@record
class Chain(Statement):
    """`CHAIN MERGE "FILE",1000,ALL,DELETE 100-200`"""

    merge: bool
    file: Expression
    start: Expression | None
    all: bool
    delete: LineRange | None


@record
class LineRange(Node):
    """`10-20`, `-20`, `10-`, `10`: None is an open end; a single line has first == last and no dash"""

    first: Listed | None
    last: Listed | None
    dash: bool


# ---- statements: data -----------------------------------------------------------------------------------------


@record
class Let(Statement):
    """`A=5`, `LET A=5`"""

    target: Assigned[Target]
    value: Expression


@record
class MidAssign(Statement):
    """`MID$(A$,2,3)="XYZ"`"""

    target: Assigned[Target]
    start: Expression
    length: Expression | None
    value: Expression


@record
class Justify(Statement):
    """`LSET A$="X"`, `RSET A$="X"`"""

    right: bool
    target: Assigned[Target]
    value: Expression


@record
class Swap(Statement):
    """`SWAP A,B`"""

    left: Assigned[Target]
    right: Assigned[Target]


@record
class Dim(Statement):
    """`DIM A(10),B$(5,5)`; a plain variable among them gets its place"""

    arrays: tuple[Named[Target], ...]


@record
class Erase(Statement):
    """`ERASE A,B$`"""

    arrays: tuple[Named[Variable], ...]


@record
class OptionBase(Statement):
    """`OPTION BASE 1`"""

    value: int


@record
class DefType(Statement):
    """`DEFINT A-C,X`: kind "%", "!", "#" or "$"; letters spelt out ("ABCX")"""

    kind: str
    letters: str


@record
class DefFn(Statement):
    """`DEF FNA(X,Y)=X+Y`"""

    form = "FN"
    name: str
    sigil: str
    parameters: tuple[Named[Variable], ...]
    body: Expression


@record
class DefUsr(Statement):
    """`DEF USR1=&H1000`"""

    slot: int
    address: Expression


@record
class DefSeg(Statement):
    """`DEF SEG`, `DEF SEG=&HB800`"""

    segment: Expression | None


@record
class DataItem(Node):
    """One constant of DATA: its text (quotes taken off, blanks around an unquoted one trimmed)"""

    text: str
    quoted: bool
    whole: bool = True  # nothing stands behind its closing quote


@record
class Data(Statement):
    """`DATA 1,two,"three, four"`"""

    items: tuple[DataItem, ...]


@record
class Read(Statement):
    """`READ A,B$(I)`"""

    targets: tuple[Assigned[Target], ...]


@record
class Restore(Statement):
    """`RESTORE`, `RESTORE 100`"""

    line: Listed | None


@record
class Common(Statement):
    """`COMMON A,B$,C()`: arrays are in `arrays`. `broken`: more follows, which CHAIN cannot read; run, it is nothing"""

    variables: tuple[Named[Variable], ...]
    arrays: tuple[Named[Variable], ...]
    broken: bool = False


# ---- statements: console and files ------------------------------------------------------------------------------


@record
class Separator(Node):
    """`;` or `,` between the items of PRINT"""

    mark: str


@record
class Tab(Node):
    """`TAB(10)`, `SPC(5)` as an item of PRINT"""

    word: str  # TAB SPC
    count: Expression


PrintItem = Expression | Separator | Tab


@record
class Print(Statement):
    """`PRINT #1,USING "##";A;B,TAB(5)` and LPRINT; a final separator is kept as the last item"""

    word: str  # PRINT LPRINT
    channel: Expression | None
    using: Expression | None
    items: tuple[PrintItem, ...]
    continues: bool = False  # it is one statement with the one before: `PRINT A;USING "##";B`


@record
class Write(Statement):
    """`WRITE #1,A,B$`"""

    channel: Expression | None
    items: tuple[Expression, ...]
    going_on: bool = False  # of a broken one: a comma has been read behind the last item


@record
class Input(Statement):
    """`INPUT;"Prompt";A,B$` and `INPUT #1,A,B$`"""

    channel: Expression | None
    same_line: bool  # INPUT; keeps the cursor on the line
    prompt: str
    question: bool  # whether "? " follows the prompt
    targets: tuple[Assigned[Target], ...]


@record
class LineInput(Statement):
    """`LINE INPUT;"Prompt";A$`, `LINE INPUT #1,A$`"""

    channel: Expression | None
    same_line: bool
    prompt: str
    target: Assigned[Target]


@record
class Open(Statement):
    """Both forms of OPEN; mode is INPUT OUTPUT APPEND RANDOM (long form) or an expression (`OPEN "I",1,"F"`)"""

    file: Expression
    number: Expression
    mode: str | Expression
    access: str  # "", READ, WRITE, READ WRITE
    lock: str  # "", SHARED, LOCK READ, LOCK WRITE, LOCK READ WRITE
    record: Expression | None


@record
class Close(Statement):
    """`CLOSE`, `CLOSE #1,2`"""

    channels: tuple[Expression, ...]


@record
class FieldPart(Node):
    width: Expression
    target: Assigned[Target]


@record
class Field(Statement):
    """`FIELD #1,20 AS N$,4 AS A$`"""

    channel: Expression
    parts: tuple[FieldPart, ...]


@record
class Record(Statement):
    """`GET #1,5`, `PUT #1`: the file statements of that name"""

    put: bool
    channel: Expression
    number: Expression | None


@record
class Lock(Statement):
    """`LOCK #1,1 TO 5`, `UNLOCK #1`"""

    unlock: bool
    channel: Expression
    first: Expression | None
    last: Expression | None


@record
class Rename(Statement):
    """`NAME "A" AS "B"`"""

    old: Expression
    new: Expression


@record
class Width(Statement):
    """`WIDTH 40,25`, `WIDTH #1,80`, `WIDTH "LPT1:",80`, `WIDTH LPRINT 80`"""

    device: Expression | None
    channel: Expression | None
    printer: bool
    columns: Expression | None
    rows: Expression | None


@record
class ClockAssign(Statement):
    """`DATE$="01-02-1990"`, `TIME$="12:00"`"""

    word: str  # DATE$ TIME$
    value: Expression


@record
class Key(Statement):
    """`KEY 1,"LIST"` (number and text), `KEY ON`, `KEY OFF`, `KEY LIST` (switch)"""

    number: Expression | None
    text: Expression | None
    switch: str


@record
class Ioctl(Statement):
    """`IOCTL #1,"PL56"`"""

    channel: Expression
    text: Expression


# ---- statements: graphics -------------------------------------------------------------------------------------


@record
class Point(Node):
    """`(10,20)` or `STEP(10,20)` in a drawing statement"""

    step: bool
    x: Expression
    y: Expression


@record
class Pset(Statement):
    """`PSET (10,20),3`, `PRESET STEP(1,1)`"""

    word: str  # PSET PRESET
    point: Point
    colour: Expression | None


@record
class DrawLine(Statement):
    """`LINE (0,0)-STEP(10,10),2,BF,&HF0F0`"""

    start: Point | None
    end: Point
    colour: Expression | None
    box: str  # "", B, BF
    style: Expression | None


@record
class Circle(Statement):
    """`CIRCLE (160,100),50,2,0,3.14,.5`"""

    centre: Point
    radius: Expression
    colour: Expression | None
    start: Expression | None
    end: Expression | None
    aspect: Expression | None


@record
class Paint(Statement):
    """`PAINT (160,100),2,3`"""

    point: Point
    paint: Expression | None
    border: Expression | None
    background: Expression | None


@record
class GetImage(Statement):
    """`GET (0,0)-(10,10),A`"""

    start: Point
    end: Point
    array: Filled[Target]


@record
class PutImage(Statement):
    """`PUT (0,0),A,XOR`"""

    point: Point
    array: Named[Target]
    action: str  # "", PSET PRESET AND OR XOR


@record
class Viewport(Statement):
    """`VIEW SCREEN (0,0)-(99,99),1,2`, `WINDOW (-1,-1)-(1,1)`, `VIEW`, `VIEW PRINT 1 TO 10`"""

    word: str  # VIEW, WINDOW, VIEW PRINT
    screen: bool
    start: Point | None
    end: Point | None
    arguments: tuple[Expression | None, ...]  # fill and border; first and last row of VIEW PRINT


@record
class PaletteUsing(Statement):
    """`PALETTE USING A(0)`"""

    array: Named[Element]


# ---- statements: editing and the rest -------------------------------------------------------------------------


@record
class ListLines(Statement):
    """`LIST 10-20,"FILE"`, `LLIST`, `DELETE 10-20`, `EDIT 10`"""

    word: str  # LIST LLIST DELETE EDIT
    lines: LineRange | None
    file: Expression | None


@record
class Numbering(Statement):
    """`RENUM 100,10,5`, `AUTO 100,5`: absent parts are None (a LineRef of -1 is `.`)"""

    word: str  # RENUM AUTO
    parts: tuple[Listed | None, ...]


@record
class FileCommand(Statement):
    """`LOAD "F",R`, `SAVE "F",A`, `MERGE "F"`"""

    word: str  # LOAD SAVE MERGE
    file: Expression
    option: str  # "", R, A, P


@record
class ProgramFile(Statement):
    """What `LOAD "F",5` does before its error: it opens the file."""

    file: Expression


@record
class Call(Statement):
    """`CALL X(A,B$)`, `CALLS X`"""

    word: str
    address: Named[Variable]
    arguments: tuple[Assigned[Expression], ...]


@record
class Command(Statement):
    """Every statement that is a word and a list of expressions, any of which may be missing (None).

    `CLS`, `BEEP`, `LOCATE 5,,1`, `COLOR 7,0`, `POKE 1,2`, `ERROR 5`, `END`, `SYSTEM`, `RANDOMIZE`, `CLEAR ,,2000`
    """

    word: str
    arguments: tuple[Expression | None, ...]


@record
class Broken(Statement):
    """A statement that does not parse. Run, it does what GW-BASIC gets done before it notices.

    `prefix` is the valid beginning (for PRINT: without a line end), `effects` the expressions read after it, from
    left to right, which can themselves fail first; then comes `error` (2, 22 or 13) at `column`. `word` is what it
    begins with: the search for the NEXT of a FOR sees that.
    """

    prefix: Statement | None
    effects: tuple[Expression, ...]
    error: int
    hint: str = ""
    word: str = ""
    continues: bool = False  # it is one statement with the one before: `NEXT I J`


# ---- program --------------------------------------------------------------------------------------------------


@record
class Line:
    """One program line: its number, its text after the number as typed, and its statements."""

    number: int
    text: str
    statements: tuple[Statement, ...]


@record
class Program:
    """The lines in the order of their numbers."""

    lines: tuple[Line, ...]
