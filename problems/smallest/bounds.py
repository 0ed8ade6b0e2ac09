"""The parameters of a data set, and what each algorithm for smallest trees takes in the worst case.

Bounds are steps without their constant, as the theorems give them; what runs here prunes, and mostly takes
far less. A bound needs the size s of the answer, or a guess at it.

>>> P = Parameters(rows=958, columns=9, dimensions=27, classes=2, largest_domain=3, largest_difference=9,
...     smallest_class=332)
>>> print(f"{boxes_steps(P):.1e}, {threshold_steps(P, 42):.1e}")
1.5e+30, 4.2e+267
"""

from __future__ import annotations

from dataclasses import dataclass
from math import inf, log10
from typing import TYPE_CHECKING, NamedTuple

from derive import BadInput

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray


@dataclass(frozen=True)
class Parameters:
    """What the bounds depend on.

    ``dimensions`` are ordered columns and, for columns of names, the names; ``largest_domain`` is D_max,
    ``largest_difference`` delta_max: in how many columns examples of different class differ at most.
    ``smallest_class`` has so many examples, and so R, the fewest leaves of one class, is no larger.

    >>> Parameters(4, 2, 2, 2, 4, 2, 2).few_leaves
    2
    """

    rows: int
    columns: int
    dimensions: int
    classes: int
    largest_domain: int
    largest_difference: int
    smallest_class: int

    @property
    def few_leaves(self) -> int | None:
        """A bound on R, where there are two classes."""
        return self.smallest_class if self.classes == 2 else None


def measure(codes: NDArray[np.int32], labels: NDArray[np.int32], named: NDArray[np.uint8]) -> Parameters:
    """The parameters of codes, one row a column, each from 0 on.

    >>> import numpy as np
    >>> measure(np.array([[0, 1, 2, 2]], np.int32), np.array([0, 1, 1, 1], np.int32), np.zeros(1, np.uint8))
    Parameters(rows=4, columns=1, dimensions=1, classes=2, largest_domain=3, largest_difference=1, smallest_class=1)
    """
    import numpy as np

    from derive.kernels.smallest.differences import differences

    distinct = np.unique(np.vstack([codes, labels]), axis=1)
    values = codes.max(axis=1) + 1
    counts = np.bincount(labels)
    return Parameters(
        rows=codes.shape[1],
        columns=len(codes),
        dimensions=int(np.where((named > 0) & (values > 2), values, 1).sum()),
        classes=int((counts > 0).sum()),
        largest_domain=int(values.max()),
        largest_difference=differences(
            np.ascontiguousarray(distinct[:-1]), np.ascontiguousarray(distinct[-1]), sets=False
        )[1],
        smallest_class=int(counts[counts > 0].min()),
    )


def size_from_few_leaves(dimensions: int, leaves: int) -> int:
    """How many branches a smallest tree has at most if one of its two classes has so many leaves.

    Kobourov et al., Theorem 3.6: 2d(2R - 1) + R - 1, from Lemmas 3.4 and 3.5.

    >>> [size_from_few_leaves(2, r) for r in range(4)]
    [0, 4, 13, 22]
    """
    if dimensions < 0 or leaves < 0:
        raise BadInput(f"dimensions and leaves are 0 or more, got {dimensions} and {leaves}")
    return 2 * dimensions * (2 * leaves - 1) + leaves - 1 if leaves else 0


def boxes_steps(p: Parameters) -> float:
    """D_max^(2d) * d * n. Kobourov et al., Theorem 3.1.

    >>> boxes_steps(Parameters(4, 1, 1, 2, 4, 1, 2))
    64.0
    """
    return _power(p.largest_domain, 2 * p.dimensions) * p.dimensions * p.rows


def threshold_steps(p: Parameters, size: int) -> float:
    """(s^3 d)^s * n. Kobourov et al., Theorem 3.2.

    >>> threshold_steps(Parameters(4, 1, 1, 2, 4, 1, 2), 2)
    256.0
    """
    return _power(size**3 * p.dimensions, size) * p.rows


def few_leaves_steps(p: Parameters, leaves: int) -> float:
    """The same with the size that few leaves of one class allow. Kobourov et al., Theorem 3.6.

    >>> few_leaves_steps(Parameters(4, 1, 1, 2, 4, 1, 2), 1)
    256.0
    """
    return threshold_steps(p, size_from_few_leaves(p.dimensions, leaves))


def support_steps(p: Parameters, size: int) -> float:
    """Support sets, what extends each, and the trees over them. Ordyniak & Szeider, Theorem 8.

    delta_max^s minimal support sets (Corollary 9); up to s times one of D_max^s * 2 delta_max features
    (Lemma 14); for each set 2^(s^2) * n log n (Theorem 4).

    >>> support_steps(Parameters(4, 1, 1, 2, 4, 1, 2), 1)
    128.0
    """
    more = _power(_power(p.largest_domain, size) * 2 * p.largest_difference, size)
    each = _power(2, size * size) * p.rows * max(1.0, log10(max(1, p.rows)) / log10(2))
    return _power(p.largest_difference, size) * more * each


def _power(base: float, exponent: int) -> float:
    try:
        return float(base) ** exponent
    except OverflowError:
        return inf


class Applicable(NamedTuple):
    """An algorithm, where it stands, what it takes, and the number of steps that makes; inf if it cannot be said.

    >>> Applicable("boxes", "Theorem 3.1", "D^2d d n", 64.0).steps
    64.0
    """

    method: str
    theorem: str
    bound: str
    steps: float


def applicable(p: Parameters, size: int) -> list[Applicable]:
    """Every algorithm with its bound for an answer of some size, the least bound first.

    >>> [each.method for each in applicable(Parameters(4, 1, 1, 2, 4, 1, 2), 2)]
    ['boxes', 'fpt', 'support']
    """
    if size < 0:
        raise BadInput(f"a size is 0 or more, got {size}")
    found = [
        Applicable("boxes", "Kobourov et al., Theorem 3.1", "D_max^(2d) d n", boxes_steps(p)),
        Applicable("fpt", "Kobourov et al., Theorem 3.2", "(s^3 d)^s n", threshold_steps(p, size)),
        Applicable(
            "support",
            "Ordyniak & Szeider, Theorem 8",
            "delta_max^s (D_max^s 2 delta_max)^s 2^(s^2) n log n",
            support_steps(p, size),
        ),
    ]
    if p.few_leaves is not None and size_from_few_leaves(p.dimensions, p.few_leaves) < size:
        found.append(
            Applicable(
                "fpt",
                "Kobourov et al., Theorem 3.6",
                "(s^3 d)^s n with s = 2d(2R - 1) + R - 1",
                few_leaves_steps(p, p.few_leaves),
            )
        )
    return sorted(found, key=lambda each: each.steps)
