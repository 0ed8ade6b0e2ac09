# %% [markdown]
# # 11. MurTree, read three ways
#
# *A fair account of who is right about what.*
#
# MurTree (Demirović and others, 2022) finds optimal decision trees over binary features. He and Little model it twice, and conclude:
#
# > *The two models (genCatalans, genMurtrees) for the search spaces of the Murtree algorithm are not exhaustive with respect to the full search space of the ODT-BF problem.*
#
# That would make a well-known solver wrong. Is it? A search space is something one can count, so let us count.

# %%
from derive import count, grid, leaves, listed, map_leaves, optimum, picture, short, trees

# %% [markdown]
# ## The equation
#
# MurTree's own paper says what it searches, as Eq. (1). $T(D, d, n)$ is the fewest errors on the data $D$ with depth at most $d$ and at most $n$ branches:
#
# $$T(D, d, n) = \begin{cases} T(D, d, 2^d - 1) & n > 2^d - 1 \\ T(D, n, n) & d > n \\ \min\{|D^+|, |D^-|\} & n = 0 \text{ or } d = 0 \\
# \min\{\,T(D(\bar f), d-1, n-i-1) + T(D(f), d-1, i) \;:\; f \in \mathcal F,\ i \in [0, n-1]\,\} & \text{otherwise} \end{cases}$$
#
# The first two cases cut the budget down to what can be used: a tree of depth $d$ has no more than $2^d - 1$ branches, and $n$ branches make no deeper tree than $n$. What is split in the last one? The *data*, by a feature $f$; and the *number* of branches that are left, into $i$ and $n - i - 1$. The set of features $\mathcal F$ is not split:
# **all features stay available on both sides.**

# %%
from problems.murtree import murtree
from problems.rows import Rows

xor = Rows.from_table([[0, 0], [0, 1], [1, 0], [1, 1]], ["no", "yes", "yes", "no"])
space = murtree(xor, depth=2, branches=3)
space

# %% [markdown]
# A seed is (rows that arrive, depth left, branches left), with rows as a bit mask. Why does the table have $i = 1$ only, and not $i = 0$ or $2$? With one level left a side can use no more than one branch, by the
# first case of the equation. `murtree` hands out only what both sides can use, so that each tree comes once: its trees have *exactly* the $n$ branches, or as many as the depth allows. Nothing is lost
# by that: splitting a leaf further, usefully or not, never adds an error.
#
# Those of its eight trees that have no empty leaf:


# %%
def names(tree):
    return map_leaves(xor.majority, tree)


# %%
grid([names(tree) for tree in trees(*space) if all(leaves(tree))], root="ab".__getitem__)

# %% [markdown]
# Both classify XOR without an error, and the optimum is the first of them:

# %%
best = optimum(*space, xor.misclassified()).unwrap()
assert best.value == 0
picture(names(best.tree), root="ab".__getitem__)

# %% [markdown]
# ## First reading: `genMurtrees`
#
# He and Little read the same equation as a split of the *list of rules*: the rules that are not the root are cut in two, in order, and each part uses its own rules only.

# %%
from problems.murtrees import murtrees
from problems.odt_bf import odt_bf

modelled = trees(*murtrees((1, 2, 3)))
ideal = trees(*odt_bf((1, 2, 3)))

# %% [markdown]
# Against it they hold what they call the exhaustive space, `genDTBFs`: every rule once in the tree, divided in any way. Three of its thirty trees are missing in the model, here in red. That is their Figure 10.

# %%
missing = [tree for tree in ideal if tree not in modelled]
grid(ideal, colour=lambda tree: "red" if tree in missing else "", columns=10)

# %%
assert (len(ideal), len(modelled), len(missing)) == (30, 27, 3)
[short(tree) for tree in missing]

# %% [markdown]
# ## Second reading: `genCatalans`
#
# A stricter reading, in which the root too respects the order. It has only the search trees:

# %%
from problems.catalans import catalans

ordered = trees(*catalans((1, 2, 3)))
grid(ordered)

# %% [markdown]
# For five rules: 5040, 2830, 42. All of He and Little's numbers are right.

