"""Write the splits; derive the solver.

A ``Problem`` says where a seed may stop and how it may split; an ``Algebra`` says what a tree is
worth and which values to keep. From these two come the list of trees, their number, samples and
the optimum.

>>> from derive import Problem, count, optimum, DEPTH, draw
>>> search = Problem("search", base=lambda s: [None] if s[0] == s[1] else [],
...     splits=lambda s: [(k, ((s[0], k), (k + 1, s[1]))) for k in range(*s)])
>>> count(search, (0, 5))
42
>>> print(draw(optimum(search, (0, 3), DEPTH).unwrap().tree))
   1
 ┌─┴─┐
 0   2
┌┴┐ ┌┴┐
. . . .
"""

from derive.access import nth, ranking, sample, strategy
from derive.accumulate import along, dacc, descend, path_red, paths
from derive.algebra import COUNT, EXISTS, TREES, Algebra, fold
from derive.choices import best, everything, first, keep, largest, max_by, min_by, smallest, thin, total
from derive.costs import CELLS, DEPTH, SIZE, weighted_depth
from derive.definition import solve
from derive.errors import BadInput, DeriveError, NotShrinking, TooLarge, TooMany
from derive.forest import Forest, Key, explore, tables, tabulate
from derive.kernels import Kernel
from derive.lists import kcombs, kperms, partitions, perms, sublist_pairs
from derive.markdown import listed
from derive.masks import Masks
from derive.pictures import Picture, grid, picture
from derive.problem import Instance, Problem, shallow
from derive.questions import Best, count, count_optima, exists, k_best, optimum, pareto, trees, trees_where
from derive.quotient import Quotient
from derive.slides import Slides
from derive.spans import Product, Spans, Sums, Table
from derive.text import draw, short
from derive.tree import Leaf, Node, Tree, depth, leaves, level_order, map_leaves, size
from derive.watching import film, watch

__version__ = "0.1.0"

__all__ = [
    "CELLS", "COUNT", "DEPTH", "EXISTS", "SIZE", "TREES",
    "Algebra", "BadInput", "Best", "DeriveError", "Forest", "Instance", "Kernel", "Key", "Leaf", "Masks", "Node",
    "NotShrinking", "Picture", "Problem", "Product", "Quotient", "Slides", "Spans", "Sums", "Table", "TooLarge", "TooMany",
    "Tree",
    "along", "best", "count", "count_optima", "dacc", "depth", "descend", "draw", "everything",
    "exists", "explore", "film", "first", "fold", "grid", "k_best", "kcombs", "keep", "kperms", "largest", "leaves",
    "level_order", "listed", "map_leaves", "max_by", "min_by", "nth", "optimum", "pareto", "partitions",
    "path_red", "paths", "perms", "picture", "ranking", "sample", "shallow", "short", "size", "smallest", "solve",
    "strategy", "sublist_pairs", "tables", "tabulate", "thin", "total", "trees", "trees_where", "watch",
    "weighted_depth",
]  # fmt: skip
