"""A model as JSON: one documented format, and a reader that checks all of it.

The tree is a list of nodes, the root first, each branch before its parts, so that neither depth nor
reading order matters. ``SCHEMA`` is the format as a JSON Schema.

>>> from problems.learn.model import Model, Outcome
>>> from problems.learn.rules import Rule
>>> stump = Model(("a",), Node(Rule("a", ">", 0.5), (Leaf(Outcome("x", 1, (1.0, 0.0))),
...     Leaf(Outcome("y", 2, (0.0, 2.0))))), ("x", "y"))
>>> loads(dumps(stump)) == stump
True
"""

from __future__ import annotations

import json
from math import isfinite
from typing import Any

from derive import BadInput, Leaf, Node, Tree
from problems.learn.interval import Interval, is_sound
from problems.learn.model import Judged, Label, Model, Outcome, Question
from problems.learn.rules import AnyRule, Rule
from problems.learn.switch import Between, Is, Switch, Turn
from problems.rules.surface import Surface

FORMAT = "derive-tree"
VERSION = 1

_NUMBER = {"type": "number"}
_LABEL = {"type": ["string", "number", "boolean"]}
_PLACE = {"type": "integer", "minimum": 1}
_OUTCOME = {
    "type": "object",
    "additionalProperties": False,
    "required": ["leaf", "rows"],
    "properties": {
        "leaf": _LABEL,
        "rows": {"type": "integer", "minimum": 0},
        "weights": {"type": "array", "items": {**_NUMBER, "minimum": 0}},
    },
}
_PART = {
    "type": "object",
    "additionalProperties": False,
    "required": ["node"],
    "properties": {
        "value": _LABEL,
        "above": {"type": ["number", "null"]},
        "to": {"type": ["number", "null"]},
        "node": _PLACE,
    },
}
SCHEMA: dict[str, Any] = {
    "$schema": "https://json-schema.org/draft/2020-12/schema",
    "title": "A decision tree over named rules",
    "type": "object",
    "additionalProperties": False,
    "required": ["format", "version", "columns", "classes", "nodes"],
    "properties": {
        "format": {"const": FORMAT},
        "version": {"const": VERSION},
        "columns": {"type": "array", "items": {"type": "string"}, "uniqueItems": True},
        "classes": {
            "type": "array",
            "items": _LABEL,
            "description": "the labels in order; empty where numbers are predicted",
        },
        "target": {"type": "string"},
        "rule_set": {"type": "string", "description": "over which rules the tree is optimal"},
        "loss": {**_NUMBER, "description": "weighted errors, or the squared error"},
        "cost": {**_NUMBER, "description": "the loss and the penalty of each branch"},
        "lower_bound": {**_NUMBER, "description": "no tree costs less"},
        "optimal": {"type": "boolean", "description": "whether that was proved"},
        "judged": {
            "type": "object",
            "additionalProperties": False,
            "required": ["metric", "positive", "value", "bound"],
            "description": "by which metric of false positives and false negatives the tree is best; no tree exceeds "
            "the bound",
            "properties": {
                "metric": {"type": "string"},
                "positive": _LABEL,
                "value": _NUMBER,
                "bound": _NUMBER,
            },
        },
        "nodes": {
            "type": "array",
            "minItems": 1,
            "description": "the root first; yes and no are places in this list, after their branch",
            "items": {
                "oneOf": [
                    {
                        "type": "object",
                        "additionalProperties": False,
                        "required": ["column", "test", "value", "yes", "no"],
                        "properties": {
                            "column": {"type": "string"},
                            "test": {"enum": [">", "<=", "="]},
                            "value": _LABEL,
                            "yes": _PLACE,
                            "no": _PLACE,
                        },
                    },
                    _OUTCOME,
                    {
                        "type": "object",
                        "additionalProperties": False,
                        "required": ["column", "above", "to", "yes", "no"],
                        "description": "whether a number is above one and up to another; null is no limit",
                        "properties": {
                            "column": {"type": "string"},
                            "above": {"type": ["number", "null"]},
                            "to": {"type": ["number", "null"]},
                            "yes": _PLACE,
                            "no": _PLACE,
                        },
                    },
                    {
                        "type": "object",
                        "additionalProperties": False,
                        "required": ["column", "parts", "otherwise"],
                        "description": "a part for every value, or for numbers above one and up to another",
                        "properties": {
                            "column": {"type": "string"},
                            "parts": {"type": "array", "items": _PART},
                            "otherwise": _OUTCOME,
                        },
                    },
                    {
                        "type": "object",
                        "additionalProperties": False,
                        "required": ["terms", "test", "value", "yes", "no"],
                        "properties": {
                            "terms": {
                                "type": "array",
                                "minItems": 1,
                                "description": "a sum; each term is a number times the columns of a list, repeated for powers",
                                "items": {
                                    "type": "object",
                                    "additionalProperties": False,
                                    "required": ["times", "of"],
                                    "properties": {
                                        "times": _NUMBER,
                                        "of": {"type": "array", "minItems": 1, "items": {"type": "string"}},
                                    },
                                },
                            },
                            "test": {"enum": [">", "<="]},
                            "value": _NUMBER,
                            "yes": _PLACE,
                            "no": _PLACE,
                        },
                    },
                ]
            },
        },
    },
}
_KNOWN = tuple(SCHEMA["properties"])
_BRANCH = ("column", "test", "value", "yes", "no")
_BETWEEN = ("column", "above", "to", "yes", "no")
_SUM = ("terms", "test", "value", "yes", "no")
_SWITCH = ("column", "parts", "otherwise")
_LEAF = ("leaf", "rows", "weights")


