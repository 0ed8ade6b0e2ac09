# %% [markdown]
# # 6. When memoisation pays
#
# *Sound keys, sharing measured, and a claim of the paper examined.*
#
# "Dynamic programming" is often explained as recursion with a memory: look a sub-problem up before you solve it. That
# helps if sub-problems come back, and is right only if what is looked up is what was asked. Both can be *measured and
# tested*, on your own problem, before you believe anybody. He and Little write (4.7.2):
#
# > *Despite the existence of these shared subproblems, memoization is impractical for most of optimal decision tree problems.*
#
# Let us see.

# %%
from derive import COUNT, Key, count, explore, film, listed, optimum, tabulate, watch

# %% [markdown]
# ## Sharing, measured
#
# `explore` finds every seed once. How many calls would the plain recursion make? That is a number that can be computed without
# making them, and *sharing* is the number of calls for every seed. 1.0 means that memory gains nothing.

# %%
from problems.mcmp import MULTIPLICATIONS, matrix_chain

chain = explore(*matrix_chain([10, 100, 5, 50, 3]))
chain.calls, len(chain), chain.sharing

# %% [markdown]
# Four matrices, ten stretches of the chain, 27 calls. Watch the table being filled, each cell from cells that are there already. The first four
# stretches are single matrices, which need nothing, so the pictures start with the fifth; the new one is orange, and what it looks up is blue. A value of
# `MULTIPLICATIONS` is (rows, columns, multiplications), and the third is shown:

# %%
watch(chain, MULTIPLICATIONS, value=lambda triple: str(triple[2]))

# %% [markdown]
# The same for longer chains:

# %%
chains = [(n, explore(*matrix_chain([2] * (n + 1)))) for n in (4, 8, 16, 32, 64)]
listed(
    ["matrices", "calls", "seeds", "sharing"],
    [(n, f"{f.calls:.3g}", len(f), f"{f.sharing:.3g}") for n, f in chains],
)

