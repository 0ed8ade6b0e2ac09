# %% [markdown]
# # 4. Filter, thin, min: one law
#
# *When may a choice be made early?*
#
# The best of all trees can be found by listing all of them and choosing last. A dynamic program
# chooses early: it keeps the best tree of every part and never looks at the others again. When is that the
# same? The answer is one law, Bellman's. It is the same law whether the choice is a minimum, a filter or a
# Pareto front; and it explains why a depth limit is harder than it looks.

# %%
from derive import DEPTH, Algebra, explore, fold, grid, keep, listed, min_by, optimum, picture
from derive import shallow, short, smallest, tabulate, thin, trees

# %% [markdown]
# ## Minimum: matrix chains
#
# To multiply a $10 \times 100$ matrix by a $100 \times 5$ one takes $10 \cdot 100 \cdot 5$ multiplications. Brackets make
# a difference. Brute force: list the bracketings, add up, choose last. `MULTIPLICATIONS` gives every bracketing three numbers:
# (rows, columns, multiplications). The third, `[2]`, is its price; the first two are needed to know what a product with it costs.

# %%
from problems.mcmp import MULTIPLICATIONS, matrix_chain

dimensions = [30, 35, 15, 5, 10, 20, 25]
chain = matrix_chain(dimensions)

# %%
costs = [(fold(MULTIPLICATIONS, tree)[2], short(tree)) for tree in trees(*chain)]
listed(["multiplications", "brackets"], sorted(costs)[:3] + sorted(costs)[-1:])

# %% [markdown]
# 42 bracketings, and the worst is nearly four times as dear as the best. With 30 matrices there are $10^{15}$: **too many.**
# The dynamic program keeps one bracketing for every stretch of the chain:

# %%
best = optimum(*chain, MULTIPLICATIONS).unwrap()
picture(best.tree, root=lambda _: "·")

# %%
assert (best.value[2], short(best.tree)) == min(costs)

# %% [markdown]
# and with it a hundred matrices are no trouble.

# %%
from random import Random

random = Random(7)
hundred = [random.randrange(2, 100) for _ in range(101)]
optimum(*matrix_chain(hundred), MULTIPLICATIONS).unwrap().value[2]

# %% [markdown]
# ## Why that is legal
#
# Write $h$ for the choice, here "keep the cheapest". The slow program is $h$ after *everything*; the fast one uses $h$ at
# every branch. Two laws make them the same. *Promotion* lets the choice be made split by split:
#
# $$h \cdot \mathit{concat} = h \cdot \mathit{concat} \cdot \mathit{map}\;h$$
#
# and *Bellman's law* lets it be made in the parts of a branch:
#
# $$h\,[\mathit{node}\;r\;vs \mid vs \in \textstyle\prod vss] = h\,[\mathit{node}\;r\;vs \mid vs \in \textstyle\prod \mathit{map}\;h\;vss]$$
#
# In words: *what the choice drops from a part is not missed above it.* From the two follows, by induction on the seed,
# that choosing last is choosing all along. That is the whole theory of this notebook. (The first is called *promotion* in reports,
# the second *bellman*, what follows from them *fusion*. The left side of each is choosing last, the right side choosing early.)
#
# `plan` tests both laws on your own problem, on values that occur there, and says which program is justified:

# %%
from laws.plan import plan

spans = [(i, j) for i in range(6) for j in range(i + 2, 7)]
planned = plan(chain.problem, MULTIPLICATIONS, spans)
planned

# %%
assert planned.program == "fused and shared"
assert planned.run(chain.seed) == [best.value]

# %% [markdown]
# For Bellman's law an example is *telling* only if the choice drops something in a part: where nothing is dropped, nothing can be missed.
#
# For a minimum, Bellman's law says that the cost is *monotone*: making a part cheaper never makes the whole dearer.
#
# Now a cost that is not. Split a row of digits into pairs, and pay the square of the *difference* of the two sides:

# %%
from derive import Problem

digits = Problem(
    "digits",
    lambda w: [w] if len(w) == 1 else [],
    lambda w: [("-", (w[:i], w[i:])) for i in range(1, len(w))],
)
squares = Algebra(leaf=int, node=lambda _, values: (values[0] - values[1]) ** 2, choose=smallest)

# %%
refused = plan(digits, squares, ["12", "201", "0212", "02113"])
refused

# %% [markdown]
# How to read this: Bellman's law has an entry (seed, root, values kept) for every split of every seed that `'02113'` leads to. There are 20 of
# them, and number 15, counted from 0, is the first in which the sides differ: a way to split `'2113'`. *Left*, choosing last, a tree of cost 1 is kept there;
# *right*, choosing in the parts first, only one of cost 9 is left.
#
# `plan` falls back to listing every tree, which is right and slow. The dynamic program would have been wrong:

# %%
early, late = optimum(digits, "02113", squares).unwrap().value, refused.run("02113")[0]
assert (early, late) == (9, 1)

# %% [markdown]
# ## Filter: a condition
#
# Now the choice is `keep`: all trees of which a condition holds. Which search trees over 7 keys have depth at most 3, that is, at most three
# branches on any path? Brute force:

# %%
from problems.catalans import look_up_cost, search_trees

seven = search_trees(7)
[short(tree, leaf=lambda _: ".") for tree in trees(*seven) if fold(DEPTH, tree) <= 3]

# %% [markdown]
# One of 429. May the condition be pushed into the recursion, so that deep parts are never built? Bellman's law for a filter
# says: *if a tree satisfies the condition, so do its parts.* A tree of depth at most 3 has parts of depth at most 3. (They
# have even depth at most 2, but the same condition everywhere is enough.)

# %%
from derive import COUNT, trees_where

assert trees_where(*seven, DEPTH, lambda deep: deep <= 3) == [
    tree for tree in trees(*seven) if fold(DEPTH, tree) <= 3
]

# %% [markdown]
# How many of the $10^{13}$ search trees over 25 keys have depth at most 5? Nobody will list those. But algebras can be put together:
# `DEPTH.choosing(...)` is `DEPTH` with another choice, and `a * b` chooses by `a` and then, among trees of equal `a`, by `b`. With `COUNT` as
# the second, which adds up, the answer is a list of pairs (depth, how many):

# %%
flat = tabulate(explore(*search_trees(25)), DEPTH.choosing(keep(lambda deep: deep <= 5)) * COUNT)
flat

# %% [markdown]
# And a condition that may *not* be pushed in: at least three leaves. Large trees have small parts.

# %%
from problems.lawbook import law_named

law_named("at least three leaves as a fused filter: fusion")[1].check().failure()

# %% [markdown]
# Both trees over two keys have three leaves, but they are made of parts that have one, which the filter threw away.
#
# ## Both at once: the cheapest tree that is not too deep
#
# Filter, then minimum. Each of them may be fused. May both? Take four keys that are looked up 3, 0, 0 and 5 times, and allow depth 3.
# A value of `look_up_cost` is a pair (look-ups of all keys, steps that they take together); the second, `[1]`, is the cost.

# %%
hits, limit = [3, 0, 0, 5], 3
cost = look_up_cost(hits)
four = search_trees(4)

# %% [markdown]
# Choosing last, among the trees that are shallow enough:

# %%
shallow_trees = [tree for tree in trees(*four) if fold(DEPTH, tree) <= limit]
min(fold(cost, tree)[1] for tree in shallow_trees)

# %% [markdown]
# Choosing early, "the cheapest of those of depth at most 3" at every branch. (`a & b` gives every tree both values, ((look-ups, steps), depth) here, and keeps
# all; so a choice has to be given.)

# %%
cheapest_shallow = (cost & DEPTH).choosing(
    lambda values: min_by(lambda v: v[0][1])(keep(lambda v: v[1] <= limit)(values))
)
tabulate(explore(*four), cheapest_shallow)[0][0][1]

# %% [markdown]
# 14 against 16: **the fused program is wrong.** Why? Look at the part with the keys 0, 1 and 2. Its cheapest tree has three levels, which
# is allowed, so it is kept, and a dearer one with two levels is dropped:

# %%
part = trees(four.problem, (0, 3))
grid(
    [part[0], part[2]],
    leaf=lambda _: ".",
    caption=lambda t: f"costs {fold(cost, t)[1]}, {fold(DEPTH, t)} levels",
)

# %%
assert min(part, key=lambda tree: fold(cost, tree)[1]) == part[0]

# %% [markdown]
# Under the root 3 the cheap part makes four levels: too deep. The dear one would have made three, but it is gone. Here is the true best:

# %%
true_best = min(shallow_trees, key=lambda tree: fold(cost, tree)[1])
picture(true_best, leaf=lambda _: ".")

# %% [markdown]
# The cheapest part is not the only one that matters: a dearer one may be *shallower*. So the law fails, and the library has it as a
# law that must keep failing:

# %%
law_named("constant depth filter under min: fusion")[1].check().failure()

# %% [markdown]
# The smallest counterexample is simpler than our story: six keys that nobody looks up, and depth 3. All trees cost the same, so of every part the *first* one is
# kept, and for three keys that is a chain of depth 3. Whatever the root, one of its parts has three keys or more, and what was kept of it is too deep: on the right there is no tree at all.
#
# ### First repair: a budget in the seed
#
# Put the levels that are left into the seed. Then "the cheapest tree with at most $d$ levels" is a question about one seed, its parts are
# questions with $d - 1$ levels, and there is nothing left to filter.

