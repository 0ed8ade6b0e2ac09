"""Branches: rows as a key under a depth limit, parents that nobody tells, and a count of Appendix B.

>>> [claim.law.name for claim in CLAIMS]
['branches within a depth: key rows alone', 'Branches without refreshing', 'printed Theorem B.1']
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from derive import Key
from laws import Law
from laws.draws import naturals
from laws.memo import key_sound
from problems.branches import Branch, Categories, branches, purification, supports_within
from problems.encodings import unnecessary_branches
from problems.errata.claim import Claim
from problems.suites.branches import Drawn, least, posed

if TYPE_CHECKING:
    from hypothesis.strategies import SearchStrategy

ROWS_ALONE = Key[Any]("rows alone", lambda seed: seed[0])


@dataclass
class _Seen:
    """What is known of a branch: a bound below, what it costs as a leaf, its splits, whether it is complete."""

    low: Fraction
    leaf: Fraction
    forks: list[_Fork] | None = None
    done: bool = False


class _Fork:
    """A split: what was known of its parts when it was last looked at."""

    def __init__(self, names: tuple[Branch, ...], parts: list[_Seen], penalty: Fraction) -> None:
        self.names, self.parts, self.penalty = names, parts, penalty
        self.look()

    def look(self) -> None:
        """Bring it up to date."""
        self.low = sum((part.low for part in self.parts), self.penalty)
        self.done = all(part.done for part in self.parts)


def without_refreshing(data: Categories, penalty: Fraction) -> Fraction | None:
    """The search of section 4.2 to the letter: only the splits on the way are brought up to date; None if it stalls.

    It stalls where the split that looks best has no part left to go on with: all of them were finished below other
    branches, and nobody told this one.

    >>> without_refreshing(Categories.from_table([["x"], ["y"]], "ab"), Fraction(1, 10))
    Fraction(1, 10)
    """
    problem, start = branches(data.sizes)
    bound = purification(data, penalty)
    every = max(1, len(data.labels))
    known: dict[Branch, _Seen] = {}

    def seen(branch: Branch) -> _Seen:
        if branch not in known:
            rows = data.rows_of(branch)
            leaf = Fraction(data.errors(rows), every)
            low = bound(rows) if len(branch) < len(data.sizes) else leaf
            known[branch] = _Seen(low, leaf, done=low == leaf)
        return known[branch]

    def settle(here: _Seen) -> None:
        first = min(here.forks or [], key=lambda fork: fork.low)
        here.low = min(here.leaf, first.low)
        here.done = here.leaf <= first.low or first.done

    while not seen(start).done:
        here, path = seen(start), []
        name = start
        while here.forks is not None and not here.done:
            fork = min(here.forks, key=lambda fork: fork.low)
            open_parts = [k for k, part in enumerate(fork.parts) if not part.done]
            if not open_parts:
                return None
            path.append((here, fork))
            chosen = max(open_parts, key=lambda k: fork.parts[k].low)
            here, name = fork.parts[chosen], fork.names[chosen]
        here.forks = [
            _Fork(names, [seen(each) for each in names], penalty) for _, names in problem.splits(name)
        ]
        settle(here)
        for above, fork in reversed(path):
            fork.look()
            settle(above)
    return seen(start).low


def _telling(features: int = 3) -> SearchStrategy[Drawn]:
    """Rows of features with two values each, and a penalty in sixtieths."""
    from hypothesis import strategies as st

    row = st.tuples(st.tuples(*[st.integers(0, 1)] * features), st.sampled_from("ab"))
    rows = st.lists(row, min_size=3, max_size=6).filter(
        lambda given: all(len({cells[f] for cells, _ in given}) == 2 for f in range(features))
    )
    return st.tuples(rows, st.integers(1, 6))


CLAIMS = [
    Claim(
        replace(
            key_sound(
                "branches within a depth",
                _telling,
                lambda drawn: supports_within(posed(drawn)[0], 2),
                ROWS_ALONE,
            ),
            cite="Branches, B.3",
        ),
        "the depth that is left belongs to the key; without a limit rows alone will do",
    ),
    Claim(
        Law(
            "Branches without refreshing",
            _telling,
            lhs=lambda drawn: without_refreshing(*posed(drawn)),
            rhs=least,
            says="it is enough to bring the splits on the way up to date",
            latex=r"\text{backpropagation along the path} \Rightarrow \min_E",
            cite="Branches, 4.2",
            owed_by=("optimum",),
        ),
        "splits that may be stale are refreshed when they are chosen, or the search stalls",
    ),
    Claim(
        Law(
            "printed Theorem B.1",
            naturals(5),
            lhs=lambda c: 3 ** (c + 1) - (2 * (c + 1) + 1),
            rhs=lambda c: sum(1 for _ in unnecessary_branches(1, c + 2)),
            says="one-hot columns of q features with C values have 3**((C-1) q) - (2 (C-1) + 1)**q unnecessary branches",
            latex=r"U(q, C) = 3^{(C-1)q} - [2(C-1)+1]^q",
            cite="Branches, Theorem B.1",
            owed_by=("count",),
        ),
        "a branch may ask of several columns of a feature that they be 0",
    ),
]
