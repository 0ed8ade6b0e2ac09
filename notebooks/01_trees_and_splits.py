# %% [markdown]
# # 1. Trees and splits
#
# *Seven problems, one recursion.*
#
# How do you multiply four matrices? Where do you put the keys of a search tree? Which question should a
# decision tree ask first? In what order should a painter draw a scene? These look like different
# problems. In this notebook they become one: **say how a thing may be split, and a tree is what is left
# of a sequence of such decisions.**

# %%
from derive import Leaf, Node, Problem, count, explore, film, grid, listed, picture, short, trees

# %% [markdown]
# ## A tree
#
# A leaf holds something. A branch has a label, its *root*, over parts, which are trees. That is all.

# %%
tree = Node("is it raining?", (Leaf("umbrella"), Node("is it cold?", (Leaf("coat"), Leaf("shirt")))))
tree

# %% [markdown]
# A tree draws itself in a notebook. It can also be written on one line: left part, root, right part.

# %%
short(tree)

# %% [markdown]
# ## A problem: brackets
#
# Multiplying matrices is associative, so $A B C D$ may be bracketed in any way. How many ways are there?
#
# Brute force: cut the word anywhere, bracket both sides in every way, and put the results together.


# %%
def brackets(word):
    if len(word) == 1:
        return [word]
    halves = [(word[:cut], word[cut:]) for cut in range(1, len(word))]
    return [f"({u}{v})" for left, right in halves for u in brackets(left) for v in brackets(right)]


# %%
brackets("ABCD")

# %% [markdown]
# A table of small values:

# %%
listed(["matrices", "ways"], [(n, len(brackets("ABCDEFGHIJ"[:n]))) for n in range(1, 10)])

# %% [markdown]
# They grow by a factor that seems to approach 4. For 30 matrices that would be about $10^{15}$ strings:
# **that is too many.** But look at what the program does: it brackets the same sub-word again and again.
# And look at what it *says*: where a word may stop, and how it may be split. Only the last line is about
# strings.
#
# So let us keep what it says and throw away the rest.


# %%
def cuts(word):
    return [(None, (word[:cut], word[cut:])) for cut in range(1, len(word))]


# %%
bracket = Problem("bracket", base=lambda word: [word] if len(word) == 1 else [], splits=cuts)

# %% [markdown]
# A `Problem` has two functions of a *seed* (here: a word). `base` lists the leaves that the seed may be,
# and `splits` the ways to split it: a root and the seeds of the parts. Here the root is `None`, since a
# pair of brackets has no name.

# %%
list(bracket.splits("ABC"))

# %% [markdown]
# From these two functions follows everything else. The list of all trees:

# %%
four = trees(bracket, "ABCD")
grid(four, caption=short)

# %% [markdown]
# They are what brute force found, in the same order:

# %%
assert [short(tree).replace(" ", "") for tree in four] == brackets("ABCD")

# %% [markdown]
# And their number, without listing them:

# %%
assert all(count(bracket, "ABCDEFGHIJ"[:n]) == len(brackets("ABCDEFGHIJ"[:n])) for n in range(1, 10))

# %% [markdown]
# Now a number that brute force could never reach:

# %%
count(bracket, "ABCDEFGHIJKLMNOPQRSTUVWXYZABCDEFGHIJKLMNOPQRSTUVWXYZ")

# %% [markdown]
# These are the Catalan numbers, $\frac{1}{n}\binom{2n-2}{n-1}$ for $n$ matrices. We did not need to know.

# %%
from math import comb

