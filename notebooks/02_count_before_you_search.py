# %% [markdown]
# # 2. Count before you search
#
# *5040 against 2830 against 42.*
#
# Before you search for the best tree, ask how many there are. The number tells whether listing them is
# possible, whether two descriptions of a search space mean the same one, and what a better program has to
# save. And counting is cheap: it is the same recursion with another algebra.

# %%
from derive import Problem, Quotient, TooMany, count, explore, grid, listed, trees

# %% [markdown]
# ## How many decision trees are there?
#
# Take $K$ yes-or-no features. A decision tree asks for each of them exactly once: any feature may be the
# root, and each of the others goes to the left or to the right. Brute force lists the trees.

# %%
from problems.odt_bf import odt_bf

grid(trees(*odt_bf((1, 2, 3))), columns=10)

# %%
listed(["features", "trees"], [(k, len(trees(*odt_bf(range(k))))) for k in range(5)])

# %% [markdown]
# The next number is known from the paper: 5040. Listing so many is refused, and the refusal says how many
# there are:

# %%
try:
    trees(*odt_bf(range(5)))
except TooMany as refusal:
    print(refusal)

# %% [markdown]
# **That is too many** to list, but not to count. `count` adds and multiplies instead of building: a leaf
# is 1, a branch is the product of its parts, alternatives are added. It visits every *set* of features
# once, and there are only $2^K$ of those.

# %%
listed(
    ["features", "trees", "seeds"],
    [(k, count(*odt_bf(range(k))), len(explore(*odt_bf(range(k))))) for k in range(9)],
)

# %%
assert all(count(*odt_bf(range(k))) == len(trees(*odt_bf(range(k)))) for k in range(5))
assert count(*odt_bf(range(5))) == 5040

# %% [markdown]
# ## Three spaces
#
# The paper compares three search spaces over the same rules. In `odt_bf` the rules below a root may be
# divided in any way; in `murtrees`, its model of MurTree, they are cut in two in the order given; in
# `catalans` the root, too, must respect the order.

# %%
from problems.catalans import catalans
from problems.murtrees import murtrees

spaces = {"odt_bf": odt_bf, "murtrees": murtrees, "catalans": catalans}

# %%
sizes = [(k, *(count(*make(range(k))) for make in spaces.values())) for k in range(6)]
listed(["rules", *spaces], sizes)

# %%
assert sizes[3] == (3, 30, 27, 5)
assert sizes[5] == (5, 5040, 2830, 42)

# %% [markdown]
# Each is contained in the one before it: `catalans` is the smaller one from two rules on, `murtrees` from three
# rules on. Numbers alone do not prove that; the lists do. The three trees that `murtrees` lacks are red, the five of `catalans` are green:

# %%
every, modelled, ordered = (trees(*make((1, 2, 3))) for make in spaces.values())
assert set(ordered) < set(modelled) < set(every)
assert sizes[2] == (2, 4, 4, 2)

# %%
grid(
    every,
    colour=lambda tree: "red" if tree not in modelled else "green" if tree in ordered else "",
    columns=10,
)

# %% [markdown]
# ## Thirty features
#
# Counting shares sets of features, but thirty features have $2^{30}$ sets, and the whole set alone has
# $30 \cdot 2^{29}$ splits. **That is too many** again, even to count in this way.
#
# But the number of trees does not depend on *which* features there are, only on how many. So put all sets
# of one size into one class, and let a split say how often it occurs. A root can be chosen in $n$ ways,
# and $i$ of the others for the left in $\binom{n-1}{i}$ ways:
#
# $$f(n) = \sum_{i=0}^{n-1} n \binom{n-1}{i} f(i) f(n-1-i), \qquad f(0) = 1.$$
#
# The paper proves this recurrence as Lemma 6.2. Here it is a *quotient* of the problem, and again a
# problem: its seeds are numbers and its labels are multiplicities.

# %%
from math import comb, factorial


def by_size(n):
    return [(n * comb(n - 1, i), (i, n - 1 - i)) for i in range(n)]


# %%
classes = Problem("sizes", base=lambda n: [] if n else [1], splits=by_size)
counting = Quotient("by number of features", key=len, classes=classes)

# %% [markdown]
# Do the two agree?


# %%
def same(f, g, numbers):
    return all(f(n) == g(n) for n in numbers)


# %%
assert same(lambda k: count(*odt_bf(range(k))), lambda k: counting.count(range(k)), range(9))

# %% [markdown]
# Then here is a number that no listing will ever reach:

# %%
counting.count(range(30))

# %% [markdown]
# About $10^{48}$. It has a closed form, which we can now guess from the first few values and check far
# beyond what could be listed: $K!$ orders times the Catalan number of shapes.


# %%
def closed(k):
    return factorial(k) * comb(2 * k, k) // (k + 1)


# %%
assert same(counting.count_class, closed, range(100))

# %% [markdown]
# The reason is a bijection: write down the rules of a tree from left to right, and you get an order of
# the rules and a search tree over that order. So `odt_bf` is the disjoint union of `catalans` over all
# orders, which can be tested as it stands:

# %%
from itertools import permutations

union = [tree for order in permutations((1, 2, 3)) for tree in trees(*catalans(order))]
assert len(union) == len(set(union)) == 30
assert set(union) == set(every)

# %% [markdown]
# ## A quotient is a claim
#
# Nothing so far guarantees that putting seeds into classes is right. It is a *law*: what the quotient says
# of a class is what the splits of its seeds say, counted. The library tests it for us.

# %%
from hypothesis import strategies as st

from laws.memo import quotient_sound

law = quotient_sound("odt-bf", lambda: st.integers(0, 5), lambda k: odt_bf(range(k)), counting)
law

