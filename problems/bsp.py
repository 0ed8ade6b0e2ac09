"""Binary space partitions, exactly: segments in the plane, convex polygons in space.

Seed: the fragments in a cell. Stops when the cell is empty. Splits: the plane of any fragment becomes
the root and keeps the fragments that lie on it; the others go to its positive side (left) or to its
negative one (right), and those that cross it are cut in two. Paper: 5.1, ``splits_BSP`` (27),
``E_BSP`` (28).

``Cutting`` is that definition. ``Atoms`` cuts every shape by every plane beforehand; after that a cell
is one number, a bit for each atom in it, and a split is three intersections. Both give the same trees.
For scenes of more than some thirty shapes, ``problems.fewest_cuts`` bounds the search.

Owes: parts are smaller, though fragments are not conserved (a cut makes two of one); atoms = cutting;
global permutations of the shapes do not suffice.

>>> from derive import count, optimum
>>> cross = bsp([((0, 0), (2, 2)), ((0, 2), (2, 0))])
>>> count(*cross), optimum(*cross, CELLS).unwrap().value
(2, 7)
>>> three = bsp([((0, 0), (6, 1)), ((1, -2), (5, 4)), ((0, 3), (6, -2))])
>>> count(*three), optimum(*three, CELLS).unwrap().value
(12, 13)
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from random import Random
from typing import Protocol, TypeAlias, TypeVar

from derive import CELLS, Instance, Leaf, Problem, TooLarge, Tree
from derive.tree import unfold
from problems.shapes import Corners, Fragment, Scene, cut

__all__ = [
    "CELLS",
    "Atoms",
    "Cutting",
    "Fragment",
    "On",
    "Scene",
    "Space",
    "auto_partitions",
    "bsp",
    "random_partition",
]

S = TypeVar("S")
On: TypeAlias = tuple[Fragment, ...]
"""The fragments on one plane, by number of shape: the root of a tree."""


class Space(Protocol[S]):
    """How the cells of a scene are kept, and how the plane of a shape splits one."""

    @property
    def whole(self) -> S:
        """The cell of everything."""

    def numbers(self, cell: S) -> list[int]:
        """Which shapes have a fragment in a cell; a convex shape has but one in a convex cell."""

    def split(self, cell: S, number: int) -> tuple[On, tuple[S, S]]:
        """What lies on the plane of a shape, and the cells on the positive and the negative side of the first there.

        Shapes on one plane may face either way, so that the first fragment of a root says which side is left.
        """


class Cutting:
    """Cells as they are: the fragments, cut one by one. The definition, and good for large scenes.

    >>> space = Cutting(Scene.of([((0, 0), (2, 2)), ((0, 2), (2, 0))]))
    >>> on, (left, right) = space.split(space.whole, 0)
    >>> left, right
    ((Fragment(1, ((0, 2), (1, 1))),), (Fragment(1, ((1, 1), (2, 0))),))
    """

    def __init__(self, scene: Scene) -> None:
        self.scene = scene

    @property
    def whole(self) -> On:
        """All shapes, uncut."""
        return tuple(Fragment(number, corners) for number, corners in enumerate(self.scene.shapes))

    def numbers(self, cell: On) -> list[int]:
        """Which shapes have a fragment in a cell."""
        return [fragment.number for fragment in cell]

    def split(self, cell: On, number: int) -> tuple[On, tuple[On, On]]:
        """What lies on the plane of a shape, and the cells on either side."""
        by = self.scene.planes[number]
        parts: tuple[list[Fragment], ...] = ([], [], [])
        for fragment in cell:
            for part, corners in zip(parts, cut(fragment.corners, by), strict=True):
                if corners:
                    part.append(
                        fragment if corners == fragment.corners else Fragment(fragment.number, corners)
                    )
        on, left, right = map(tuple, parts)
        return on, (left, right) if self.scene.same_side(number, on[0].number) else (right, left)


MOST_ATOMS = 20_000
"""A scene of more has too many partitions to look for the smallest."""


class Atoms:
    """Cells as bits: every shape cut by every plane beforehand, one bit for each atom that is left.

    >>> space = Atoms(Scene.of([((0, 0), (2, 2)), ((0, 2), (2, 0))]))
    >>> bin(space.whole), [bin(cell) for cell in space.split(space.whole, 0)[1]]
    ('0b1111', ['0b100', '0b1000'])
    """

    def __init__(self, scene: Scene) -> None:
        self.scene = scene
        shapes = range(len(scene.shapes))
        self.on, self.left, self.right, self.of = ([0 for _ in shapes] for _ in range(4))
        """For every shape, the atoms on its plane and on either side of it, and its own atoms."""
        self.owner: list[int] = []
        self.corners: list[Corners] = []
        for number in shapes:
            self._add(number)
        self.whole = (1 << len(self.owner)) - 1
        self._known: dict[int, On] = {}

    def _add(self, number: int) -> None:
        """Cut a shape by all planes; note on which side of each its atoms lie."""
        shape = self.scene.shapes[number]
        atoms: list[tuple[Corners, tuple[int, ...]]] = [(shape, ())]
        for by in self.scene.planes:
            whole_side = [side for side, part in enumerate(cut(shape, by)) if part]
            if len(whole_side) == 1:  # most planes miss most shapes
                atoms = [(corners, (*sides, *whole_side)) for corners, sides in atoms]
                continue
            atoms = [
                (part, (*sides, side))
                for corners, sides in atoms
                for side, part in enumerate(cut(corners, by))
                if part
            ]
            if len(self.owner) + len(atoms) > MOST_ATOMS:
                raise TooLarge(
                    f"bsp: {len(self.scene.shapes)} shapes cut by one another's planes make more than {MOST_ATOMS} atoms, "
                    "too many to look for the smallest partition; take a random one (random_partition, or draw --random)"
                )
        for corners, sides in atoms:
            bit = 1 << len(self.owner)
            self.owner.append(number)
            self.corners.append(corners)
            self.of[number] |= bit
            for by_number, side in enumerate(sides):
                (self.on, self.left, self.right)[side][by_number] |= bit

    def numbers(self, cell: int) -> list[int]:
        """Which shapes have a fragment in a cell."""
        found = []
        while cell:
            found.append(self.owner[(cell & -cell).bit_length() - 1])
            cell &= ~self.of[found[-1]]
        return found

    def split(self, cell: int, number: int) -> tuple[On, tuple[int, int]]:
        """What lies on the plane of a shape, and the cells on either side."""
        here = cell & self.on[number]
        if here not in self._known:
            self._known[here] = tuple(
                Fragment(shape, partial(self._joined, shape, here & self.of[shape]))
                for shape in self.numbers(here)
            )
        on = self._known[here]
        first = on[0].number
        return on, (cell & self.left[first], cell & self.right[first])

    def _joined(self, number: int, atoms: int) -> Corners:
        """The fragment that atoms of a shape make up: what no plane leaves out that has them all on one side."""
        corners = self.scene.shapes[number]
        for by, left, right in zip(self.scene.planes, self.left, self.right, strict=True):
            if atoms & left == atoms:
                corners = cut(corners, by)[1]
            elif atoms & right == atoms:
                corners = cut(corners, by)[2]
        return corners


def auto_partitions(space: Space[S]) -> Instance[S, On, None]:
    """All trees whose planes are those of fragments in the cell that they split.

    >>> from derive import count
    >>> crossing = Scene.of([((0, 0), (2, 2)), ((0, 2), (2, 0))])
    >>> count(*auto_partitions(Cutting(crossing))), count(*auto_partitions(Atoms(crossing)))
    (2, 2)
    """

    def splits(cell: S) -> Iterator[tuple[On, tuple[S, S]]]:
        used: set[int] = set()
        for number in space.numbers(cell):
            if number not in used:
                on, parts = space.split(cell, number)
                used.update(fragment.number for fragment in on)
                yield on, parts

    return Instance(Problem("bsp", lambda cell: [] if cell else [None], splits), space.whole)


def bsp(shapes: object) -> Instance[int, On, None]:
    """The auto-partitions of segments in the plane, or of convex polygons in space, given by their corners.

    >>> from derive import optimum, short
    >>> tee = bsp([((0, 0), (4, 0)), ((2, 0), (2, 3))])
    >>> short(optimum(*tee, CELLS).unwrap().tree, root=lambda on: "+".join(map(str, on)))
    '((. s1 .) s0 .)'
    >>> walls = bsp([[(0, 0, 0), (4, 0, 0), (4, 0, 4), (0, 0, 4)], [(2, -2, 1), (2, 2, 1), (2, 2, 3), (2, -2, 3)]])
    >>> optimum(*walls, CELLS).unwrap().value
    7
    >>> bsp([((1, 1), (1, 1))])
    Traceback (most recent call last):
        ...
    derive.errors.BadInput: segment 0: expected two different points, got ((1, 1), (1, 1))
    """
    return auto_partitions(Atoms(Scene.of(shapes)))


def random_partition(space: Space[S], random_seed: int = 0) -> Tree[On, None]:
    """The classical random auto-partition: shapes in random order, each splitting the cells that it is in.

    Of n segments that do not cross it makes O(n log n) fragments on average.

    >>> from derive import size
    >>> space = Cutting(Scene.of([((0, 0), (4, 0)), ((2, 0), (2, 3)), ((1, 1), (5, 2))]))
    >>> sorted({size(random_partition(space, seed)) for seed in range(20)})
    [4, 5]
    """
    order = list(range(len(space.numbers(space.whole))))
    Random(random_seed).shuffle(order)

    def grow(cell: S) -> Leaf[None] | tuple[On, tuple[S, S]]:
        if not cell:
            return Leaf(None)
        return space.split(cell, min(space.numbers(cell), key=order.__getitem__))

    return unfold(grow, space.whole)
