"""The search above pairs of cuts: branch and bound over parts of the rows, with what is known kept."""

from __future__ import annotations

from time import perf_counter
from typing import NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from derive.kernels.rows.run import Progress, Watch
from derive.kernels.wide.pairs import all_pairs, restrict, stump, tally
from derive.kernels.wide.parts import Known, Part, Words, better_side, packed_rows
from derive.tree import Leaf, Node, Tree

Key: TypeAlias = tuple[bytes, int, int]
"""Rows, the most cuts, the greatest depth."""

STEPS = 1 << 28
"""How many pairs are counted before time and interrupts are looked at again."""


class Choice(NamedTuple):
    """The errors of the best tree, its first cut (-1 for a leaf), and how many cuts each side may have.

    >>> Choice(3).cut
    -1
    """

    errors: int
    cut: int = -1
    inside: int = 0
    outside: int = 0


class Search:
    """Columns of bits, and the errors of the best trees over parts of the rows.

    >>> xor = np.array([[0, 0], [0, 1], [1, 0], [1, 1]], dtype=np.uint8)
    >>> search = Search(xor, np.array([0, 1, 1, 0]), 2)
    >>> [search.errors(k, 2) for k in range(4)]
    [2, 2, 1, 0]
    """

    def __init__(
        self,
        features: NDArray[np.uint8],
        target: NDArray[np.int64],
        classes: int,
        min_leaf: int = 1,
        time_limit: float | None = None,
        watch: Watch | None = None,
    ) -> None:
        blocks = [packed_rows(features[target == c]) for c in range(classes)]
        self.planes = np.ascontiguousarray(np.vstack(blocks))
        self.starts = np.cumsum([0, *(len(block) for block in blocks)])
        full = [packed_rows(np.ones((int((target == c).sum()), 1), np.uint8)) for c in range(classes)]
        self.everything: Words = np.ascontiguousarray(np.vstack(full)[:, 0])
        self.classes, self.min_leaf = classes, min_leaf
        self.time_limit, self.watch = time_limit, watch
        self.begun = perf_counter()
        self.stopped = ""
        self.seeds = 0
        self.done = 0.0
        self.best = float("inf")
        self.choices: dict[Key, Choice] = {}
        self.bounds: dict[Key, int] = {}
        self.pools: dict[tuple[int, int], Known] = {}
        _, group = np.unique(features, axis=0, return_inverse=True)
        alike = np.zeros((len(features), classes), np.int64)
        np.add.at(alike, (group.reshape(-1), target), 1)
        self.unavoidable = int((alike.sum(axis=1) - alike.max(axis=1)).sum())

    def seconds(self) -> float:
        """How long the search has taken."""
        return perf_counter() - self.begun

    def errors(self, k: int, depth: int, limit: float = float("inf")) -> int:
        """The fewest errors with at most k cuts, if fewer than ``limit``; else a bound that is not."""
        try:
            return self._solve(self.everything, k, depth, limit)
        except KeyboardInterrupt:
            self.stopped = "interrupted"
        return self.known(k, depth)

    def known(self, k: int, depth: int) -> int:
        """The fewest errors found so far."""
        return self._known(self.everything, k, depth).errors

    def tree(self, k: int, depth: int) -> Tree[int, int]:
        """The best tree found; its first part is where the column is 1."""
        return self._tree(self.everything, k, depth)

    def wrong(self, tree: Tree[int, int]) -> int:
        """How many rows a tree labels wrongly, counted at its leaves."""
        errors, todo = 0, [(tree, self.everything)]
        while todo:
            subtree, rows = todo.pop()
            if isinstance(subtree, Node):
                inside = rows & self.planes[:, subtree.root]
                todo += zip(subtree.parts, (inside, rows & ~inside), strict=True)
            else:
                sizes = self._sizes(rows)
                errors += int(sizes.sum() - sizes[subtree.item])
        return errors

    def _known(self, rows: Words, k: int, depth: int) -> Choice:
        """What was found for these limits or for narrower ones; at the least, a leaf."""
        k, depth = _capped(k, depth)
        found = [
            choice
            for j in range(k + 1)
            for d in range(depth + 1)
            if (choice := self.choices.get((rows.tobytes(), j, d))) is not None
        ]
        return min([*found, Choice(self._leaf(rows)[0])], key=lambda choice: choice.errors)

    def _tree(self, rows: Words, k: int, depth: int) -> Tree[int, int]:
        choice = self._known(rows, k, depth)
        errors, label = self._leaf(rows)
        if choice.cut < 0 or errors == choice.errors:
            return Leaf(label)
        inside = rows & self.planes[:, choice.cut]
        outside = rows & ~inside
        parts = []
        for part, budget in ((inside, choice.inside), (outside, choice.outside)):
            if budget:
                self._solve(part, budget, depth - 1, float("inf"))
            parts.append(self._tree(part, budget, depth - 1))
        return Node(choice.cut, tuple(parts))

    def _leaf(self, rows: Words) -> tuple[int, int]:
        sizes = self._sizes(rows)
        return int(sizes.sum() - sizes.max()), int(sizes.argmax())

    def _sizes(self, rows: Words) -> NDArray[np.int64]:
        return np.add.reduceat(np.append(np.bitwise_count(rows).astype(np.int64), 0), self.starts[:-1]) * (
            np.diff(self.starts) > 0
        )

    def _solve(self, rows: Words, k: int, depth: int, limit: float) -> int:
        """The fewest errors on some rows, if fewer than ``limit``; else a bound that is not."""
        k, depth = _capped(k, depth)
        errors, _ = self._leaf(rows)
        if k == 0 or errors == 0:
            return errors
        key = rows.tobytes(), k, depth
        if key in self.choices:
            return self.choices[key].errors
        if (known := self.bounds.get(key, 0)) >= limit:
            return known
        pool = self.pools.setdefault((k, depth), Known(len(rows), self.min_leaf))
        if k > 1 and (bound := pool.bound(rows)) >= limit:
            return bound
        self.seeds += 1
        found = self._one(rows) if k == 1 else self._more(rows, k, depth, limit)
        if self.stopped:
            if found.errors < limit:
                self.choices[key] = found
            return found.errors
        if found.errors < limit:
            self.choices[key] = found
        else:
            self.bounds[key] = int(min(found.errors, limit))
        if k > 1:
            pool.add(rows, int(min(found.errors, limit)))
        return found.errors

    def _one(self, rows: Words) -> Choice:
        """The best single cut."""
        sizes = self._sizes(rows)
        right, cut = stump(self.planes & rows[:, None], self.starts, sizes, self.min_leaf)
        leaf = Choice(int(sizes.sum() - sizes.max()))
        return leaf if right < 0 else min(leaf, Choice(int(sizes.sum() - right), int(cut)))

    def _part(self, rows: Words, limit: float | None = None) -> Part:
        """What pairs of columns get right; with a limit, as far as two cuts may make fewer errors than that.

        Of two cuts one leaves a side as it is, so that a first cut with many errors on both of its sides is
        no good: such columns come last, and are paired with better ones only.
        """
        kept = np.empty(self.planes.shape[1], np.int32)
        words = np.empty_like(self.planes)
        number = restrict(self.planes, rows, words, kept)
        kept, words = kept[:number].copy(), np.ascontiguousarray(words[:, :number])
        counts = np.empty((self.classes, number), np.int16)
        tally(words, self.starts, counts)
        sizes = self._sizes(rows)
        low = np.full(number, -1, np.int64)
        if limit is not None:
            low = better_side(counts, sizes)
            order = np.argsort(low, kind="stable")
            kept, low, counts = kept[order], low[order], np.ascontiguousarray(counts[:, order])
            words = np.ascontiguousarray(words[:, order])
        ones = counts.sum(axis=0)
        usable = (ones >= self.min_leaf) & (ones <= sizes.sum() - self.min_leaf)
        part = Part(kept, words, counts, sizes, counts.max(axis=0, initial=0), np.empty(0, np.int16), usable)
        part = part._replace(outside=part.leaf_out.astype(np.int16))
        begin, step = 0, number if limit is None else 64
        best = float("inf") if limit is None else limit
        while begin < (last := int(np.searchsorted(low, best))) and not self._late():
            end = min(last, begin + step, begin + max(1, STEPS // (number - begin)))
            all_pairs(words, self.starts, counts, sizes, self.min_leaf, begin, end, part.inside, part.outside)
            if limit is not None:
                best, step = min(best, self._paired(rows, part, 2).errors), 4 * step
            begin = end
        return part

    def _late(self) -> bool:
        if self.watch is not None:
            self.watch(Progress(self.done, self.best, float(self.unavoidable), self.seconds()))
        if self.time_limit is not None and self.seconds() >= self.time_limit:
            self.stopped = "time limit"
        return bool(self.stopped)

    def _more(self, rows: Words, k: int, depth: int, limit: float) -> Choice:
        """Two cuts or more: pairs first, then sides with two cuts or more of their own."""
        part = self._part(rows, limit if k == 2 else None)
        best = self._paired(rows, part, k)
        if depth <= 2:
            return best
        if rows is self.everything:
            self.best = float(best.errors)
        total = int(part.sizes.sum())
        ones = part.counts.sum(axis=0, dtype=np.int64)
        by_budget = {
            0: (ones - part.leaf_in, total - ones - part.leaf_out),
            1: (ones - part.inside, total - ones - part.outside),
        }
        nothing = np.zeros_like(ones)
        order = np.argsort(-(part.inside.astype(np.int64) + part.outside), kind="stable")
        order = order[part.usable[order]]
        splits = [
            (a, k - 1 - a)
            for a in range(k)
            if max(a, k - 1 - a) >= 2 and max(a, k - 1 - a) <= 2 ** min(depth - 1, 40) - 1
        ]
        lows = [
            by_budget.get(a, (nothing, nothing))[0] + by_budget.get(b, (nothing, nothing))[1]
            for a, b in splits
        ]
        for place, i in enumerate(order.tolist()):
            for (a, b), low in zip(splits, lows, strict=True):
                least = min(best.errors, limit)
                if low[i] >= least:
                    continue
                inside = np.ascontiguousarray(part.words[:, i])
                outside = rows & ~inside
                known = [
                    int(by_budget[budget][side][i]) if budget < 2 else None
                    for side, budget in enumerate((a, b))
                ]
                errors = self._both(inside, outside, (a, b), known, depth - 1, least)
                if errors < least:
                    turned = not np.array_equal(inside, rows & self.planes[:, part.kept[i]])
                    best = Choice(errors, int(part.kept[i]), *((b, a) if turned else (a, b)))
            if self.stopped or (rows is self.everything and self._step(best, place / len(order))):
                break
        return best

    def _step(self, best: Choice, done: float) -> bool:
        self.best, self.done = float(best.errors), done
        return self._late()

    def _both(
        self,
        inside: Words,
        outside: Words,
        budgets: tuple[int, int],
        known: list[int | None],
        depth: int,
        limit: float,
    ) -> int:
        """The errors of two sides, or a bound once it reaches the limit; the smaller side first."""
        sides = [inside, outside]
        low = [0 if each is None else each for each in known]
        waiting = [side for side in (0, 1) if known[side] is None]
        for side in waiting:
            pool = self.pools.get(_capped(budgets[side], depth))
            low[side] = pool.bound(sides[side]) if pool else 0
        waiting.sort(key=lambda side: int(np.bitwise_count(sides[side]).sum()))
        for side in waiting:
            if sum(low) >= limit:
                break
            low[side] = self._solve(sides[side], budgets[side], depth, limit - low[1 - side])
        return sum(low)

    def _paired(self, rows: Words, part: Part, k: int) -> Choice:
        """The best tree of at most k cuts and depth 2."""
        total = int(part.sizes.sum())
        leaf = Choice(total - int(part.sizes.max()))
        if not part.usable.any():
            return leaf
        inside, outside = part.inside.astype(np.int64), part.outside.astype(np.int64)
        options = (
            [(inside + outside, 1, 1)]
            if k > 2
            else [(inside + part.leaf_out, 1, 0), (part.leaf_in + outside, 0, 1)]
        )
        for right, a, b in options:
            i = int(np.where(part.usable, right, -1).argmax())
            if total - right[i] < leaf.errors:
                cut = int(part.kept[i])
                turned = not np.array_equal(part.words[:, i], rows & self.planes[:, cut])
                leaf = Choice(total - int(right[i]), cut, *((b, a) if turned else (a, b)))
        return leaf


def _capped(k: int, depth: int) -> tuple[int, int]:
    """No path is longer than there are cuts, and no tree of some depth has more cuts than fit in."""
    depth = min(k, depth)
    return min(k, 2 ** min(depth, 40) - 1), depth
