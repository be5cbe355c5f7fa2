"""Where the variables of a ported program get their values, in a file that may have been edited since.

    def main() -> None:
        a = [0] * 9             ("main", "a[]"): 0, n + 1
        n = ask(7)              ("main", "n"):   what ask gives back, ("ask", "()")
        a[n] = n + 1            ("ask", "x"):    7

Each is given what any of its assignments gives it, without regard to order. What is not understood may be anything.
"""

from __future__ import annotations

import ast

from basic.arithmetic.ranges import ANY, WHOLE, Range

from .trees import assigned, default, is_list, loaded, members

Key = tuple[str, str]  # a function, and a variable in it: see `Sources.key`
Source = Range | tuple[str, ast.expr]  # an expression in a function
MODULE, STATE = "", "."
ELEMENTS, RESULT = "[]", "()"
MOST_PARTS = 16  # of what is given back, where no type says how many
NUMBERS = ("integer", "index", "byte", "int", "floor", "trunc", "abs", "len", "sum")  # functions that never give a list
READERS = {"!": "read_number", "#": "read_double", "%": "read_integer", "$": "read_text"}


class Sources:
    """`program`: the name of the `Program` in the file."""

    def __init__(self, tree: ast.Module, program: str) -> None:
        self.program = program
        self.functions = {node.name: node for node in tree.body if isinstance(node, ast.FunctionDef)}
        self.classes = classes = {node.name for node in tree.body if isinstance(node, ast.ClassDef)}
        self.states = {
            node.targets[0].id
            for node in tree.body
            if isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name)
            and isinstance(node.value, ast.Call) and isinstance(node.value.func, ast.Name)
            and node.value.func.id in classes
        }  # fmt: skip
        self.locals = {name: assigned(node) for name, node in self.functions.items()}
        self.moved: dict[str, Key] = {}  # variables that stand in another function under this name
        self._same: dict[Key, Key] = {}  # lists that are known by several names
        self.sources: dict[Key, list[Source]] = {}
        self._rows: list[tuple[Key, Key]] = []  # elements of what may be a part of a list, and those of the list
        self._seen: set[int] = set()  # names that are used in a way that is understood
        self._stored: set[int] = set()
        self._collect(tree)

    def key(self, scope: str, node: ast.expr) -> Key | None:
        """The variable that an expression is: of a function, of the module, shared; or a list's elements."""
        match node:
            case ast.Name(id=name) if name in self.moved:
                return self.moved[name]
            case ast.Name(id=name):
                return scope if name in self.locals.get(scope, ()) else MODULE, name
            case ast.Attribute(value=ast.Name(id=state), attr=name) if state in self.states:
                return STATE, name
            case ast.Subscript(value=inner) if not isinstance(node.slice, ast.Slice):
                while isinstance(inner, ast.Subscript):
                    inner = inner.value
                return self._elements(scope, inner)
            case _:
                return None

    def known_as(self, scope: str, node: ast.expr) -> Key | None:
        """The same, where a list is known by several names always the same one."""
        found = self.key(scope, node)
        return None if found is None else self._one(found)

    def _elements(self, scope: str, node: ast.expr) -> Key | None:
        found = self.key(scope, node)
        return None if found is None or isinstance(node, ast.Subscript) else self._one((found[0], found[1] + ELEMENTS))

    def _one(self, key: Key) -> Key:
        while key in self._same:
            key = self._same[key]
        return key

    # -- where variables get their values -------------------------------------------------------------------------

    def _collect(self, tree: ast.Module) -> None:
        for statement in tree.body:
            if isinstance(statement, ast.FunctionDef):
                for inner in statement.body:
                    self._gather(statement.name, inner)
            elif isinstance(statement, ast.ClassDef):
                for field in statement.body:
                    if isinstance(field, ast.AnnAssign) and isinstance(field.target, ast.Name) and field.value:
                        self._give((STATE, field.target.id), MODULE, default(field.value))
            else:
                self._gather(MODULE, statement)
        for row, whole in self._rows:
            if self.sources.get(self._one(row)):  # something is written into it
                self._add(whole, ANY)
            self._add(row, ANY)
        for scope, root in ((MODULE, tree), *self.functions.items()):
            self._rest(scope, root)

    def _add(self, key: Key, source: Source) -> None:
        self.sources.setdefault(self._one(key), []).append(source)

    def _gather(self, scope: str, root: ast.AST) -> None:
        if isinstance(root, ast.FunctionDef | ast.ClassDef | ast.Lambda):
            return
        match root:
            case ast.Assign(targets=targets, value=value):
                for target in targets:
                    self._assign(scope, target, value)
            case ast.AnnAssign(target=target, value=value) if value is not None:
                self._assign(scope, target, value)
            case ast.AugAssign(target=target, op=op, value=value):
                self._assign(scope, target, ast.BinOp(loaded(target), op, value))
            case ast.For(ast.Name() as target, ast.Call(ast.Name(id="range" | "counting"), bounds)):
                self._give_what(self._target(scope, target), (scope, ast.Tuple(bounds, ast.Load())))
            case ast.For(ast.Tuple([tally, target]), ast.Call(ast.Name(id="enumerate"), [walked, *_])):
                self._gather(scope, ast.For(target, walked, [], []))
                self._give_what(self._target(scope, tally), (scope, ast.parse("0, 65536", mode="eval").body))
            case ast.Return(value=value) if value is not None:
                self._add((scope, RESULT), (scope, value))
                self._give_back(scope, value)
            case ast.Call():
                self._called(scope, root)
            case ast.Subscript(value=inner) | ast.Attribute(value=inner, attr="dim" | "place" | "erase") if (
                not isinstance(getattr(root, "slice", None), ast.Slice)
            ):
                self._seen.add(id(inner))
            case _:
                pass
        for child in ast.iter_child_nodes(root):
            self._gather(scope, child)

    def _give_back(self, scope: str, value: ast.expr) -> None:
        """The parts of what a function gives back, if these are several: its own, or those of another."""
        called = self.callee(value)
        match value:
            case ast.IfExp(body=body, orelse=orelse):
                self._give_back(scope, body)
                self._give_back(scope, orelse)
            case ast.Tuple(elts=parts):
                for number, part in enumerate(parts):
                    self._add((scope, f"{RESULT}{number}"), (scope, part))
            case _:
                for number in range(_parts(self.functions[scope].returns)):
                    result = f"{RESULT}{number}"
                    self._add((scope, result), (called[0], ast.Name(result, ast.Load())) if called else ANY)

    def _assign(self, scope: str, target: ast.expr, value: ast.expr) -> None:
        if isinstance(target, ast.Tuple):
            called = self.callee(value)
            values = value.elts if isinstance(value, ast.Tuple) else self._read(value)
            for number, part in enumerate(target.elts):
                if len(values) == len(target.elts):
                    self._assign(scope, part, values[number])
                elif called:
                    result = ast.Name(f"{RESULT}{number}", ast.Load())
                    self._give_what(self._target(scope, part), (called[0], result))
            return
        if isinstance(target, ast.Subscript) and isinstance(target.slice, ast.Slice):
            rows = target.value
            self._seen.add(id(rows))
            self._stored.add(id(target))
            elements = self.key(scope, rows) if isinstance(rows, ast.Subscript) else self._elements(scope, rows)
            if elements is not None:
                for element in members(value) if is_list(value) else (None,):
                    self._add(elements, ANY if element is None else (scope, element))
            return
        key = self._target(scope, target)
        if key is not None:
            self._give(key, scope, value)

    def _read(self, node: ast.expr) -> list[ast.expr]:
        """What `gw.input("A,B", "!%")` and its kin give, one by one."""
        match node:
            case ast.Call(func=ast.Attribute(value=ast.Name(id=self.program) as program, attr="input" | "input_items"),
                          args=[_, ast.Constant(value=str(kinds)), *_]) if set(kinds) <= READERS.keys():  # fmt: skip
                pass
            case ast.Call(func=ast.Attribute(value=ast.Name(id=self.program) as program, attr="read"),
                          args=[ast.Constant(value=str(kinds))]) if set(kinds) <= READERS.keys():  # fmt: skip
                pass
            case _:
                return []
        return [ast.Call(ast.Attribute(program, READERS[kind], ast.Load()), [], []) for kind in kinds]

    def _target(self, scope: str, target: ast.expr) -> Key | None:
        self._stored.add(id(target))
        found = self.key(scope, target)  # a field that is reached by another name is the state's all the same
        return (STATE, target.attr) if found is None and isinstance(target, ast.Attribute) else found

    def _give_what(self, key: Key | None, source: Source) -> None:
        """A variable gets what is known as a number; as a list it may be any."""
        if key is not None:
            self._add(key, source)
            self._add((key[0], key[1] + ELEMENTS), ANY)

    def _give(self, key: Key, scope: str, value: ast.expr) -> None:
        """A variable gets a value, which may be a list."""
        self._add(key, (scope, value))
        elements = key[0], key[1] + ELEMENTS
        match value:
            case ast.Name() | ast.Attribute() if (other := self._elements(scope, value)) is not None:
                self._seen.add(id(value))
                self._join(elements, other)
            case ast.Subscript() if (other := self.key(scope, value)) is not None:
                self._rows.append((elements, other))
            case ast.List() | ast.Tuple() | ast.ListComp() | ast.BinOp():
                for part in members(value):
                    self._add(elements, ANY if part is None else (scope, part))
            case ast.Constant() | ast.UnaryOp() | ast.Compare():
                pass
            case ast.Call(func=ast.Attribute(value=ast.Name(id=self.program), attr="singles") as function, args=parts):
                single = ast.copy_location(ast.Attribute(function.value, "Single", ast.Load()), function)
                for part in parts:
                    self._add(elements, (scope, ast.Call(single, [part], [])))
            case ast.Call(func=ast.Attribute(value=ast.Name(id=self.program), attr="array"), args=[initial]):
                self._add(elements, (scope, initial))
            case ast.Call(func=ast.Attribute(value=ast.Name(id=self.program))):
                pass
            case ast.Call(func=ast.Name(id="Array"), args=[initial, *_]) if "Array" not in self.classes:
                self._add(elements, (scope, initial))
            case ast.Call(func=ast.Name(id=name)) if name in NUMBERS and name not in self.functions:
                pass
            case _:
                self._add(elements, ANY)

    def _join(self, one: Key, other: Key) -> None:
        one, other = self._one(one), self._one(other)
        if one != other:
            self._same[one] = other
            self.sources.setdefault(other, []).extend(self.sources.pop(one, []))

    def callee(self, node: ast.expr) -> tuple[str, list[ast.expr]] | None:
        """The function of the file that is called, and what it is given."""
        match node:
            case ast.Call(func=ast.Name(id=name), args=given, keywords=[]) if name in self.functions:
                return name, given
            case ast.Call(
                func=ast.Attribute(value=ast.Name(id=self.program), attr="call"), args=[_, ast.Name(id=name), *given],
                keywords=[],
            ) if name in self.functions:
                return name, given
            case _:
                return None

    def _called(self, scope: str, node: ast.Call) -> None:
        match node.func:
            case ast.Name(id="len" | "look" as word) if node.args and word not in self.functions:
                self._seen.add(id(node.args[0]))
            case ast.Name(id="index") if node.keywords and "index" not in self.functions:
                self._seen.add(id(node.keywords[0].value))
            case _:
                pass
        found = self.callee(node)
        if found is None:
            return
        name, given = found
        self._seen.add(id(node.func if isinstance(node.func, ast.Name) else node.args[1]))
        parameters = self.functions[name].args.args
        if len(given) != len(parameters) or any(isinstance(value, ast.Starred) for value in given):
            self._anything(name)
            return
        for parameter, value in zip(parameters, given, strict=True):
            self._give((name, parameter.arg), scope, value)

    def _anything(self, name: str) -> None:
        """A function is given what is not known."""
        for parameter in self.functions[name].args.args:
            whole = isinstance(parameter.annotation, ast.Name) and parameter.annotation.id == "int"
            self._add((name, parameter.arg), WHOLE if whole else ANY)
            self._add((name, parameter.arg + ELEMENTS), ANY)

    def _rest(self, scope: str, root: ast.AST) -> None:
        """Whatever else is done to names."""
        if scope == MODULE and isinstance(root, ast.FunctionDef) and self.functions.get(root.name) is root:
            return  # it is looked at by itself
        for node in ast.iter_child_nodes(root):
            match node:
                case ast.Name(id=name, ctx=ast.Load()) if name in self.functions:
                    if id(node) not in self._seen:
                        self._anything(name)
                case ast.Name(ctx=ast.Load()) | ast.Attribute(ctx=ast.Load()) if id(node) not in self._seen:
                    if (key := self._elements(scope, node)) is not None:
                        self._add(key, ANY)
                case ast.Name() | ast.Attribute() | ast.Subscript() if not isinstance(node.ctx, ast.Load):
                    if id(node) not in self._stored:
                        self._give_what(self.key(scope, node), ANY)
                case ast.MatchAs(name=str(name)) | ast.ExceptHandler(name=str(name)):
                    self._add((scope, name), ANY)
                case _:
                    pass
            self._rest(scope, node)


def _parts(kind: ast.expr | None) -> int:
    """Of how many parts a result is, by its type."""
    match kind:
        case ast.Name() | ast.Constant():
            return 0
        case ast.Subscript(value=ast.Name(id="tuple"), slice=ast.Tuple(elts=kinds)):
            return MOST_PARTS if any(isinstance(part, ast.Constant) for part in kinds) else len(kinds)
        case _:
            return MOST_PARTS
