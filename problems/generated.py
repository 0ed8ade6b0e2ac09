"""Classic data sets that follow from their rules, generated exactly: nothing to download, nothing to cite wrongly.

>>> [len(data().labels) for data in (tic_tac_toe, monk, balance_scale)]
[958, 432, 625]
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import product
from typing import NamedTuple

from derive import BadInput


class Labelled(NamedTuple):
    """Rows under column names, and a label for each.

    >>> Labelled(("a",), ((1,), (0,)), ("yes", "no")).labels
    ('yes', 'no')
    """

    columns: tuple[str, ...]
    rows: tuple[tuple[str, ...] | tuple[int, ...], ...]
    labels: tuple[str, ...]


LINES = ((0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6))
SQUARES = tuple(
    f"{row}-{column}" for row in ("top", "middle", "bottom") for column in ("left", "middle", "right")
)


def tic_tac_toe() -> Labelled:
    """All boards on which a game of tic-tac-toe can end, x first; positive where x has won.

    >>> data = tic_tac_toe()
    >>> len(data.labels), data.labels.count("positive")
    (958, 626)
    """
    ended: dict[str, str] = {}
    boards = {"b" * 9}
    for turn in range(9):
        player = "xo"[turn % 2]
        moves = {board[:i] + player + board[i + 1 :] for board in boards for i in range(9) if board[i] == "b"}
        boards = set()
        for board in moves:
            won = any(all(board[square] == player for square in line) for line in LINES)
            if won or turn == 8:
                ended[board] = "positive" if won and player == "x" else "negative"
            else:
                boards.add(board)
    ordered = sorted(ended, reverse=True)
    return Labelled(SQUARES, tuple(map(tuple, ordered)), tuple(ended[board] for board in ordered))


MONKS: dict[int, Callable[[tuple[int, ...]], bool]] = {
    1: lambda a: a[0] == a[1] or a[4] == 1,
    2: lambda a: a.count(1) == 2,
    3: lambda a: (a[4] == 3 and a[3] == 1) or (a[4] != 4 and a[1] != 3),
}


def monk(number: int = 1) -> Labelled:
    """The whole space of the MONK's problem 1, 2 or 3, without noise: six attributes, 432 rows.

    >>> [monk(number).labels.count("yes") for number in (1, 2, 3)]
    [216, 142, 228]
    """
    if number not in MONKS:
        raise BadInput(f"the MONK's problems are 1, 2 and 3; got {number!r}")
    rows = tuple(product(*(range(1, size + 1) for size in (3, 3, 2, 3, 4, 2))))
    labels = tuple("yes" if MONKS[number](row) else "no" for row in rows)
    return Labelled(tuple(f"a{i}" for i in range(1, 7)), rows, labels)


def balance_scale() -> Labelled:
    """Weights and distances from 1 to 5 on both sides of a scale: it tips left, right, or is balanced.

    >>> data = balance_scale()
    >>> [data.labels.count(side) for side in "LBR"]
    [288, 49, 288]
    """
    rows = tuple(product(range(1, 6), repeat=4))
    moments = [weight * distance - right * far for weight, distance, right, far in rows]
    labels = tuple("L" if moment > 0 else "R" if moment < 0 else "B" for moment in moments)
    return Labelled(("left-weight", "left-distance", "right-weight", "right-distance"), rows, labels)
