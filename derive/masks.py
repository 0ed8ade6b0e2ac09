"""Problems over sets of rules, claimed so that a compiled kernel can run them.

A seed is the set of rules still to be placed, as a bit mask. Rule r may be its root if every other
rule of the set lies on a side of r, in ``plus[r]`` or in ``minus[r]``; those two are the parts.

>>> line = Masks(plus=(0b000, 0b001, 0b011), minus=(0b110, 0b100, 0b000))
>>> line.count(0b111), line.best(0b111)
(5, [Node(1, (Node(0, (Leaf(None), Leaf(None))), Node(2, (Leaf(None), Leaf(None)))))])
"""

from __future__ import annotations

from dataclasses import dataclass

from derive.errors import BadInput, Unfit
from derive.tree import Leaf, Tree, unfold

MOST_RULES = 24
"""A table of 2^24 numbers takes 128 MiB; each rule more would double it."""

FEW_RULES = 6
MOST_SMALL = 40


@dataclass(frozen=True)
class Masks:
    """The claim that a problem and its cost are about sets of rules and whole numbers, and what those are.

    A branch costs ``costs[root]``, 1 if not told, and what the rules of its set weigh together, on
    top of the sum of its parts or, if ``deepest``, the larger one. So depth is what is counted by
    default, and ``weights`` with costs of 0 and no ``deepest`` make a weighted depth.

    Owes: kernel = tabulate, for the optimum and for the count.

    >>> Masks((0b10, 0), (0, 0b01), costs=(0, 0), weights=(2, 5), deepest=False).best(0b11)
    [Node(1, (Leaf(None), Node(0, (Leaf(None), Leaf(None)))))]
    """

    plus: tuple[int, ...]
    minus: tuple[int, ...]
    costs: tuple[int, ...] = ()
    weights: tuple[int, ...] = ()
    deepest: bool = True

    def __post_init__(self) -> None:
        rules = len(self.plus)
        object.__setattr__(self, "costs", tuple(self.costs) or (1,) * rules)
        object.__setattr__(self, "weights", tuple(self.weights) or (0,) * rules)
        for each in (self.minus, self.costs, self.weights):
            if len(each) != rules:
                raise BadInput(f"expected a number for each of {rules} rules, got {len(each)}")
        if any(side & other for side, other in zip(self.plus, self.minus, strict=True)):
            raise BadInput("a rule lies on one side of another at most, but plus and minus share some")

    @property
    def name(self) -> str:
        """What kind of kernel this is, and how long it takes."""
        return "sets of rules in O(k 2^k)"

    def unfit(self) -> str | None:
        """Why there are too many rules, or costs that 64 bits may not hold, if so."""
        rules = len(self.plus)
        if rules > MOST_RULES:
            return f"there are {rules} rules, more than {MOST_RULES}"
        if any(type(number) is not int for number in self.costs + self.weights):
            return "the costs are not all whole numbers"
        if (rules + 1) * (sum(map(abs, self.costs)) + sum(map(abs, self.weights))) >= 2**62:
            return "the costs may not fit into 64 bits"
        return None

    def _check(self, seed: int) -> None:
        reason = self.unfit()
        if reason:
            raise Unfit(reason)
        if not 0 <= seed < 1 << len(self.plus):
            raise BadInput(f"expected a set of {len(self.plus)} rules, got {seed!r}")

    def best(self, seed: int) -> list[Tree[int, None]]:
        """The first best tree of a set of rules, if it has one."""
        from derive.kernels.masks import roots_of

        self._check(seed)
        roots = roots_of(self, seed)
        if seed and roots[seed] < 0:
            return []

        def grow(rules: int) -> Leaf[None] | tuple[int, tuple[int, int]]:
            root = int(roots[rules])
            return (root, (rules & self.plus[root], rules & self.minus[root])) if rules else Leaf(None)

        return [unfold(grow, seed)]

    def count(self, seed: int) -> int:
        """How many trees a set of rules has."""
        from derive.kernels.masks import count

        self._check(seed)
        return count(self, seed)

    def small(self, seed: int) -> list[int]:
        """Sets of a few rules that a set leads to, taking every third root on the way."""
        few: dict[int, None] = {}
        seen, todo = {seed}, [seed]
        while todo and len(few) < MOST_SMALL:
            rules = todo.pop()
            if rules.bit_count() <= FEW_RULES:
                few[rules] = None
            parts = [
                part
                for root, (plus, minus) in enumerate(zip(self.plus, self.minus, strict=True))
                if rules >> root & 1 and (rules & plus | rules & minus | 1 << root) == rules
                for part in (rules & plus, rules & minus)
                if part.bit_count() > 1
            ]
            todo += [part for part in parts[:: 1 + len(parts) // 3] if part not in seen]
            seen.update(todo)
        return list(few) or [0]