def dumps(model: Model) -> str:
    """A model as JSON text.

    >>> from problems.learn.model import Model
    >>> print(dumps(Model(("a",), Leaf(Outcome(2.5, 4)))))  # doctest: +ELLIPSIS
    {
      "format": "derive-tree",
      "version": 1,
      "columns": ["a"],
      ...
      "nodes": [
        {"leaf": 2.5, "rows": 4}
      ]
    }
    """
    content = {
        "format": FORMAT,
        "version": VERSION,
        "columns": model.columns,
        "classes": model.classes,
        "target": model.target,
        "rule_set": model.rule_set,
        "loss": model.loss,
        "cost": model.cost,
        "lower_bound": model.lower_bound,
        "optimal": model.optimal,
    }
    if model.judged is not None:
        content["judged"] = model.judged._asdict()
    lines = [f"  {json.dumps(key)}: {json.dumps(value, allow_nan=False)}," for key, value in content.items()]
    nodes = ",\n".join(f"    {json.dumps(node, allow_nan=False)}" for node in _flat(model.tree))
    return "\n".join(["{", *lines, '  "nodes": [', nodes, "  ]", "}"])


def _flat(tree: Tree[Question, Outcome]) -> list[dict[str, Any]]:
    nodes: list[dict[str, Any]] = []
    todo: list[tuple[Tree[Question, Outcome], dict[str, Any], str]] = [(tree, {}, "")]
    while todo:
        subtree, above, side = todo.pop()
        above[side] = len(nodes)
        node: dict[str, Any]
        match subtree:
            case Leaf(outcome):
                node = _leaf(outcome)
            case Node(Switch() as switch, below):
                parts = [{**turn._asdict(), "node": 0} for turn in switch.turns]
                node = {"column": switch.column, "parts": parts, "otherwise": _leaf(switch.otherwise)}
                todo += [(part, entry, "node") for part, entry in zip(below, parts, strict=True)][::-1]
            case Node(Rule() | Interval() | Surface() as rule, (yes, no)):
                node = {**_asked(rule), "yes": 0, "no": 0}
                todo += [(no, node, "no"), (yes, node, "yes")]
        nodes.append(node)
    return nodes


def _leaf(outcome: Outcome) -> dict[str, Any]:
    value, rows, weights = outcome
    return {"leaf": value, "rows": rows} | ({"weights": weights} if weights else {})


def _asked(rule: AnyRule) -> dict[str, Any]:
    if not isinstance(rule, Surface):
        return rule._asdict()
    terms = [
        {
            "times": factor,
            "of": [name for name, power in zip(rule.columns, powers, strict=True) for _ in range(power)],
        }
        for factor, powers in rule.terms
    ]
    return {"terms": terms, "test": rule.test, "value": rule.bound}