# %%
sizes = [
    (k, count(*odt_bf(range(k))), count(*murtrees(range(k))), count(*catalans(range(k)))) for k in range(6)
]
listed(["rules", "genDTBFs", "genMurtrees", "genCatalans"], sizes)

# %%
assert sizes[5][1:] == (5040, 2830, 42)

# %% [markdown]
# One small correction: they write $f_{Catalan}(N) < f_{Murtree}(N) < f_{BF}(N)$ for all $N$. For two rules it is $2 < 4 = 4$; it is strict from three rules on.

# %%
assert sizes[2][1:] == (4, 4, 2)
assert all(bf > mur > cat for _, bf, mur, cat in sizes[3:])

# %% [markdown]
# ## But which one is MurTree?
#
# Neither of the two. In Eq. (1) *no list of rules is split*. Count its trees, over $F$ features with exactly $n$ branches and any depth, and compare with "any feature anywhere", $F^n \cdot \mathit{Catalan}(n)$:

# %%
from problems.odt_bf import BY_SIZE, any_reuse

nothing = {f: Rows((), (0,) * f) for f in range(1, 6)}
rows = [
    (f, count(*murtree(nothing[f], depth=3, branches=3)), any_reuse(f).count_class(3)) for f in range(1, 6)
]
listed(["features", "Eq. (1), 3 branches", "any feature anywhere"], rows)

# %%
assert all(eq1 == anywhere for _, eq1, anywhere in rows)

# %% [markdown]
# So for three features and three branches: Eq. (1) has 135 trees, `genDTBFs` 30, `genMurtrees` 27, `genCatalans` 5. The space that is called exhaustive is a *small part* of MurTree's:

# %%
from problems.odt_bf import any_feature

everywhere = trees(*any_feature((1, 2, 3), 3))
assert set(ordered) < set(modelled) < set(ideal) < set(everywhere)

# %%
spaces = {"Eq. (1)": everywhere, "genDTBFs": ideal, "genMurtrees": modelled, "genCatalans": ordered}
listed(["space", "trees"], [(name, len(found)) for name, found in spaces.items()])

# %% [markdown]
# The three trees that `genMurtrees` lacks are all in Eq. (1)'s space:

# %%
assert all(tree in everywhere for tree in missing)

# %% [markdown]
# ## What "each rule once" costs
#
# Does the difference matter? XOR of two features needs one of them on both sides. In `genDTBFs` each rule stands once in the tree, so there is no tree for XOR, with any number of further features:

# %%
from problems.odt_bf import decision_trees


def fewest_each_once(rows):
    features = range(len(rows.plus))
    return optimum(*decision_trees(features, rows), rows.misclassified()).unwrap().value


# %%
def fewest(rows, depth, branches):
    return optimum(*murtree(rows, depth, branches), rows.misclassified()).unwrap().value


# %%
pairs = [[a, b] for a in (0, 1) for b in (0, 1)]
padded = [Rows.from_table([[*pair, *([0] * more)] for pair in pairs], "nyyn") for more in range(4)]
columns = ["further features", "each once", "Eq. (1)"]
listed(columns, [(more, fewest_each_once(rows), fewest(rows, 2, 3)) for more, rows in enumerate(padded)])

# %%
assert [fewest_each_once(rows) for rows in padded] == [1, 1, 1, 1]

# %% [markdown]
# The library has the claim "genDTBFs is exhaustive" as a law that must keep failing, and finds XOR as its smallest counterexample by itself:

# %%
from problems.lawbook import law_named

law_named("genDTBFs is exhaustive")[1].check().failure()

# %% [markdown]
# In the other direction nothing is lost: Eq. (1) never does worse than each rule once.

# %%
law_named("each rule once is no better than any reuse")[1].check().unwrap()

# %% [markdown]
# ## Where He and Little are right
#
# *For rules that pass through data points*, in their sense of proper trees, "each rule once" costs nothing: using the same line again below itself splits nothing. It is with binary features, where the same question can be asked
# on both sides of another one, that the restriction bites.
#
# And their space can be repaired by its own means. Take *multisets* of rules instead of sets, that is, allow copies, and remove duplicate trees. That is Eq. (1)'s space again:

# %%
from itertools import combinations_with_replacement