# %%
budgeted = shallow(four.problem)
repaired = optimum(budgeted, (four.seed, limit), cost).unwrap()
assert repaired.value[1] == 14

# %% [markdown]
# ### Second repair: keep more than one
#
# Keep every pair of (cost, depth) that no other pair beats in both: a Pareto front. `thin` is that choice, and what it drops is not missed,
# since a part that is cheaper *and* shallower is better in every whole.

# %%
from derive import pareto

front = pareto(*four, cost, DEPTH)
listed(
    ["look-ups", "depth", "tree"],
    [(found.value[0][1], found.value[1], short(found.tree, leaf=lambda _: ".")) for found in front],
)

# %%
assert min(found.value[0][1] for found in front if found.value[1] <= limit) == 14

# %% [markdown]
# Is that so in general? Compare all three with brute force on two hundred random inputs:


# %%
def by_brute_force(n, cost, limit):
    return min(
        (fold(cost, tree)[1] for tree in trees(*search_trees(n)) if fold(DEPTH, tree) <= limit), default=None
    )


# %%
def by_budget(n, cost, limit):
    return (
        optimum(shallow(search_trees(n).problem), ((0, n), limit), cost)
        .map(lambda b: b.value[1])
        .value_or(None)
    )


# %%
def by_front(n, cost, limit):
    return min(
        (b.value[0][1] for b in pareto(*search_trees(n), cost, DEPTH) if b.value[1] <= limit), default=None
    )


# %%
drawn = Random(0)
for _ in range(200):
    n, limit = drawn.randint(1, 6), drawn.randint(1, 4)
    weights = look_up_cost([drawn.randrange(9) for _ in range(n)])
    assert by_budget(n, weights, limit) == by_brute_force(n, weights, limit) == by_front(n, weights, limit)

# %% [markdown]
# And the number that brute force could never reach, 40 keys in at most 6 levels:

# %%
forty = look_up_cost([(7 * i * i + 3) % 23 for i in range(40)])
listed(
    ["levels", "look-ups"],
    [(levels, by_budget(40, forty, levels) or "no tree") for levels in (5, 6, 7, 8, 40)],
)

# %%
assert by_budget(40, forty, 5) is None
assert by_budget(40, forty, 40) == optimum(*search_trees(40), forty).unwrap().value[1]

# %% [markdown]
# Five levels have room for 31 keys only, so there the answer is `None`: that no tree exists is an answer.
#
# ## Thin: dominance
#
# `thin` is a choice like the others, and owes the same law. For a dominance relation it says that dominance is kept by branches. The paper
# asks that it be a monotone preorder; one more thing is needed, if a minimum comes after it: *what dominates must not cost more.* With an
# absurd relation, "whatever comes first dominates", thinning is monotone and loses the optimum:

# %%
values = [(7, 2), (3, 5), (9, 1)]
first_wins = thin(lambda *_: True)(values)
by_both = thin(lambda a, b: a[0] <= b[0] and a[1] <= b[1])(values)
first_wins, by_both

# %%
assert min(values)[0] == 3 == min(by_both)[0] < min(first_wins)[0]

# %% [markdown]
# ## Exercises
#
# Solutions: [`solutions/test_04_one_law.py`](solutions/test_04_one_law.py), which is run as a test.
#
# **Exercise 1.** *At most two leaves deeper than 3*: can this condition be fused as a filter? State what Bellman's law says for it, and
# find out with `fusion` or by hand.
#
# **Exercise 2.** The *second* cheapest bracketing: is "keep the two cheapest" a choice that may be fused for matrix chains? And
# "keep only the second cheapest"? Test both.
#
# **Exercise 3.** Let a search tree cost the number of branches on its *left* path: the root, its left child, the left child of that, and so on. Is this cost
# monotone? Is it *strictly* so: does a dearer part always make the whole dearer? Find the best cost for three keys, and how many trees have it, by
# `count_optima` and by a list. Then let `plan` judge the cost alone, and the cost `* COUNT`.

# %% [markdown]
# ## What was tested, what was proved, what was only believed
#
# - **Tested**: promotion and Bellman for matrix chains, on all stretches of one chain; the budget and the front against brute force on 200 random
#   inputs; the hundred-matrix answer by nothing but the laws.
# - **Proved**: that promotion and Bellman's law make choosing last the same as choosing early (induction on the seed). That a filter owes
#   "parts of what is kept are kept" and a minimum owes monotonicity are the same law read for two choices. That the constant depth filter
#   is wrong: by the counterexample.
# - **Believed**: that the laws hold for *all* matrix chains, since the tests are on some. Here a proof is easy: sums are monotone.