assert all(count(bracket, "X" * n) == comb(2 * n - 2, n - 1) // n for n in range(1, 60))

# %% [markdown]
# ## Why it is fast: seeds are shared
#
# `explore` finds every seed that can be reached, once, parts before wholes. For four matrices there
# are ten words, and the blue ones are needed by more than one split:

# %%
forest = explore(bracket, "ABCD")
forest

# %% [markdown]
# The plain recursion would visit words again and again. How often, for every word that there is?

# %%
forests = [explore(bracket, "ABCDEFGHIJKLMNOPQRSTUVWXYZ012345"[:n]) for n in (4, 8, 16, 32)]
rows = [(len(f.seeds[-1]), f.calls, len(f), round(f.sharing)) for f in forests]
listed(["matrices", "calls of the plain recursion", "seeds", "calls for each seed"], rows)

# %%
assert (forest.calls, len(forest)) == (3 ** (4 - 1), 4 * 5 // 2)

# %% [markdown]
# With $n$ matrices the plain recursion makes $3^{n-1}$ calls, and there are only $n(n+1)/2$ words.
# Here is the table as it fills, one seed after the other, each with its number of bracketings. It shows the
# finished table for a moment, then empties and fills it. (In a live notebook, `watch(forest, COUNT).slider()`
# lets you step through it.)

# %%
from derive import COUNT

film(forest, COUNT)

# %% [markdown]
# ## The one recursion
#
# Every program of this project is an instance of one recursion. `problem` says where to stop and how to
# split; `algebra` says what a leaf and a branch are worth, and which of the values to keep. This is its
# source, less the docstring:

# %%
import inspect

from derive import TREES, solve

print(inspect.getsource(solve).rpartition('"""')[2])

# %% [markdown]
# With `TREES` a leaf is a leaf, a branch is a branch, and all are kept. With `COUNT` a leaf is 1, a branch
# is a product, and alternatives are added up.

# %%
assert solve(bracket, TREES)("ABCD") == four
solve(bracket, COUNT)("ABCDEFGH")

# %% [markdown]
# `solve` is the definition, to be read. What `count` and `trees` really run shares seeds and does not
# recurse, and gives the same answers:

# %%
from derive import tabulate

assert all(solve(bracket, COUNT)("X" * n) == tabulate(explore(bracket, "X" * n), COUNT) for n in range(1, 9))

# %% [markdown]
# ## Six more problems
#
# Each of the following is a file of its own in `problems/`. What changes is the seed and how it splits;
# nothing else does.
#
# **1. Search trees.** Keys in order; any key may be the root, smaller keys go left, larger ones right.
# The seed is a span of keys.

# %%
from problems.catalans import catalans

grid(trees(*catalans("abc")))

# %% [markdown]
# Every such constructor gives a problem and a seed to start from:

# %%
catalans("abc")

# %% [markdown]
# **2. Decision trees over binary features.** Any feature may be the root, and the others may go to
# either side: $n \cdot 2^{n-1}$ splits.

# %%
from problems.odt_bf import odt_bf

assert len(list(odt_bf("abc").problem.splits(tuple("abc")))) == 3 * 2**2
grid(trees(*odt_bf("ab")))

# %% [markdown]
# **3. He and Little's model of MurTree.** Any rule may be the root, but the others are cut in two *in
# their order*. For three rules it lacks three of the thirty trees above; they are drawn in red. (This is
# their Figure 10. Whether it is a fair model of MurTree is the subject of notebook 11.)

# %%
from problems.murtrees import murtrees

every, modelled = trees(*odt_bf((1, 2, 3))), trees(*murtrees((1, 2, 3)))
grid(every, colour=lambda tree: "" if tree in modelled else "red", columns=10)

# %%
assert (len(every), len(modelled)) == (30, 27)
assert set(modelled) < set(every)

# %% [markdown]
# **4. Proper decision trees.** A rule is a line through two points of the plane. It lies on a side of another
# line if both its *points* do (the lines themselves nearly always cross somewhere), and a rule may be the root
# only if each of the others lies on a side of it: otherwise it would cut one. The seed is a set of rules.
# Two rules that cut one another have no tree at all, and that is no error.

# %%
from problems.proper import from_lines, proper_trees

four_lines = from_lines([((0, 4), (1, 3)), ((1, 0), (4, 1)), ((2, 1), (2, 4)), ((1, 1), (0, 3))])
grid(trees(*proper_trees(four_lines)))

# %%
assert count(*proper_trees(from_lines([((0, 0), (2, 2)), ((0, 2), (2, 0))]))) == 0

# %% [markdown]
# **5. Binary space partitions.** What a painter needs: any segment's line may be the root, and segments
# that cross it *are* cut in two. So there may be more branches than segments, and every scene has a tree.

# %%
from problems.bsp import bsp

cross = bsp([((0, 0), (2, 2)), ((0, 2), (2, 0))])
grid(trees(*cross), root=lambda on: "+".join(map(str, on)))

# %% [markdown]
# **6. K-D trees.** Points; the axis of a split is given by the level, the point is free.

# %%
from problems.kd_tree import kd_tree

grid(trees(*kd_tree([(0, 1), (1, 2), (2, 0)])), root=str)

# %% [markdown]
# With bracketing that makes seven. Here they are side by side: how many trees are there for $n$ things?


# %%
def numbers(make):
    return [count(*make(n)) for n in range(1, 7)]


# %%
spaces = {
    "brackets": lambda n: (bracket, "ABCDEFG"[:n]),
    "search trees": lambda n: catalans(range(n)),
    "binary features": lambda n: odt_bf(range(n)),
    "model of MurTree": lambda n: murtrees(range(n)),
    "K-D trees": lambda n: kd_tree([(i, 5 * i % 7) for i in range(n)]),
}

# %%
listed(["problem", *"123456"], [(name, *numbers(make)) for name, make in spaces.items()])

# %% [markdown]
# Two rows agree: K-D trees of points in general position are as many as search trees, since every level
# orders its points by one axis. And the brackets are the same numbers one place to the right.

# %%
assert numbers(spaces["K-D trees"]) == numbers(spaces["search trees"]) == [1, 2, 5, 14, 42, 132]
assert numbers(spaces["brackets"])[1:] == numbers(spaces["search trees"])[:-1]

# %% [markdown]
# ## Drawing what you want to compare
#
# `picture` takes functions for the text of leaves and roots, and a colour for every subtree. The *depth* of a
# tree is the number of branches on its longest path. Here is one of the $10^{15}$ search trees over 30 keys,
# drawn at random, with the roots of all subtrees of depth 4 or more marked:

# %%
from derive import depth, sample

chosen = sample(*catalans(range(30)), 1, random_seed=8)[0]
picture(chosen, colour=lambda tree: "orange" if depth(tree) >= 4 else "")

# %%
assert count(*catalans(range(30))) == 3814986502092304

# %% [markdown]
# A tree of a hundred thousand branches is a tree like any other. Nothing here recurses, and a picture
# shows what there is room for.

# %%
long_chain = Leaf("end")
for number in range(100_000):
    long_chain = Node(number, (long_chain,))
picture(long_chain, most=9)

# %%
assert depth(long_chain) == 100_000

# %% [markdown]
# ## Exercises
#
# Solutions: [`solutions/test_01_trees_and_splits.py`](solutions/test_01_trees_and_splits.py), which is run as a test.
#
# **Exercise 1.** In a chess club everybody plays somebody until one is left. A *knock-out tournament* of $n$
# players, all different, pairs the winner of one group with the winner of the rest. Write it as a
# `Problem` whose seed is a set of players, so that who is drawn left and who right does not matter. How
# many tournaments are there for 4 players, and for 8? (Notebook 2 counts those of 20.)
#
# **Exercise 2.** Trees may have more than two parts. Define the problem of cutting a word into *two or three*
# neighbouring parts, over and over. How many ways are there for four letters? Draw them.
#
# **Exercise 3.** Let a word stop anywhere: `base=lambda word: [word]`. How many trees has a word of $n$
# letters now? Find the first six numbers, and a recurrence for them.

# %% [markdown]
# ## What was tested, what was proved, what was only believed
#
# - **Tested**: that `count` agrees with brute force for up to 9 matrices, and with the formula for Catalan
#   numbers up to 59; that the engine agrees with the definition `solve` on 8 sizes; the number of trees
#   of all seven problems on small input.
# - **Proved**: nothing in this notebook. That sharing seeds keeps the answer follows by induction on the
#   seed, since `solve` is a function of the seed alone.
# - **Believed**: that the growth of the bracketings approaches a factor of 4. (It does, by Stirling's formula.)
