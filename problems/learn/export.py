"""A model for elsewhere: text to read, a Python function, an SQL expression.

>>> from problems.learn.model import Model, Outcome
>>> from problems.learn.rules import Rule
>>> model = Model(("age", "smokes"), Node(Rule("age", "<=", 30), (Leaf(Outcome("no", 6, (6.0, 0.0))),
...     Node(Rule("smokes", ">", 0.5), (Leaf(Outcome("yes", 3, (1.0, 2.0))), Leaf(Outcome("no", 1, (1.0, 0.0))))))),
...     ("no", "yes"), target="ill")
>>> print(sql(model))
CASE WHEN "age" <= 30 THEN
  'no'
ELSE
  CASE WHEN "smokes" > 0.5 THEN
    'yes'
  ELSE
    'no'
  END
END
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from derive import BadInput, Leaf, Node, Tree, depth, size
from derive.text import outline
from derive.tree import fold_with
from problems.learn.interval import Interval
from problems.learn.model import Label, Model, Outcome, Question
from problems.learn.rules import AnyRule, Rule
from problems.learn.switch import Between, Is, Switch, Turn
from problems.rules.surface import Surface

DEEPEST_CODE = 90
"""Python reads at most a hundred levels of indentation."""


def held(outcome: Outcome, classes: Sequence[Label]) -> str:
    """How many rows came to a leaf, with the weight that is wrong.

    >>> held(Outcome("yes", 12, (1.0, 11.0)), ("no", "yes")), held(Outcome(2.5, 4), ())
    ('12 rows, 1 wrong', '4 rows')
    """
    rows = f"{outcome.rows} row{'' if outcome.rows == 1 else 's'}"
    wrong = outcome.wrong(classes)
    return f"{rows}, {wrong:g} wrong" if wrong else rows


def text(model: Model) -> str:
    """The tree as an indented list: under each question, first what follows a yes, then a no; or every value.

    >>> print(text(Model(("a",), Node(Rule("a", "<=", 3), (Leaf(Outcome(1.0, 2)), Leaf(Outcome(5.0, 1)))))))
    a <= 3?
    ├─ yes: 1 (2 rows)
    └─ no: 5 (1 row)
    """

    def node(question: Question, parts: tuple[Tree[str, str], ...]) -> Tree[str, str]:
        words = question.words if isinstance(question, Switch) else ("yes", "no")
        return Node(f"{question}?", tuple(map(_after, [f"{word}: " for word in words], parts)))

    def leaf(outcome: Outcome) -> Tree[str, str]:
        return Leaf(f"{outcome} ({held(outcome, model.classes)})")

    return outline(fold_with(leaf, node, model.tree), depth_shown=30)


def _after(word: str, tree: Tree[str, str]) -> Tree[str, str]:
    return Leaf(word + tree.item) if isinstance(tree, Leaf) else Node(word + tree.root, tree.parts)


def verdict(model: Model) -> str:
    """In words: what the tree costs, and whether a better one can exist.

    >>> verdict(Model(("a",), Leaf(Outcome("x", 3, (2.0, 1.0))), ("x", "y"), rule_set="1 column as it is",
    ...     loss=1, cost=1, lower_bound=1, optimal=True))
    '1 wrong, 0 branches; proved optimal over 1 column as it is'
    >>> from problems.learn.model import Judged
    >>> verdict(Model(("a",), Leaf(Outcome("y", 3, (2.0, 1.0))), ("x", "y"), rule_set="1 column as it is",
    ...     loss=2, cost=0.5, lower_bound=0, judged=Judged("f1", "y", 0.5, 1)))
    'F1 0.5 of y, 2 wrong, 0 branches; not proved optimal, at most 1, over 1 column as it is'
    """
    loss = f"{model.loss:g} wrong" if model.classes else f"squared error {model.loss:g}"
    branches = size(model.tree)
    cost = f", cost {model.cost:g}" if model.cost != model.loss else ""
    limit = f"lower bound {model.lower_bound:g}"
    if model.judged is not None:
        loss = f"{model.judged.title} {model.judged.value:.4g} of {model.judged.positive}, {loss}"
        cost, limit = "", f"at most {model.judged.bound:.4g}"
    proved = "proved optimal" if model.optimal else f"not proved optimal, {limit},"
    return f"{loss}, {branches} branch{'' if branches == 1 else 'es'}{cost}; {proved} over {model.rule_set}"


def python(model: Model, name: str = "predict") -> str:
    """The tree as a Python function of a mapping from column names to values.

    >>> print(python(Model(("a",), Node(Rule("a", "=", "x"), (Leaf(Outcome(1.5, 2)), Leaf(Outcome(2.5, 2)))))))
    def predict(row):
        if row['a'] == 'x':
            return 1.5
        return 2.5
    """
    if not name.isidentifier():
        raise BadInput(f"expected a name for the function, got {name!r}")
    if depth(model.tree) > DEEPEST_CODE:
        raise BadInput(
            f"the tree is {depth(model.tree)} deep, but Python reads at most {DEEPEST_CODE} nested ifs; export JSON"
        )
    lines = [f"def {name}(row):"]
    todo: list[tuple[str | Tree[Question, Outcome], int]] = [(model.tree, 1)]
    while todo:
        subtree, level = todo.pop()
        match subtree:
            case Leaf(outcome):
                lines.append(f"{'    ' * level}return {outcome.value!r}")
            case Node(Switch() as switch, parts):
                value = f"row[{switch.column!r}]"
                todo.append((Leaf(switch.otherwise), level))
                for turn, part in zip(reversed(switch.turns), reversed(parts), strict=True):
                    todo += [(part, level + 1), (f"if {_python_test(value, turn)}:", level)]
            case Node(Rule() | Interval() | Surface() as rule, (yes, no)):
                lines.append(f"{'    ' * level}if {_python_condition(rule)}:")
                todo += [(no, level), (yes, level + 1)]
            case str():
                lines.append(f"{'    ' * level}{subtree}")
    return "\n".join(lines)


def sql(model: Model) -> str:
    """The tree as one SQL expression over columns of these names.

    >>> sql(Model(("a",), Leaf(Outcome("it's", 2, (2.0,))), ("it's",)))
    "'it''s'"
    """

    lines: list[str] = []
    todo: list[tuple[str | Tree[Question, Outcome], int]] = [(model.tree, 0)]
    while todo:
        piece, level = todo.pop()
        indent = "  " * min(level, DEEPEST_CODE)
        match piece:
            case str():
                lines.append(indent + piece)
            case Leaf(outcome):
                lines.append(indent + _literal(outcome.value))
            case Node(Switch() as switch, parts):
                name = _quoted(switch.column)
                todo += [("END", level), (Leaf(switch.otherwise), level + 1), ("ELSE", level)]
                for turn, part in zip(reversed(switch.turns), reversed(parts), strict=True):
                    todo += [(part, level + 1), (f"WHEN {_sql_test(name, turn)} THEN", level)]
                todo.append(("CASE", level))
            case Node(Rule() | Interval() | Surface() as rule, (yes, no)):
                lines.append(f"{indent}CASE WHEN {_sql_condition(rule)} THEN")
                todo += [("END", level), (no, level + 1), ("ELSE", level), (yes, level + 1)]
    return "\n".join(lines)


def _python_condition(rule: AnyRule) -> str:
    if isinstance(rule, Interval):
        return _python_test(f"row[{rule.column!r}]", rule.part)
    return _condition(rule, "==" if rule.test == "=" else rule.test, lambda column: f"row[{column!r}]", repr)


def _sql_condition(rule: AnyRule) -> str:
    if isinstance(rule, Interval):
        return _sql_test(_quoted(rule.column), rule.part)
    return _condition(rule, rule.test, _quoted, _literal)


def _condition(
    rule: Rule | Surface, sign: str, variable: Callable[[str], str], literal: Callable[[Label], str]
) -> str:
    """A rule as code; powers are products, for these mean the same everywhere."""
    if isinstance(rule, Rule):
        return f"{variable(rule.column)} {sign} {literal(rule.value)}"
    text = ""
    for factor, powers in rule.terms:
        joined = (" - " if factor < 0 else " + ") if text else ("-" if factor < 0 else "")
        factors = [] if abs(factor) == 1 else [literal(abs(factor))]
        factors += [
            variable(name) for name, power in zip(rule.columns, powers, strict=True) for _ in range(power)
        ]
        text += joined + " * ".join(factors)
    return f"{text} {sign} {literal(rule.bound)}"


def _quoted(column: str) -> str:
    doubled = column.replace('"', '""')
    return f'"{doubled}"'


def _python_test(value: str, turn: Turn) -> str:
    match turn:
        case Is(wanted):
            return f"{value} == {wanted!r}"
        case Between(None, None):
            return "True"
        case Between(None, to):
            return f"{value} <= {to!r}"
        case Between(above, None):
            return f"{value} > {above!r}"
        case Between(above, to):
            return f"{above!r} < {value} <= {to!r}"


def _sql_test(name: str, turn: Turn) -> str:
    match turn:
        case Is(wanted):
            return f"{name} = {_literal(wanted)}"
        case Between(None, None):
            return "TRUE"
        case Between(None, to):
            return f"{name} <= {to!r}"
        case Between(above, None):
            return f"{name} > {above!r}"
        case Between(above, to):
            return f"{name} > {above!r} AND {name} <= {to!r}"


def _literal(value: Label) -> str:
    if isinstance(value, str):
        return "'" + value.replace("'", "''") + "'"
    return repr(value).upper() if isinstance(value, bool) else repr(value)
