"""The tour: splits, sizes of search spaces, a few trees, one optimum, the laws behind it, a derivation, a fit."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from derive import count, draw, optimum, short, size, trees
from derive.cli import show
from laws.plan import plan
from problems import catalans, mcmp, murtrees, odt_bf
from problems.catalogue import find
from problems.generated import monk
from problems.lawbook import law_named
from problems.theorems import THEOREMS

if TYPE_CHECKING:
    from problems.learn.model import Model

SPACES = ("odt-bf", "murtrees", "catalans", "mcmp")
SIZES = (0, 1, 2, 3, 4, 5, 10, 30)
CHAIN = (30, 35, 15, 5, 10, 20, 25)


def fit() -> Model:
    """The optimal tree for MONK-1, each attribute asked for its values.

    >>> fit().optimal
    True
    """
    from problems.learn.fitting import pose, search
    from problems.learn.limits import Limits
    from problems.learn.table import table
    from problems.learn.target import labels

    data = monk(1)
    numbers = table(data.rows, data.columns)
    limits = Limits(max_depth=4, penalty=0.005)
    return search(pose(numbers, labels(data.labels, numbers.rows), None, limits, "equality")).model


def run(*, as_json: bool) -> None:
    """Tell the story; everything shown is computed on the spot.

    >>> run(as_json=True)  # doctest: +ELLIPSIS
    {"sizes": {"odt-bf": {"0": 1, ... "bracketing": "((A (B C)) ((D E) F))"}, "fit": {"errors": 0.0, "branches": 6, "optimal": true}}
    """
    counts = {slug: {size: find(slug).count(size) for size in SIZES} for slug in SPACES}
    lacking = set(trees(*odt_bf.odt_bf((1, 2, 3)))) - set(trees(*murtrees.murtrees((1, 2, 3))))
    best = optimum(*mcmp.matrix_chain(CHAIN), mcmp.MULTIPLICATIONS).unwrap()
    if as_json:
        model = fit()
        found = {"errors": model.loss, "branches": size(model.tree), "optimal": model.optimal}
        chain = {"multiplications": best.value[2], "bracketing": short(best.tree)}
        print(
            json.dumps(
                {"sizes": counts, "lacking": sorted(map(short, lacking)), "chain": chain, "fit": found}
            )
        )
        return

    show.heading("Write the splits; derive the solver.\n")
    _show_splits()
    show.heading("\n2. One recursion, many search spaces: how many trees are there?\n")
    rows = [[str(size), *(_short_number(counts[slug][size]) for slug in SPACES)] for size in SIZES]
    show.table(["size", *SPACES], rows, numeric=["size", *SPACES])

    show.heading("\n3. The five search trees over three keys (catalans 3)\n")
    print(show.side_by_side([draw(tree) for tree in trees(*catalans.catalans((1, 2, 3)))]))
    show.heading("\n   and the three trees of odt-bf 3 that murtrees 3 lacks\n")
    print(show.side_by_side([draw(tree) for tree in sorted(lacking, key=short)]))

    ways = find("mcmp").count(len(CHAIN) - 1)
    show.heading(f"\n4. The cheapest of {ways} ways to multiply {len(CHAIN) - 1} matrices\n")
    print(f"   {best.value[2]} scalar multiplications: {short(best.tree)}\n")
    print(draw(best.tree, leaf=lambda matrix: f"{matrix.rows}x{matrix.columns}", root=lambda _: "·"))

    show.heading("\n5. Why choosing early was right: two laws, tested on the problem itself\n")
    problem, seed = mcmp.matrix_chain(CHAIN)
    spans = [(i, j) for i in range(len(CHAIN)) for j in range(i + 2, len(CHAIN))]
    print(plan(problem, mcmp.MULTIPLICATIONS, spans).report(seed))
    show.heading("\n   and a law that fails, as it should: Knuth's window, for matrix chains\n")
    print(law_named("Knuth window for matrix chains")[1].check().failure())
    show.heading("\n6. A theorem as a value: each step is a law\n")
    print(THEOREMS["theorem-4.2"].derivation)
    _show_fit()
    print("\nNext: derive problems, derive laws errata, derive explain mcmp 10 100 5 50")


def _show_splits() -> None:
    """What a user writes, and what follows from it: the splits of a chain of four matrices."""
    problem, seed = mcmp.bracketings("ABCD")

    def letters(span: tuple[int, int]) -> str:
        return "".join(leaf for i in range(*span) for leaf in problem.base((i, i + 1)))

    show.heading("1. A problem is its splits: where may a product of four matrices be cut?\n")
    for _, parts in problem.splits(seed):
        print(f"   {letters(seed)} -> {' | '.join(map(letters, parts))}")
    print(f"\n   so there are {count(problem, seed)} ways: {', '.join(map(short, trees(problem, seed)))}")


def _show_fit() -> None:
    from problems.learn.export import text, verdict

    show.heading("\n7. The best decision tree for the 432 rows of MONK-1: yes if a1 = a2, or a5 = 1\n")
    model = fit()
    print(f"{text(model)}\n\n   {verdict(model)}")


def _short_number(number: int) -> str:
    return str(number) if number < 10**15 else f"{number:.3e}"
