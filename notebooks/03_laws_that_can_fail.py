# %% [markdown]
# # 3. Laws that can fail
#
# *What a law is, what evidence is worth, and what a smallest counterexample teaches.*
#
# A program that chooses early, shares results or replaces one formula by another is right only if some
# equation holds. Papers prove such equations; sometimes the proof, or the equation as printed, has a
# slip. In this project a law is a *value* that can be checked, and a law that is false stays in the
# library, with its smallest counterexample, as long as it keeps failing.

# %%
from hypothesis import strategies as st

from derive import grid, listed, picture, trees
from laws import Law

# %% [markdown]
# ## A law is an equation
#
# Two sides, and where examples come from. Nothing is asserted: checking answers with evidence or with a
# counterexample.

# %%
numbers = lambda: st.lists(st.integers())
law = Law("reversing twice", numbers, lambda xs: xs[::-1][::-1], lambda xs: xs, says="reverse . reverse = id")
law

# %%
law.check().unwrap()

# %% [markdown]
# *Telling* examples are those that could have told a false law from a true one. A law has *candidates* to tell
# apart, and an example tells if it has at least two different ones. Unless a law says otherwise its candidates are the
# elements of the left side, so that here a list tells if two of its elements differ. An empty list holds whatever
# you claim about it.
#
# Now one that is false.

# %%
false_law = Law("sorting is reversing", numbers, lhs=sorted, rhs=lambda xs: xs[::-1], says="sort = reverse")
false_law.check().failure()

# %% [markdown]
# *Left* and *right* are what the two sides of the equation gave. Where they are long lists, only the first entry that
# differs is shown, with its place; where one is the beginning of the other, what the longer one goes on with.
#
# The first counterexample that a random search meets may be long and full of accidents. The one shown is
# the *smallest* that could be found: two elements, and small ones. It is the same every time.

# %%
assert false_law.check().failure().example == [0, 1] == false_law.check(seed=7).failure().example

# %% [markdown]
# ### Other relations than equality
#
# Two sides may be compared by another relation, which is named by `same`: `AS_SETS` asks for the same elements,
# `INCLUDED` asks that every element of the left is one of the right. And `candidates` says what has to be told
# apart. Here it is the whole list, since of few numbers few are even:

# %%
from laws import INCLUDED


def even(numbers):
    return [n for n in numbers if n % 2 == 0]


# %%
among = Law("the even ones are some", numbers, even, list, same=INCLUDED, candidates=list)
among.check().unwrap()

# %% [markdown]
# ## The laws of lists
#
# The derivations of the paper are chains of equations between programs on lists. Each of those is in a
# suite. Filter promotion, for instance, which Theorem 4.2 rests on:

# %%
from problems.lawbook import LAWBOOK, law_named

law_named("filter promotion")[1]

# %%
law_named("filter promotion")[1].check().unwrap()

# %% [markdown]
# A suite knows all its laws, and which of them are expected to fail, each with a reason. In the suite of lists these are two:

# %%
LAWBOOK["lists"].expected_failures

# %% [markdown]
# Let us run one whole suite: what the search trees owe.

# %%
verdicts = list(LAWBOOK["catalans"].run(examples=30))
listed(["law", "verdict"], [(verdict.law.name, verdict.word) for verdict in verdicts])

# %%
assert all(verdict.ok for verdict in verdicts)

# %% [markdown]
# ## Evidence can be worthless
#
# Here is a "law" about costs: the best tree and the worst tree cost the same. It holds on every
# example, since the examples are lists of equal numbers.

# %%
from laws import Suite

ties = lambda: st.integers(0, 9).map(lambda n: [n] * 5)
lazy = Law("best is worst", given=ties, lhs=lambda costs: [min(costs)], rhs=lambda costs: [max(costs)])
lazy.check().unwrap()

# %% [markdown]
# Five hundred examples more would not help: no example had two different candidates. A suite calls
# that *vacuous*, and fails.

# %%
assert Suite("mine", [lazy]).judge(lazy).word == "vacuous"