def loads(text: str) -> Model:
    """The model that JSON text holds, or one sentence on what is wrong with it.

    >>> loads('{"format": "other"}')
    Traceback (most recent call last):
        ...
    derive.errors.BadInput: expected "format": "derive-tree", got 'other'
    """
    try:
        content = json.loads(text)
    except (json.JSONDecodeError, RecursionError) as error:
        raise BadInput(f"expected a model as JSON, but it cannot be read ({error})") from None
    if not isinstance(content, dict):
        raise BadInput(f"expected a model as a JSON object, got {type(content).__name__}")
    for key, value in (("format", FORMAT), ("version", VERSION)):
        if content.get(key) != value:
            raise BadInput(f'expected "{key}": {json.dumps(value)}, got {content.get(key)!r}')
    if unknown := [key for key in content if key not in _KNOWN]:
        raise BadInput(f"expected the keys {', '.join(_KNOWN)}; got {unknown[0]!r}")
    columns = _list(content, "columns")
    if not all(isinstance(name, str) for name in columns) or len(set(columns)) < len(columns):
        raise BadInput("expected columns with names that differ")
    classes = tuple(_label(label, "classes") for label in _list(content, "classes"))
    return Model(
        tuple(columns),
        _tree(_list(content, "nodes"), columns, classes),
        classes,
        target=_typed(content, "target", str, "y"),
        rule_set=_typed(content, "rule_set", str, ""),
        loss=_typed(content, "loss", float, 0.0),
        cost=_typed(content, "cost", float, 0.0),
        lower_bound=_typed(content, "lower_bound", float, 0.0),
        optimal=_typed(content, "optimal", bool, False),
        judged=_judged(content["judged"], classes) if "judged" in content else None,
    )


def _judged(content: Any, classes: tuple[Label, ...]) -> Judged:
    if not isinstance(content, dict) or set(content) != set(Judged._fields):
        raise BadInput(f"expected under 'judged' the keys {', '.join(Judged._fields)}; got {content!r}")
    if content["positive"] not in classes:
        raise BadInput(f"judged: expected a positive label among the classes, got {content['positive']!r}")
    name, value, bound = (
        _typed(content, key, kind, None)
        for key, kind in (("metric", str), ("value", float), ("bound", float))
    )
    return Judged(name, content["positive"], value, bound)


def _list(content: dict[str, Any], key: str) -> list[Any]:
    if not isinstance(content.get(key), list):
        raise BadInput(f"expected a list under {key!r}, got {content.get(key)!r}")
    return list(content[key])


def _typed(content: dict[str, Any], key: str, kind: type[Any], absent: object) -> Any:
    value = content.get(key, absent)
    if kind is float:
        if not _is_number(value):
            raise BadInput(f"expected a finite number under {key!r}, got {value!r}")
        return float(value)
    if not isinstance(value, kind):
        raise BadInput(f"expected {'text' if kind is str else 'true or false'} under {key!r}, got {value!r}")
    return value


def _is_number(value: object) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool) and isfinite(value)


def _label(value: object, where: str) -> Label:
    if isinstance(value, str | bool) or (isinstance(value, int | float) and isfinite(value)):
        return value
    raise BadInput(f"{where}: expected text or a number, got {value!r}")


def _tree(nodes: list[Any], columns: list[str], classes: tuple[Label, ...]) -> Tree[Question, Outcome]:
    """The tree of a list of nodes, built from its end, where every part stands after its branch."""
    built: dict[int, Tree[Question, Outcome]] = {}

    def part_of(entry: dict[str, Any], side: str, where: str) -> Tree[Question, Outcome]:
        part = entry.get(side)
        if isinstance(part, bool) or not isinstance(part, int) or part not in built:
            raise BadInput(f"{where}: expected under {side!r} the place of a later node, once; got {part!r}")
        return built.pop(part)

    for place in reversed(range(len(nodes))):
        node, where = nodes[place], f"node {place}"
        if not isinstance(node, dict) or not set(node) <= set(_kind(node)):
            kinds = ", or ".join(", ".join(keys) for keys in (_BRANCH, _BETWEEN, _SUM, _SWITCH, _LEAF))
            raise BadInput(f"{where}: expected the keys {kinds}; got {node!r}")
        if "leaf" in node:
            built[place] = Leaf(_outcome(node, where, classes))
        elif "parts" in node:
            switch = _switch(node, where, columns, classes)
            below = tuple(part_of(entry, "node", where) for entry in node["parts"])
            built[place] = Node(switch, below)
        else:
            rule = _asked_of(node, where, columns)
            built[place] = Node(rule, tuple(part_of(node, side, where) for side in ("yes", "no")))
    if list(built) != [0]:
        raise BadInput(f"expected one tree with its root first, got {len(built)} trees")
    return built[0]


def _kind(node: dict[str, Any]) -> tuple[str, ...]:
    telling = (("leaf", _LEAF), ("parts", _SWITCH), ("terms", _SUM), ("above", _BETWEEN), ("to", _BETWEEN))
    return next((keys for key, keys in telling if key in node), _BRANCH)


