"""What problems and forests look like in a notebook: Markdown that GitHub shows as it is.

>>> print(listed(["n", "trees"], [[3, 5], [4, 14]]).text)
| n | trees |
|--:|--:|
| 3 | 5 |
| 4 | 14 |
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import TypeVar

from derive.algebra import COUNT
from derive.errors import TooLarge
from derive.forest import Forest, explore, tabulate
from derive.problem import Instance
from derive.text import counted, plain, short
from derive.tree import Leaf, Node

S = TypeVar("S")
R = TypeVar("R")
X = TypeVar("X")

MOST_LISTED = 8
MOST_EXPLORED = 20_000
"""How many splits of a seed are shown, and how many seeds and splits are tried to count its trees."""


_NUMBER = re.compile(r"-?\d[\d.]*(e[+-]?\d+)?")


@dataclass(frozen=True)
class Markdown:
    """Text that a notebook sets as Markdown.

    >>> Markdown("a *word*")
    Markdown('a *word*')
    """

    text: str

    def _repr_markdown_(self) -> str:
        return self.text

    def __str__(self) -> str:
        return self.text

    def __repr__(self) -> str:
        return f"Markdown({self.text!r})"


def listed(columns: Sequence[str], rows: Iterable[Sequence[object]]) -> Markdown:
    """A table, numbers to the right; trees are written in their short form.

    >>> from derive.tree import Leaf, Node
    >>> print(listed(["tree", "a|b"], [[Node("r", (Leaf(None), Leaf(None))), "x"]]))
    | tree | a\\|b |
    |:--|:--|
    | (. r .) | x |
    """
    cells = [list(row) for row in rows]
    right = [
        bool(cells) and all(_NUMBER.fullmatch(str(row[place])) for row in cells)
        for place in range(len(columns))
    ]
    lines = [columns, *cells]
    head, *body = ["| " + " | ".join(map(_cell, line)) + " |" for line in lines]
    rule = "|" + "|".join("--:" if numbers else ":--" for numbers in right) + "|"
    return Markdown("\n".join([head, rule, *body]))


def _cell(value: object) -> str:
    text = short(value) if isinstance(value, Leaf | Node) else plain(value)
    return text.replace("|", "\\|").replace("\n", "<br>")


def code(value: object, write: Callable[[object], str] = repr) -> str:
    """A value as code within a line.

    >>> code("a`b"), code((1, 2)), code("word", str)
    ("`` 'a`b' ``", '`(1, 2)`', '`word`')
    """
    text = write(value)
    return f"`` {text} ``" if "`" in text else f"`{text}`"


def instance(given: Instance[S, R, X]) -> str:
    """A problem at a seed: how many trees it has, where it may stop, and how it splits.

    >>> from derive.problem import Problem
    >>> search = Problem("search", lambda s: [None] if s[0] == s[1] else [],
    ...     lambda s: [(k, ((s[0], k), (k + 1, s[1]))) for k in range(*s)])
    >>> print(instance(Instance(search, (0, 2))))
    **search** at `(0, 2)`: 2 trees over 6 seeds.
    <BLANKLINE>
    | root | parts |
    |--:|:--|
    | 0 | (0, 0), (1, 2) |
    | 1 | (0, 1), (2, 2) |
    """
    problem, seed = given
    stops = list(islice(problem.base(seed), MOST_LISTED + 1))
    splits = list(islice(problem.splits(seed), MOST_LISTED + 1))
    told = [f"**{problem.name}** at {code(seed)}: {_size(given)}."]
    if stops:
        told.append(f"It may stop as {', '.join(code(item) for item in stops[:MOST_LISTED])}.")
    if splits:
        rows: list[tuple[object, str]] = [
            (root, ", ".join(map(plain, parts))) for root, parts in splits[:MOST_LISTED]
        ]
        rows += [("…", "…")] if len(splits) > MOST_LISTED else []
        told.append(listed(["root", "parts"], rows).text)
    return "\n\n".join(told)


def _size(given: Instance[S, R, X]) -> str:
    try:
        forest = explore(*given, most=MOST_EXPLORED, most_splits=MOST_EXPLORED)
    except TooLarge:
        return f"more than {MOST_EXPLORED} seeds or splits, not explored"
    number = tabulate(forest, COUNT)[0]
    return f"{counted(number)} tree{'' if number == 1 else 's'} over {len(forest)} seeds"


def forest(given: Forest[S, R, X]) -> str:
    """A forest in one line: its seeds, its splits, and what sharing saves.

    >>> from derive.problem import Problem
    >>> print(forest(explore(Problem("two", lambda n: [n] * (n == 0), lambda n: [("r", (0, 0))] * (n > 0)), 1)))
    **two**: 2 seeds, 1 split; plain recursion would make 3 calls, 1.5 for every seed.
    """
    splits = sum(len(forks.roots) for forks in given.forks)
    calls = counted(given.calls)
    sharing = f"{given.sharing:.1f}" if given.sharing < 10**6 else f"{given.sharing:.1e}"
    return (
        f"**{given.problem.name}**: {len(given)} seeds, {splits} split{'' if splits == 1 else 's'}; "
        f"plain recursion would make {calls} calls, {sharing} for every seed."
    )