# %% [markdown]
# ## Six claims of the papers
#
# The following claims are printed in He and Little's *Proper decision trees*, or are what a reader takes it
# to say. All are false as stated, each in its own way. Before you look at a counterexample, try to find one yourself.
#
# ### Claim 1: there are fewer than $K!$ proper trees (Lemma 3.7)
#
# Rules are placed one after the other, so there are at most $K!$ trees. The lemma says: strictly fewer.

# %%
suite, lemma = law_named("Lemma 3.7")
lemma

# %%
suite.judge(lemma)

# %% [markdown]
# The matrix says on which side of rule $i$ (row) rule $j$ (column) lies. Here both rules have each
# other on their left. Two parallel lines that face one another do that, and both orders give a tree:

# %%
from problems.proper import from_matrix, proper_trees

facing = from_matrix([[0, 1], [1, 0]])
grid(trees(*proper_trees(facing)))

# %% [markdown]
# The right form is in the library as a law that holds: there are $K!$ trees *exactly if* every row of
# the matrix is constant and non-zero.

# %%
law_named("K! trees iff all rows are constant and non-zero")[1].check().unwrap()

# %% [markdown]
# ### Claim 2: level order tells who is whose ancestor (Theorem 3.5)
#
# "Of two rules in level order, either both are on one level, or the later one is below the earlier one."

# %%
theorem = law_named("Theorem 3.5")[1].check().failure()
theorem

# %% [markdown]
# One picture is enough. The root has two children; the one on the right has leaves below it, and the
# one on the left has a child. The right one comes before that child in level order, but they are on
# different levels, and neither is below the other: uncle and nephew.

# %%
uncle, nephew, family = theorem.sides[0][0]
picture(family, colour=lambda tree: "orange" if getattr(tree, "root", None) in (uncle, nephew) else "")

# %%
from derive import level_order

assert level_order(family).index(uncle) < level_order(family).index(nephew)

# %% [markdown]
# What the theorem was meant for, that two trees with the same level order are equal, is true all the same,
# and has a shorter proof.

# %%
law_named("level order is injective")[1].check().unwrap()

# %% [markdown]
# ### Claim 3: if a tree can be rebuilt from an order, it is its level order
#
# To rebuild: the first rule is the root, the others go left and right as the matrix says, and so on. This
# never gets stuck for all six orders of three thresholds on a line, but there are only five trees.

# %%
law_named("weak feasibility is validity")[1].check().failure()

# %%
from problems.proper import from_thresholds, valid, weakly_feasible

line = from_thresholds([((0,), 0), ((1,), 0), ((2,), 0)])
assert weakly_feasible(line, (1, 2, 0))
assert not valid(line, (1, 2, 0))

# %% [markdown]
# The order $(1, 2, 0)$ gives the tree with root 1 and children 0 and 2, and its level order is $(1, 0, 2)$.
#
# ### Claim 4: the recursion of (30)
#
# As printed, the generator of search trees calls the generator of another space for its parts.

# %%
law_named("printed (30)")[1].check().failure()

# %% [markdown]
# A typo, of course: with itself it counts 1, 1, 2, 5, 14. But a program made from the printed formula is
# wrong from three keys on, and no reader would notice at two.

# %%
assert law_named("printed (30)")[1].check().failure().example == 3

# %% [markdown]
# ### Claim 5: `genDTFs` filters
#
# A generator that drops trees with an empty leaf on the way, instead of at the end. As printed, its base
# cases are not filtered:

# %%
fault = law_named("printed genDTFs")[1].check().failure()
fault

# %%
fault.picture()

# %% [markdown]
# One rule, one row of data: the tree sends the row to one side, so the other leaf is empty (rows are written as
# a bit mask, so the empty leaf is 0), and the tree should have been dropped.
#
# ### Claim 6: $g(a, b) \ge \max(a, b)$ is what dynamic programming needs
#
# Definition 4.12 asks that the cost of a tree, $g$ of the costs of its parts, is at least as large as both.
# It sounds right. It is neither enough nor necessary.