def _switch(node: dict[str, Any], where: str, columns: list[str], classes: tuple[Label, ...]) -> Switch:
    column, parts, otherwise = (node.get(key) for key in _SWITCH)
    _known(column, where, columns)
    if not isinstance(parts, list) or not parts or not all(isinstance(entry, dict) for entry in parts):
        raise BadInput(f"{where}: expected under 'parts' a list of parts, got {parts!r}")
    if not isinstance(otherwise, dict) or "leaf" not in otherwise:
        raise BadInput(f"{where}: expected a leaf under 'otherwise', got {otherwise!r}")
    turns = tuple(_turn(entry, where) for entry in parts)
    if len(set(turns)) < len(turns):
        raise BadInput(f"{where}: expected parts that differ, got one of them twice")
    return Switch(str(column), turns, _outcome(otherwise, where, classes))


def _turn(entry: dict[str, Any], where: str) -> Turn:
    keys = set(entry) - {"node"}
    if keys == {"value"}:
        return Is(_label(entry["value"], where))
    limits = [entry.get("above"), entry.get("to")]
    if keys != {"above", "to"} or not all(limit is None or _is_number(limit) for limit in limits):
        raise BadInput(f"{where}: expected parts with a value, or with above and to; got {entry!r}")
    return Between(*limits)


def _asked_of(node: dict[str, Any], where: str, columns: list[str]) -> AnyRule:
    if "terms" in node:
        return _surface(node, where, columns)
    return (_interval if _kind(node) is _BETWEEN else _rule)(node, where, columns)


def _rule(node: dict[str, Any], where: str, columns: list[str]) -> Rule:
    column, test, value = (node.get(key) for key in _BRANCH[:3])
    _known(column, where, columns)
    if test not in (">", "<=", "="):
        raise BadInput(f"{where}: expected the test '>', '<=' or '='; got {test!r}")
    if test != "=" and not _is_number(value):
        raise BadInput(f"{where}: expected a finite number to compare with, got {value!r}")
    return Rule(str(column), test, _label(value, where))


def _interval(node: dict[str, Any], where: str, columns: list[str]) -> Interval:
    column, above, to = (node.get(key) for key in _BETWEEN[:3])
    _known(column, where, columns)
    if not {"above", "to"} <= set(node) or not is_sound(above, to):
        raise BadInput(
            f"{where}: expected a number under 'above' and a larger one under 'to', or null for one of them; "
            f"got {above!r} and {to!r}"
        )
    return Interval(str(column), above, to)


def _known(column: object, where: str, columns: list[str]) -> None:
    if column not in columns:
        raise BadInput(f"{where}: expected one of the columns {', '.join(columns)}; got {column!r}")


def _surface(node: dict[str, Any], where: str, columns: list[str]) -> Surface:
    """A rule over several columns, in the order of all columns."""
    terms, test, bound = (node.get(key) for key in _SUM[:3])
    if test not in (">", "<=") or bound is None or not _is_number(bound):
        raise BadInput(
            f"{where}: expected the test '>' or '<=' and a finite number; got {test!r} and {bound!r}"
        )
    if not isinstance(terms, list) or not terms:
        raise BadInput(f"{where}: expected a list of terms, got {terms!r}")
    for term in terms:
        good = isinstance(term, dict) and set(term) == {"times", "of"} and _is_number(term["times"])
        if not good or not isinstance(term["of"], list) or not term["of"]:
            raise BadInput(
                f"{where}: expected a term with a number under 'times' and columns under 'of', got {term!r}"
            )
        if lost := [name for name in term["of"] if name not in columns]:
            raise BadInput(f"{where}: expected columns among {', '.join(columns)}; got {lost[0]!r}")
    used = tuple(name for name in columns if any(name in term["of"] for term in terms))
    return Surface(
        used, tuple((term["times"], tuple(map(term["of"].count, used))) for term in terms), test, bound
    )


def _outcome(node: dict[str, Any], where: str, classes: tuple[Label, ...]) -> Outcome:
    value, rows, weights = _label(node["leaf"], where), node.get("rows"), node.get("weights", [])
    if classes and value not in classes:
        raise BadInput(f"{where}: expected one of the classes {', '.join(map(str, classes))}; got {value!r}")
    if not classes and not _is_number(value):
        raise BadInput(f"{where}: expected a number, for there are no classes; got {value!r}")
    if isinstance(rows, bool) or not isinstance(rows, int) or rows < 0:
        raise BadInput(f"{where}: expected under 'rows' a whole number, 0 or more; got {rows!r}")
    good = isinstance(weights, list) and all(_is_number(weight) and weight >= 0 for weight in weights)
    if not good or len(weights) != len(classes) or (classes and not any(weights)):
        raise BadInput(f"{where}: expected a weight for each of {len(classes)} classes, got {weights!r}")
    return Outcome(value, rows, tuple(map(float, weights)))