repaired = {tree for rules in combinations_with_replacement((1, 2, 3), 3) for tree in trees(*odt_bf(rules))}
assert repaired == set(everywhere)
len(repaired)

# %% [markdown]
# ## Do fewer trees mean a worse optimum?
#
# "Unless a specific objective function is chosen such that the omitted trees are non-optimal, non-exhaustiveness is therefore equivalent to non-optimality" (Figure 10). It depends on the data, too. Trees that cut the data into the
# same parts make the same errors, so one of them is enough. Compare the partitions that the thirty trees make with those of the twenty-seven:

# %%
from problems import murtrees as model


def partitions(space, rows):
    return {frozenset(leaves(tree)) - {0} for tree in trees(*space((0, 1, 2), rows))}


# %%
def both(table):
    rows = Rows.from_table(table, range(len(table)))
    return partitions(decision_trees, rows), partitions(model.decision_trees, rows)


# %% [markdown]
# With all eight rows no two trees cut alike, and each of the three missing trees takes a partition with it. As long as this *is* a model of something, it misses optima:

# %%
thirty, fewer = both([[a, b, c] for a in (0, 1) for b in (0, 1) for c in (0, 1)])
assert fewer < thirty
len(thirty), len(fewer)

# %% [markdown]
# With four rows in which the features never occur together, the thirty trees make seven partitions, and the twenty-seven make the same:

# %%
thirty, fewer = both([[0, 0, 0], [1, 0, 0], [0, 1, 0], [0, 0, 1]])
assert fewer == thirty
len(thirty), len(fewer)

# %% [markdown]
# ## Where MurTree is right, and its typos
#
# Its equation describes the space, its bounds hold, and both its cache keys are sound, if depth and branches belong to the key:

# %%
keys = ["key dataset, depth and branches", "key set of literals, depth and branches"]
names = ["similarity bound", *(f"murtree: {key}" for key in keys)]
listed(["law", "evidence"], [(name, law_named(name)[1].check().unwrap()) for name in names])

# %% [markdown]
# Its pseudo-code has slips: in Algorithm 3 the right child's bound needs $D(f)$, and the pair (branches, depth) of the left child is swapped. The ambiguity that He and Little complain of is real. The conclusion that MurTree searches too little is not.
#
# ## A larger instance
#
# Parity of three features is the hardest case for trees that ask each feature once, and Eq. (1) needs all seven branches:

# %%
cells = [[a, b, c] for a in (0, 1) for b in (0, 1) for c in (0, 1)]
parity = Rows.from_table(cells, [sum(cell) % 2 for cell in cells])
errors = [(n, fewest(parity, 3, n)) for n in range(8)]
listed(["branches", "errors of Eq. (1)"], errors)

# %%
assert errors[-1] == (7, 0)
assert fewest_each_once(parity) == 3

# %%
full = optimum(*murtree(parity, 3, 7), parity.misclassified()).unwrap().tree
picture(map_leaves(parity.majority, full), root="abc".__getitem__)

# %%
f"{count(*murtree(parity, 3, 7))} trees of 7 branches, {BY_SIZE.count_class(3)} that ask each feature once"

# %% [markdown]
# ## Exercises
#
# Solutions: [`solutions/test_11_murtree_three_ways.py`](solutions/test_11_murtree_three_ways.py), which is run as a test.
#
# **Exercise 1.** How many branches does a tree need that asks no feature twice *on a path* for parity of three features? Is "no feature twice on a path" ever worse than Eq. (1), when depth is not limited?
#
# **Exercise 2.** Find data with three features on which `genMurtrees` makes more errors than `genDTBFs`. (Use one of the three missing trees as the labelling.)
#
# **Exercise 3.** The order of the rules matters for `genMurtrees`. If all orders of the list are tried, does it reach all thirty trees?

# %% [markdown]
# ## What was tested, what was proved, what was only believed
#
# - **Tested**: that Eq. (1) with enough depth has as many trees as "any feature anywhere", for up to five features and three branches; the bounds and keys of MurTree on random data.
# - **Proved**: that `genDTBFs` is not exhaustive for binary features: by XOR. That multisets repair it, for three features and three branches: all trees were compared.
# - **Believed**: that Eq. (1) is what the program MurTree does. We read the paper, not the program.