# %%
assert all(forest.calls == 3 ** (n - 1) and len(forest) == n * (n + 1) // 2 for n, forest in chains)

# %% [markdown]
# Nobody would do without memory here, and the paper agrees: matrix chains are its example of where memoisation applies.
#
# ## Lines in the plane
#
# Now rules that are lines. A rule may be a root only if it cuts no other. Take random lines and look at the sharing:

# %%
from random import Random

from problems.proper import from_lines, from_matrix, from_thresholds, proper_trees


def scene(k, seed):
    random = Random(seed)
    places = [(random.randrange(100), random.randrange(100)) for _ in range(2 * k)]
    return from_lines(list(zip(places[::2], places[1::2], strict=True)))


# %%
def middle(numbers):
    return sorted(numbers)[len(numbers) // 2]


# %%
forests = {k: [explore(*proper_trees(scene(k, seed))) for seed in range(101)] for k in (2, 4, 6, 8)}
sharing = {k: [round(forest.sharing, 2) for forest in found] for k, found in forests.items()}
listed(
    ["lines", "median sharing", "largest"], [(k, middle(found), max(found)) for k, found in sharing.items()]
)

# %%
assert all(middle(found) < 2.5 for found in sharing.values())

# %% [markdown]
# So here the paper has a point: with random lines hardly anything comes back. But look at *why*: most sets of random lines have hardly any
# tree at all, since a line that crosses another cannot stand above it.

# %%
listed(
    ["lines", "scenes of 101 with a tree"],
    [(k, sum(tabulate(f, COUNT)[0] > 0 for f in found)) for k, found in forests.items()],
)

# %% [markdown]
# Nothing is shared because nothing is there.
#
# ## Rules along an axis
#
# What people use are thresholds. On one axis the rules that are left over always form a stretch, just as in a chain of matrices:

# %%
axis = [(k, explore(*proper_trees(from_thresholds([((i,), 0) for i in range(k)])))) for k in (4, 8, 12, 16)]
listed(
    ["thresholds", "calls", "seeds", "sharing"],
    [(k, f"{f.calls:.3g}", len(f), f"{f.sharing:.3g}") for k, f in axis],
)

# %%
film(axis[0][1], label="{:04b}".format)

# %% [markdown]
# A seed is a set of thresholds, written as 0 and 1 for each. (The film starts with the finished table, then empties and fills it.)

# %% [markdown]
# ## The worst case of the paper
#
# The paper's own worst case has $K!$ trees: every rule has all others on the same side. Surely nothing can be remembered there?


# %%
def worst(k):
    return from_matrix([[int(i != j) for j in range(k)] for i in range(k)])


# %%
rows = [(k, count(*proper_trees(worst(k))), len(explore(*proper_trees(worst(k))))) for k in range(2, 13, 2)]
listed(["rules", "trees", "seeds"], rows)

# %% [markdown]
# 479 million trees, and 4096 seeds. A seed is a *set* of rules, whatever order they were taken in: $K!$ trees, $2^K$ sets. It is the textbook
# case for memoisation, not against it.

# %%
from math import factorial

assert all(trees == factorial(k) and seeds == 2**k for k, trees, seeds in rows)

# %% [markdown]
# ## With data: what is the key?
#
# The paper argues that with data one has to remember too much: the rules, the data *and the root above*. Which of these does the answer depend on?
# A key is a claim: *seeds of equal key have equal leaves, and equal splits up to the key of their parts.* That is a law. `key_sound` makes it from examples, here random rules
# with data, from a function that makes a problem and a seed of an example, and from the key:

# %%
from laws.memo import key_sound
from problems import draws
from problems.proper import Rows, decision_trees

whole = Key("rules and rows", lambda seed: seed)
law = key_sound("decision trees", lambda: draws.rules_with_data(3), lambda pair: decision_trees(*pair), whole)
law

# %%
assert law.check().unwrap().telling == 0
law.check().unwrap()

# %% [markdown]
# It holds, and not one example is telling: for that, two seeds must have the same key. The seed of `decision_trees` *is* the pair (rules left, rows that arrive), so this key is the seed
# itself, and the law cannot fail. The root above is
# not part of it, and need not be: what is below a root depends on the rules and rows that it passes down, and on nothing else.
#
# Coarser keys would save more. *Rules alone*?

# %%
from problems.lawbook import law_named

law_named("decision trees: key rules alone")[1].check().failure()

# %% [markdown]
# Each entry is (seed, (its leaves, its splits)), where a `Counter` says what there is and how often. *Left* is what the seed itself has, *right* what the first seed
# of the same key has, which would be taken for it. A seed is a pair of bit masks, (rules, rows). The second entry differs: the seed $(0, 0)$, with no rule and no row left, is a leaf without rows, `{0: 1}`; under this
# key it is taken for $(0, 1)$, whose leaf has a row, `{1: 1}`.
#
# So one rule and one row are enough: the two leaves below the rule have the same rules left (none), but not the same rows. And it matters. One cut,
# four rows, labels *aaab*:

# %%
from problems.errata import RULES_ALONE

cut = from_thresholds([((1,), 0)])
data = Rows("aaab", (0b0011,))
problem, seed = decision_trees(cut, data)

# %%
right = tabulate(explore(problem, seed), data.misclassified())
wrong = tabulate(explore(problem, seed, RULES_ALONE), data.misclassified())
right, wrong

# %%
assert right == [1] != wrong

# %% [markdown]
# *Parent and rules*, since the paper asks for the root? The parent does not say which rows arrive either. (A seed is now (parent, rules, rows).)

# %%
law_named("decision trees: key parent and rules")[1].check().failure()

# %% [markdown]
# So (rules, rows) is sound, both others are not, and the root is not needed.
#
# ## With data: does it pay?
#
# Twelve points in the plane, 24 thresholds, trees of $K$ of them. How much does the plain recursion repeat?

# %%
from problems.proper import sized_trees
from problems.rows import thresholds

random = Random(3)
points = [(random.randrange(100), random.randrange(100)) for _ in range(12)]
cuts = thresholds(points)

# %%
board = Rows.from_rules(
    points, [int((x - 50) * (y - 50) > 0) for x, y in points], cuts, lambda r, p: p[r[1]] <= r[0][r[1]]
)
spaces = [sized_trees(from_thresholds(cuts), board, k) for k in range(1, 6)]

# %%
rows = [
    (k, count(*space), len(f), round(f.sharing, 1))
    for k, space in enumerate(spaces, 1)
    for f in [explore(*space)]
]
listed(["rules", "trees", "seeds", "sharing"], rows)

# %% [markdown]
# From the second rule on sharing grows about sevenfold with every rule, while the number of seeds grows by less than a factor of two towards the end. That is no accident: axis-parallel
# cuts make boxes, the rows in a box are determined by its sides, and $N$ points in $D$ dimensions have at most $O(N^{2D})$ of those, whatever the
# trees are. The number of *trees* has no such bound.

# %%
from itertools import pairwise

assert all(6 < after[3] / before[3] < 8 for before, after in pairwise(rows[1:]))
assert rows[-1][1] > 10**6 > 100 * rows[-1][2]

# %% [markdown]
# The paper's estimate, $O(N^{DK})$ subtrees, counts trees that one would have to store. But the memory holds one *answer* for every seed, not every tree.
#
# What about its example, hyperplanes in general position? There the rows that arrive are many, and a table over them may be large. That is a fair warning: **measure
# sharing before you pay for memory.** It costs one line.
#
# And test the key: `plan` can be given one, and gives it up if it is not sound. Here somebody forgets the rows:

# %%
from laws.plan import plan

few = sized_trees(from_thresholds(cuts[:10]), board, 3)
seeds = [seed for seed in explore(*few).seeds if seed[1] > (1,)]
planned = plan(few.problem, board.misclassified(), seeds, key=Key("without the rows", lambda seed: seed[:2]))
planned

# %%
assert planned.program == "fused and shared"
assert planned.key is None

# %% [markdown]
# "at 9 of 67": there are 67 seeds, and the one of number 9 is the first to differ. It is a leaf with the rows 1152 (a bit mask), and would be taken for one with the rows 2304.
#
# The program is still fused and shared, by the whole seed; only the forgetful key is not used. And the best tree of five cuts is

# %%
optimum(*spaces[-1], board.misclassified()).unwrap()

# %% [markdown]
# ## Exercises
#
# Solutions: [`solutions/test_06_when_memoisation_pays.py`](solutions/test_06_when_memoisation_pays.py), which is run as a test.
#
# **Exercise 1.** MurTree remembers either the set of rows or the set of literals on the path. Both are claimed to be sound, if depth and number of branches
# belong to the key. Test both (the library has the laws), then leave the depth out of the key and look for a counterexample.
#
# **Exercise 2.** K-D trees: the seed is (level, points). Is "points alone" a sound key? And "level modulo the number of dimensions, and points"?
#
# **Exercise 3.** Binary space partitions: how many seeds, and how much sharing, have $k$ disjoint vertical segments, and $k$ segments that all cross? Measure
# both for $k$ up to 5. Which grows faster, the seeds or the calls?

# %% [markdown]
# ## What was tested, what was proved, what was only believed
#
# - **Tested**: that "rules alone" and "parent and rules" are unsound: by counterexample, so this is shown. Sharing was computed exactly for every forest here.
# - **Proved**: that (rules, rows) is sound: `base` and `splits` are functions of nothing else. That the paper's worst case has $2^K$ seeds: they are the
#   subsets. That boxes are polynomially many.
# - **Believed**: that random lines of 101 scenes tell what lines in general do; and that sharing as large as here is what users of thresholds meet.
