"""A model as a picture: SVG drawn by hand, for browsers and notebooks.

>>> from derive import Leaf
>>> picture = svg(Model(("a",), Leaf(Outcome("x < y", 2, (2.0,))), ("x < y",)))
>>> picture[:4], "x &lt; y" in picture
('<svg', True)
"""

from __future__ import annotations

from derive.svg import Box, Drawing, boxed, document, reached_by
from derive.tree import Leaf, Node, Tree, fold_with
from problems.learn.export import held, verdict
from problems.learn.model import Model, Outcome, Question
from problems.learn.switch import Switch

FILLS = ("#cfe3f7", "#fbdcc0", "#d3ecd0", "#f3cfd6", "#e2d6f0", "#f6ecb8", "#d0ecec", "#e5e0d5")


def svg(model: Model) -> str:
    """The tree as a self-contained SVG: yes to the left, no to the right, or a part a value; leaves coloured by class.

    >>> from derive import Leaf, Node
    >>> from problems.learn.rules import Rule
    >>> stump = Model(("a",), Node(Rule("a", "<=", 3), (Leaf(Outcome(1.5, 2)), Leaf(Outcome(4.5, 2)))))
    >>> svg(stump).count("<rect"), svg(stump).count(">yes<")
    (3, 1)
    """
    return document(drawing(model), verdict(model))


def drawing(model: Model) -> Drawing:
    """The tree as a part of a larger picture.

    >>> from derive import Leaf
    >>> drawing(Model(("a",), Leaf(Outcome(1.5, 2)))).body.count("<rect")
    1
    """
    fills = {label: FILLS[place % len(FILLS)] for place, label in enumerate(model.classes)}

    def leaf(outcome: Outcome) -> Tree[Box, Box]:
        return Leaf(
            Box((str(outcome), held(outcome, model.classes)), fills.get(outcome.value, FILLS[0]), corner=12)
        )

    def node(question: Question, parts: tuple[Tree[Box, Box], ...]) -> Tree[Box, Box]:
        if isinstance(question, Switch):
            parts = tuple(map(reached_by, parts, question.words))
        return Node(Box((str(question),), corner=4), parts)

    return boxed(fold_with(leaf, node, model.tree), turns=("yes", "no"))