# %%
law_named("g >= max is enough: fusion")[1].check().failure()

# %% [markdown]
# The cost is $g(a,b) = \max(a, b) + 2\,[a = b]$: never below its parts, but it punishes ties. Choosing the cheapest
# left part makes a tie, and a dearer one would have been better. What is needed is that $g$ is
# *monotone*, and that is Bellman's law, in the next notebook. The mean is monotone and smaller than its larger
# part, and for the mean choosing early is right:

# %%
law_named("choosing early under mean: fusion")[1].check().unwrap()

# %% [markdown]
# ## Tested is not proved
#
# How many best search trees are there, by depth? One would add up the numbers of best parts. As an algebra that is
# `DEPTH * COUNT`: choose by depth and, among trees of equal depth, add up how many. Its values are pairs (depth, how many).
# `fusion` is the law that choosing last, its *left* side, is the same as choosing all along, its *right* side; it is the
# subject of the next notebook. An example is made into a question, `Asked`: a problem, a seed and an algebra. (`search_trees(n)`
# gives the first two.) With up to seven keys the law holds, and a test on up to seven keys says so:

# %%
from derive import COUNT, DEPTH
from laws.fusion import Asked, fusion
from problems.catalans import search_trees


def optima(most):
    return fusion(
        "optima by depth", lambda: st.integers(0, most), lambda n: Asked(*search_trees(n), DEPTH * COUNT)
    )


# %%
optima(7).check().unwrap()

# %% [markdown]
# With eight keys it is wrong: a part may be deeper than it needs to be without harm, as long as the other part is as deep.

# %%
optima(8).check().failure()

# %%
assert optima(8).check().failure().example == 8

# %% [markdown]
# Seven keys were 429 trees, all of them compared, and the conclusion was false. **A law that was tested is
# not a law that was proved.** What testing gives is a place to look at, quickly, and no false alarms.
#
# ## Exercises
#
# Solutions: [`solutions/test_03_laws_that_can_fail.py`](solutions/test_03_laws_that_can_fail.py), which is run as a test.
#
# **Exercise 1.** "The smallest of those that satisfy $p$ is the smallest, if it satisfies $p$": state
# $\mathit{filter}\,p \cdot \mathit{min} = \mathit{min} \cdot \mathit{filter}\,p$ as a `Law` on lists of numbers, for
# "is even" (`keep(...)` and `smallest` of `derive` are such functions from lists to lists). Find the smallest counterexample, and say
# what relation *does* hold between the two sides. State that as a `Law` too, with `candidates`, so that a `Suite` does not call it vacuous.
#
# **Exercise 2.** `thin` drops what something else dominates. Does it satisfy promotion,
# $h \cdot \mathit{concat} = h \cdot \mathit{concat} \cdot \mathit{map}\,h$, if the relation is "rock beats scissors beats
# paper beats rock"? And if it is a preorder? (Examples are lists of lists; the candidates are all that is in them.)
#
# **Exercise 3.** Axiom 3 says: if $j$ lies on a side of $i$, and $k$ on a side of $j$, then $k$ lies on a side of
# $i$. The library has it as a law that fails, "transitivity of the matrix"; how many trees have the three lines of its counterexample?
# Now take the lines through $(0,0)$ and $(0,1)$, through $(2,0)$ and $(2,1)$, and through $(-1,3)$ and $(1,4)$ (`from_lines` makes
# the matrix). Show that the axiom fails for them too, and draw their trees: is the axiom needed?

# %% [markdown]
# ## What was tested, what was proved, what was only believed
#
# - **Tested**: every law shown with "held", on the number of examples that it says. That the six claims are false
#   was *shown*, which is more: one counterexample is a proof.
# - **Proved**: that level order is injective (the first rule is the root; its row says which rules are left and
#   right; level order restricted to a side is that side's level order; so recursion rebuilds the tree).
# - **Believed**: that the counterexamples are the smallest there are. The search makes them small and does not
#   promise more. For counting optima it is so: all sizes below 8 were compared completely.