# %%
law.check().unwrap()

# %% [markdown]
# *Telling* examples are those that could have told a false law from a true one. Here they are the numbers of
# features whose sets fall into two classes or more: where there is only one class, hardly anything can go wrong.
# (Notebook 3 says more of it.)
#
# And a wrong one is found out. Suppose we forget that the root can be any of the $n$ rules:


# %%
def forgetful(n):
    return [(comb(n - 1, i), (i, n - 1 - i)) for i in range(n)]


# %%
wrong = Quotient("forgetful", len, Problem("sizes", lambda n: [] if n else [1], forgetful))
fault = (
    quotient_sound("odt-bf", lambda: st.integers(0, 5), lambda k: odt_bf(range(k)), wrong).check().failure()
)
fault

# %% [markdown]
# *Left* is what the splits say, and *right* what the quotient says. There is an entry for every set of features, smallest first:
# (number of leaves, the classes of the parts with how often they occur). Two rules are enough to see a difference, in the
# last entry: there are four trees, and the forgetful quotient counts two.

# %%
assert fault.example == 2
assert (count(*odt_bf(range(2))), wrong.count(range(2))) == (4, 2)

# %% [markdown]
# ## What may be used again?
#
# "Each feature once" is a restriction that the paper does not mention. With $F$ features and $n$ branches
# there are three natural spaces: any feature anywhere; no feature twice *on a path* (asking again on
# the same path would be a waste); each feature at most once *in the tree*.

# %%
from problems.odt_bf import NO_REPEAT, any_feature, any_reuse, no_feature_twice

assert any_reuse(3).count_class(3) == len(trees(*any_feature("abc", 3))) == 135
assert NO_REPEAT.count_class((3, 3)) == len(trees(*no_feature_twice("abc", 3))) == 36

# %%
rows = [
    (f, n, any_reuse(f).count_class(n), NO_REPEAT.count_class((f, n)), comb(f, n) * closed(n))
    for f, n in [(3, 3), (4, 4), (10, 7), (10, 31), (100, 7)]
]
listed(["features", "branches", "any reuse", "not twice on a path", "once in the tree"], rows)

# %% [markdown]
# Look at 10 features and 31 branches, a full tree of depth 5: used once in the tree, ten features cannot
# fill it, and the space is empty. On paths they can.

# %%
assert comb(10, 31) == 0 < NO_REPEAT.count_class((10, 31))

# %% [markdown]
# ## A small atlas
#
# The same question for every problem that can be counted by size alone. (`written` shortens long numbers.)

# %%
from problems.catalogue import find


def written(number):
    return str(number) if number < 10**7 else f"{float(number):.2e}"


# %%
names, columns = ["mcmp", "catalans", "murtrees", "odt-bf"], [3, 5, 10, 20, 30, 100]
listed(
    ["problem", *map(str, columns)],
    [(name, *(written(find(name).count(n)) for n in columns)) for name in names],
)

# %% [markdown]
# At a thousand million trees a second, a program that lists them would need this many years for twenty things:

# %%
listed(["problem", "years"], [(name, f"{find(name).count(20) / 1e9 / 3.15e7:.2g}") for name in names])

# %% [markdown]
# Only the first two could be listed, in seconds. For the others something must be *proved* about the cost, so that most trees need not be looked at. That is what laws are for.

# %%
assert find("mcmp").count(20) < find("catalans").count(20) < 10**10
assert 10**10 < find("murtrees").count(20) < find("odt-bf").count(20)

# %% [markdown]
# ## Counting gives more than a number
#
# If you know how many trees each split has, you can go straight to tree number $i$, and so draw trees
# *uniformly*, from a space that cannot be listed.

# %%
from derive import depth, nth, ranking, sample

ranked = ranking(*catalans(range(30)))
assert ranked.size == 3814986502092304

# %%
nth(*catalans(range(5)), 41)

# %% [markdown]
# How deep is a random search tree over 30 keys, all shapes being equally likely? (Depth is the number of branches on
# the longest path.) A thousand samples will do:

# %%
from collections import Counter

depths = Counter(map(depth, sample(*catalans(range(30)), 1000)))
listed(["depth", "trees of 1000"], sorted(depths.items()))

# %%
assert min(depths) > 5 == (30).bit_length()

# %% [markdown]
# Not one of them is a best tree, which has depth 5. Random trees are bad trees, and that is why one searches.
#
# ## Exercises
#
# Solutions: [`solutions/test_02_count_before_you_search.py`](solutions/test_02_count_before_you_search.py), which is run as a test.
#
# **Exercise 1.** Notebook 1 had knock-out tournaments, whose seeds are sets of players. Write the quotient
# by the number of players, test that it is one, and count the tournaments of 20 players.
#
# **Exercise 2.** Lines in the plane: can proper decision trees over three lines be counted by the number of
# lines alone? Test the quotient by size, and explain the counterexample.
#
# **Exercise 3.** How many search trees over 10 keys have depth at most 4? Count them without listing:
# `.choosing` gives an algebra another choice, and `a * b` chooses by `a` and, among trees of equal `a`, by `b`. So
# `DEPTH.choosing(keep(...)) * COUNT` answers with pairs (depth, how many). Check with a list.

# %% [markdown]
# ## What was tested, what was proved, what was only believed
#
# - **Tested**: that the quotient counts what the problem has, for up to 8 features; the law behind it, on all
#   sizes up to 5; the closed form, for up to 99 features; the bijection, for three rules.
# - **Proved**: in the paper, Lemma 6.2 (the recurrence). The bijection is a proof of the closed form: the rules
#   of a tree from left to right are an order, and the shape is a search tree over it.
# - **Believed**: that a thousand million trees a second is more than a machine will do.
