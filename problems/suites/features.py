"""What trees over binary features owe: each rule once, and the model of MurTree."""

from __future__ import annotations

from itertools import permutations
from math import factorial
from typing import Any

from derive import Instance, Tree
from laws import AS_BAGS, INCLUDED, Law, Suite
from laws.draws import naturals
from laws.fusion import Asked, owed
from laws.memo import conserves, quotient_sound
from problems import catalans, draws, murtrees, odt_bf
from problems.suites.common import closed_form, listed, searching


def _bf(n: int) -> Instance[Any, int, None]:
    return odt_bf.odt_bf(range(n))


def _mur(n: int) -> Instance[Any, int, None]:
    return murtrees.murtrees(range(n))


def _orders_of_keys(n: int) -> list[Tree[int, None]]:
    return [tree for order in permutations(range(n)) for tree in listed(catalans.catalans(order))]


ODT_BF = Suite(
    "odt-bf",
    [
        *owed(
            "odt-bf errors",
            lambda: draws.features_with_data(3, least=3),
            lambda rows: Asked(*odt_bf.decision_trees(range(len(rows.plus)), rows), rows.misclassified()),
        ),
        conserves("odt-bf", naturals(4), _bf, len),
        quotient_sound("odt-bf", naturals(5), _bf, odt_bf.BY_SIZE),
        quotient_sound(
            "no feature twice", naturals(4), lambda n: odt_bf.no_feature_twice(range(n), 3), odt_bf.NO_REPEAT
        ),
        quotient_sound(
            "any feature", naturals(4), lambda n: odt_bf.any_feature(range(3), n), odt_bf.any_reuse(3)
        ),
        closed_form(
            "odt-bf",
            odt_bf.BY_SIZE.count_class,
            lambda n: factorial(n) * catalans.catalan(n),
            "f(K) = K! Catalan(K)",
            r"f_{BF}(K) = K! \cdot \mathit{Catalan}(K)",
        ),
        closed_form(
            "any feature",
            odt_bf.any_reuse(3).count_class,
            lambda n: 3**n * catalans.catalan(n),
            "F**n Catalan(n) trees of n branches over F features",
            r"F^n \cdot \mathit{Catalan}(n)",
        ),
        Law(
            "odt-bf = orders times catalans",
            naturals(4),
            lhs=lambda n: listed(_bf(n)),
            rhs=_orders_of_keys,
            same=AS_BAGS,
            says="genDTBFs rs is the disjoint union of genCatalans over all orders of rs",
            latex=r"\mathit{genDTBFs}\;rs = \biguplus_{\pi} \mathit{genCatalans}\,(\pi\;rs)",
            cite="He & Little, Lemma 6.2, as a bijection",
            owed_by=("trees", "perms"),
        ),
    ],
)

MURTREES = Suite(
    "murtrees",
    [
        *owed(
            "murtrees errors",
            lambda: draws.features_with_data(3, least=3),
            lambda rows: Asked(*murtrees.decision_trees(range(len(rows.plus)), rows), rows.misclassified()),
        ),
        conserves("murtrees", naturals(4), _mur, len),
        quotient_sound("murtrees", naturals(5), _mur, murtrees.BY_SIZE),
        Law(
            "catalans within murtrees",
            naturals(4),
            lhs=lambda n: listed(searching(n)),
            rhs=lambda n: listed(_mur(n)),
            same=INCLUDED,
            says="genCatalans rs is part of genMurtrees rs",
            latex=r"\mathit{genCatalans} \subseteq \mathit{genMurtrees}",
            cite="He & Little, (32)",
            owed_by=("trees",),
        ),
        Law(
            "murtrees within odt-bf",
            naturals(4),
            lhs=lambda n: listed(_mur(n)),
            rhs=lambda n: listed(_bf(n)),
            same=INCLUDED,
            says="genMurtrees rs is part of genDTBFs rs",
            latex=r"\mathit{genMurtrees} \subseteq \mathit{genDTBFs}",
            cite="He & Little, (32)",
            owed_by=("trees",),
        ),
        Law(
            "strictly from three rules on",
            naturals(30),
            lhs=lambda n: n >= 3,
            rhs=lambda n: (
                catalans.BY_SIZE.count_class(n)
                < murtrees.BY_SIZE.count_class(n)
                < odt_bf.BY_SIZE.count_class(n)
            ),
            says="f_Catalan(N) < f_Murtree(N) < f_BF(N) iff N >= 3",
            latex=r"f_{Catalan}(N) < f_{Murtree}(N) < f_{BF}(N) \iff N \ge 3",
            cite="He & Little, (32), restricted",
            owed_by=("Quotient",),
        ),
    ],
    telling=0.15,
)
