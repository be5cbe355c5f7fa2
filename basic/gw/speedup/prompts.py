"""`gw.put("HOW MANY", k).input_number()` as the two statements that it is: what is typed is looked at by all who read
ported programs, and they know `gw.input_number()`.

    if gw.put("AGAIN").input_text() != "Y":         gw.print("AGAIN", end="")
                                                    if gw.input_text() != "Y":
"""

from __future__ import annotations

import ast


def stated(tree: ast.Module, program: str) -> None:
    """Do so in a file wherever nothing is worked out before it. `program`: the name of the `Program` in the file."""
    _Parter(program).visit(tree)


class _Parter(ast.NodeTransformer):
    def __init__(self, program: str) -> None:
        self.program = program

    def visit_Assign(self, node: ast.Assign) -> ast.stmt | list[ast.stmt]:
        plain = all(isinstance(part, ast.Name | ast.Tuple | ast.Store) for part in ast.walk(node.targets[0]))
        return self._parted(node, node.value) if plain else node

    def visit_AnnAssign(self, node: ast.AnnAssign) -> ast.stmt | list[ast.stmt]:
        return self._parted(node, node.value) if isinstance(node.target, ast.Name) else node

    def visit_If(self, node: ast.If) -> ast.stmt | list[ast.stmt]:
        self.generic_visit(node)
        return self._parted(node, node.test)

    def _parted(self, node: ast.stmt, value: ast.expr | None) -> ast.stmt | list[ast.stmt]:
        """A statement, and what is printed before it."""
        while True:
            match value:
                case ast.Compare(left=first) | ast.Subscript(value=first):
                    value = first
                case ast.Call(func=ast.Attribute(value=ast.Call(
                        func=ast.Attribute(value=ast.Name(id=self.program) as program, attr="put"), args=items
                    ) as shown) as read):  # fmt: skip
                    read.value = program
                    printing = ast.Attribute(program, "print", ast.Load())
                    call = ast.Call(printing, items, [ast.keyword("end", ast.Constant(""))])
                    return [ast.fix_missing_locations(ast.copy_location(ast.Expr(call), shown)), node]
                case _:
                    return node
