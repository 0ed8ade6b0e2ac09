"""The problems by name: what the command line can count, list and solve.

>>> [entry.slug for entry in CATALOGUE]
['proper-dt', 'bsp', 'kd-tree', 'odt-bf', 'murtrees', 'catalans', 'mcmp', 'polygons']
>>> find("murtrees").count(5)
2830
>>> find("murtree")
Traceback (most recent call last):
    ...
derive.errors.BadInput: there is no problem named 'murtree'; did you mean murtrees? The problems are proper-dt, bsp, kd-tree, odt-bf, murtrees, catalans, mcmp, polygons
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from functools import partial
from math import factorial
from pathlib import Path
from typing import Any, NoReturn

from derive import DEPTH, Algebra, BadInput, Instance, Kernel, count
from derive.text import plain
from problems import (
    bsp,
    catalans,
    fewest_cuts,
    files,
    kd_tree,
    kd_workload,
    mcmp,
    murtrees,
    odt_bf,
    polygons,
    proper,
    scene_files,
)
from problems.ancestry import bits
from problems.exact import Number, exact, written
from problems.rows import Rows


@dataclass(frozen=True)
class Posed:
    """A question ready to be asked: where to search, what a tree costs, how to show the answer.

    The labels and values of different problems have nothing in common, hence ``Any``.

    >>> posed = find("mcmp").numbers(["10", "100", "5", "50"])
    >>> posed.unit
    'scalar multiplications'
    """

    instance: Instance[Any, Any, Any]
    cost: Algebra[Any, Any, Any]
    unit: str
    value: Callable[[Any], Number] = lambda value: value
    root: Callable[[Any], str] = plain
    leaf: Callable[[Any], str] = plain
    root_data: Callable[[Any], object] = lambda root: root
    leaf_data: Callable[[Any], object] = lambda leaf: leaf
    """The same for programs to read: what JSON says of a root and of a leaf."""
    by: Kernel[Any, Any, Any] | None = None
    """A compiled kernel, for input large enough that loading it pays."""


def _refuse(slug: str, what: str, instead: str) -> NoReturn:
    raise BadInput(f"{slug} cannot be given as {what}; expected {instead}")


@dataclass(frozen=True)
class Entry:
    """One problem of the catalogue, and what it can be given as.

    >>> find("catalans").sized(3).problem
    Problem('catalans')
    """

    slug: str
    title: str
    paper: str
    accepts: str
    of_size: Callable[[int], Instance[Any, Any, Any]] | None = None
    by_size: Callable[[int], int] | None = None
    from_numbers: Callable[..., Posed] | None = None
    from_file: Callable[[Path], Posed] | None = None

    def sized(self, size: int) -> Instance[Any, Any, Any]:
        """The problem over so many nameless things."""
        if self.of_size is None:
            _refuse(self.slug, "a size alone", self.accepts)
        return self.of_size(_checked(size))

    def count(self, size: int) -> int:
        """How many trees there are over so many things, without listing."""
        if self.by_size is None:
            return count(*self.sized(size))
        return self.by_size(_checked(size))

    def numbers(self, words: Sequence[str], misses: Sequence[str] | None = None) -> Posed:
        """The problem that a row of numbers poses; search trees can have weights for failing too."""
        if self.from_numbers is None:
            _refuse(self.slug, "numbers", self.accepts)
        given = [[exact(word) for word in words]]
        if misses is not None:
            if self.from_numbers is not _pose_keys:
                raise BadInput(f"--misses goes with catalans, not with {self.slug}")
            given.append([exact(word) for word in misses])
        return self.from_numbers(*given)

    def file(self, path: Path) -> Posed:
        """The problem that a file poses."""
        if self.from_file is None:
            _refuse(self.slug, "a file", self.accepts)
        return self.from_file(path)


MANY_ITEMS = 60
MANY_RULES = 12
"""Above these a compiled kernel is faster than the engine, though it takes a second to load."""

MANY_SHAPES = 12
"""Above this branch and bound leaves most cells out."""

MOST_SIZE = 100_000
"""Beyond this even writing the count down takes long."""


def _checked(size: int) -> int:
    if size < 0:
        raise BadInput(f"a size is 0 or more, got {size}")
    if size > MOST_SIZE:
        raise BadInput(f"a size is at most {MOST_SIZE}, got a larger one")
    return size


def _class_and_rows(rows: Rows) -> Callable[[int], str]:
    """How a leaf is written: the label that most of its rows have, and the rows."""

    def write(arriving: int) -> str:
        held = "{" + " ".join(map(str, bits(arriving))) + "}"
        return f"{rows.majority(arriving)}{held}" if arriving else held

    return write


def _pose_rules(path: Path) -> Posed:
    ancestry, rows, size, at_most = files.read_rules(path)
    if rows is None and size is None:
        by = proper.rule_masks(ancestry) if len(ancestry) > MANY_RULES else None
        return Posed(proper.proper_trees(ancestry), DEPTH, "deep", root=_rule, by=by)
    cost: Algebra[Any, Any, Any] = rows.misclassified() if rows else DEPTH
    unit = "misclassified" if rows else "deep"
    data = rows or Rows((), (0,) * len(ancestry))
    if size is None:
        return Posed(
            proper.decision_trees(ancestry, data),
            cost,
            unit,
            root=_rule,
            leaf=_class_and_rows(data),
            leaf_data=bits,
        )
    sized = proper.sized_trees(ancestry, data, size, exactly=not at_most)
    return Posed(sized, cost, unit, root=_rule, leaf=_class_and_rows(data), leaf_data=bits)


def _rule(number: int) -> str:
    return f"r{number}"


def _pose_scene(path: Path) -> Posed:
    def on_plane(on: bsp.On) -> str:
        return "+".join(map(str, on))

    def corners(on: bsp.On) -> list[dict[str, object]]:
        return [fragment.as_data() for fragment in on]

    scene = scene_files.read_scene(path)
    space = bsp.Atoms(scene)
    by = fewest_cuts.FewestCuts(space) if len(scene.shapes) > MANY_SHAPES else None
    posed = bsp.auto_partitions(space)
    return Posed(posed, bsp.CELLS, "branches and cells", root=on_plane, root_data=corners, by=by)


def _second(pair: tuple[Number, Number]) -> Number:
    return pair[1]


def _pose_points(path: Path) -> Posed:
    if path.suffix.lower() == ".json":
        return _pose_queries(path)
    found, weights = files.read_points(path)
    cost = kd_tree.look_up_cost(weights)
    return Posed(
        kd_tree.kd_tree(found), cost, "weighted depth", _second, str, root_data=kd_tree.Bucket._asdict
    )


def _pose_queries(path: Path) -> Posed:
    def as_data(visit: kd_workload.Visit) -> dict[str, object]:
        return {**visit.bucket._asdict(), "visits": visit.weight}

    posed = kd_workload.kd_workload(*kd_workload.read_workload(path))
    return Posed(posed, kd_workload.VISITS, "points looked at, weighted", root=str, root_data=as_data)


def _pose_features(space: Callable[[Sequence[int], Rows], Instance[Any, Any, Any]], path: Path) -> Posed:
    names, rows = files.read_table(path)
    instance = space(range(len(names)), rows)
    name = names.__getitem__
    cost = rows.misclassified()
    return Posed(
        instance, cost, "misclassified", root=name, leaf=_class_and_rows(rows), root_data=name, leaf_data=bits
    )


def _pose_keys(weights: Sequence[Number], misses: Sequence[Number] | None = None) -> Posed:
    def key(number: int) -> str:
        return f"{number + 1}:{written(weights[number])}"

    cost = catalans.look_up_cost(weights, misses)
    instance = catalans.search_trees(len(weights))
    by = catalans.key_spans(weights, misses) if len(weights) > MANY_ITEMS else None
    return Posed(instance, cost, "comparisons, weighted", _second, key, lambda _: ".", lambda k: k + 1, by=by)


def _pose_chain(dimensions: Sequence[Number]) -> Posed:
    for dimension in dimensions:
        if not isinstance(dimension, int):
            raise BadInput(f"expected whole dimensions, got {written(dimension)}")
    whole = [int(dimension) for dimension in dimensions]
    chain = mcmp.matrix_chain(whole)
    return Posed(
        chain,
        mcmp.MULTIPLICATIONS,
        "scalar multiplications",
        lambda value: value[2],
        leaf_data=mcmp.Matrix._asdict,
        by=mcmp.chain_spans(whole) if len(whole) > MANY_ITEMS else None,
    )


def _pose_corners(weights: Sequence[Number]) -> Posed:
    by = polygons.corner_spans(weights) if len(weights) > MANY_ITEMS else None
    cost = polygons.corner_product(weights)
    return Posed(polygons.polygon(len(weights)), cost, "sum of products", root_data=list, by=by)


def _labels(size: int) -> range:
    return range(1, size + 1)


CATALOGUE: tuple[Entry, ...] = (
    Entry(
        "proper-dt",
        "proper decision trees: each rule once, where its ancestors allow it",
        "genBTs (15), genDTs (19), sodt (23)",
        "a JSON file with lines, thresholds or a matrix",
        from_file=_pose_rules,
    ),
    Entry(
        "bsp",
        "binary space partitions of segments in the plane, or polygons in space",
        "splits_BSP (27)",
        "a JSON or OBJ file of segments or polygons",
        from_file=_pose_scene,
    ),
    Entry(
        "kd-tree",
        "K-D trees of points in any dimension",
        "splits_KD, 5.3",
        "a number of points with distinct coordinates, or a CSV file of points or a JSON file of points and queries",
        of_size=lambda n: kd_tree.kd_tree([(i, i) for i in range(n)]),
        by_size=catalans.catalan,
        from_file=_pose_points,
    ),
    Entry(
        "odt-bf",
        "decision trees over binary features, each feature once",
        "genDTBFs (29)",
        "a number of features, or a CSV file of features 0 or 1 with a label",
        of_size=lambda n: odt_bf.odt_bf(_labels(n)),
        by_size=lambda n: factorial(n) * catalans.catalan(n),
        from_file=partial(_pose_features, odt_bf.decision_trees),
    ),
    Entry(
        "murtrees",
        "He and Little's model of MurTree: the rule list is cut in order",
        "genMurtrees (31)",
        "a number of features, or a CSV file of features 0 or 1 with a label",
        of_size=lambda n: murtrees.murtrees(_labels(n)),
        by_size=murtrees.BY_SIZE.count_class,
        from_file=partial(_pose_features, murtrees.decision_trees),
    ),
    Entry(
        "catalans",
        "search trees over keys in order",
        "genCatalans (30)",
        "a number of keys, or to solve it the weight of each key",
        of_size=lambda n: catalans.catalans(_labels(n)),
        by_size=catalans.catalan,
        from_numbers=_pose_keys,
    ),
    Entry(
        "mcmp",
        "bracketings of a chain of matrices",
        "splits_MCMP, 6.3",
        "a number of matrices, or to solve it the dimensions of the chain",
        of_size=lambda n: mcmp.bracketings(_labels(n)),
        by_size=lambda n: catalans.catalan(n - 1) if n else 0,
        from_numbers=_pose_chain,
    ),
    Entry(
        "polygons",
        "triangulations of a convex polygon",
        "like splits_MCMP, 6.3",
        "a number of corners, or to solve it the weight of each corner",
        of_size=polygons.polygon,
        by_size=lambda n: catalans.catalan(n - 2) if n > 1 else count(*polygons.polygon(n)),
        from_numbers=_pose_corners,
    ),
)


def find(slug: str) -> Entry:
    """The problem of a name; a name that is nearly right is suggested.

    >>> find("mcmp").title
    'bracketings of a chain of matrices'
    """
    for entry in CATALOGUE:
        if entry.slug == slug:
            return entry
    names = [entry.slug for entry in CATALOGUE]
    near = get_close_matches(slug.lower().replace("_", "-"), names, cutoff=0.4)
    hint = f"; did you mean {near[0]}?" if near else "."
    raise BadInput(f"there is no problem named {slug!r}{hint} The problems are {', '.join(names)}")
