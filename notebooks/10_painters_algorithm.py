# %% [markdown]
# # 10. Painter's algorithm
#
# *A scene, its smallest partition, and three pictures of it in which no depth is ever compared.*
#
# A painter paints what is far away first, and what is near over it. That needs an order from back to front. A *binary space partition* is a tree that has such an order ready for every
# viewpoint at once. Its price is that some shapes must be cut, and here the search begins: which partition cuts least?

# %%
from derive import CELLS, count, explore, fold, grid, listed, optimum, size, trees
from problems.bsp import Atoms, Cutting, Scene, auto_partitions, bsp, random_partition
from problems.painter import hides, painted
from problems.pictures import bsp_cells, painted_scene

# %% [markdown]
# ## 1. In the plane
#
# Four walls of a pinwheel, seen from above. A seed is a cell and the fragments in it. Any fragment may be the root: its line parts the cell, and what crosses that line is cut in two.

# %%
pinwheel = [((0, 0), (3, 0)), ((4, -1), (4, 2)), ((2, 3), (5, 3)), ((1, 1), (1, 4))]
walls = bsp(pinwheel)
count(*walls)

# %% [markdown]
# Brute force: all of them, and how large they are. A tree of $n$ branches has $n + 1$ cells, and `CELLS` counts both.

# %%
sizes = [size(tree) for tree in trees(*walls)]
listed(["fragments", "partitions"], [(n, sizes.count(n)) for n in sorted(set(sizes))])

# %% [markdown]
# Every line of a pinwheel runs into the next wall, so nobody gets away with four fragments. Two of the four smallest:

# %%
grid([tree for tree in trees(*walls) if size(tree) == min(sizes)][:2], root=lambda on: "+".join(map(str, on)))

# %%
best = optimum(*walls, CELLS).unwrap()
assert size(best.tree) == min(sizes) == 5
assert sizes.count(5) == 4
assert best.value == min(fold(CELLS, tree) for tree in trees(*walls)) == 5 + 6

# %% [markdown]
# And how it divides the plane. Broken lines are where the line of a wall goes on beyond it.

# %%
bsp_cells(pinwheel)

# %% [markdown]
# ## 2. Count before you search
#
# How many partitions are there of walls in general position? Draw some, with ends at whole numbers:

# %%
from random import Random


def walls_at_random(n, random):
    ends = [tuple(random.randrange(40) for _ in range(4)) for _ in range(n)]
    return [((a, b), (c, d)) for a, b, c, d in ends if (a, b) != (c, d)]


# %%
scenes = {n: walls_at_random(n, Random(7)) for n in range(1, 8)}
listed(
    ["walls", "partitions", "cells", "fewest fragments"],
    [
        (n, count(*bsp(s)), len(explore(*bsp(s))), size(optimum(*bsp(s), CELLS).unwrap().tree))
        for n, s in scenes.items()
    ],
)

# %% [markdown]
# **That is too many** to list, and the cells, which are what the program looks at, are few: the same cell is met in many partitions. Note also that there are more partitions than orders of the walls, since
# each side of a line may go its own way:

# %%
from math import factorial

assert any(count(*bsp(s)) > factorial(n) for n, s in scenes.items())

# %% [markdown]
# Why may the best part be taken on each side, whatever the other does? Because a tree costs the sum of its parts and one. `plan` tests it on this very scene:

# %%
from laws.plan import plan

space = Atoms(Scene.of(scenes[4]))
problem, whole = auto_partitions(space)
planned = plan(problem, CELLS, [whole, *space.split(whole, 0)[1], *space.split(whole, 1)[1]])
planned

# %%
assert planned.early
assert all(
    optimum(*bsp(scenes[n]), CELLS).unwrap().value
    == min(fold(CELLS, tree) for tree in trees(*bsp(scenes[n])))
    for n in range(1, 5)
)

# %% [markdown]
# ### Two ways to keep a cell
#
# `Cutting` keeps fragments as they are, with exact corners. `Atoms` cuts every wall by every line beforehand, and then a cell is one number. The first is the definition; both have the same trees.

# %%
here = Scene.of(scenes[4])
assert trees(*auto_partitions(Cutting(here))) == trees(*auto_partitions(Atoms(here)))

# %% [markdown]
# ### Larger scenes
#
# Twenty walls have too many cells for that. But a crossing of two walls costs one cut whatever is done, which bounds the search from below:

# %%
from problems.fewest_cuts import smallest_partition

many = walls_at_random(20, Random(3))
smallest = smallest_partition(many)
at_random = [size(random_partition(Cutting(Scene.of(many)), seed)) for seed in range(100)]
size(smallest.tree), min(at_random), sum(at_random) / 100

# %%
assert size(smallest.tree) <= min(at_random)

# %% [markdown]
# The classical method, walls in random order, makes that many fragments on average, and in a hundred trials at best the number in the middle.
#
# ## 3. A scene in space
#
# Four planks lie on one another in a circle: each on the one before it, and the first on the last. No order of whole planks can be painted, from above: each hides a part of the next.

# %%
planks = [
    [(0, 0, 0), (6, 0, 1), (6, 1, 1), (0, 1, 0)],
    [(5, 0, 0), (6, 0, 0), (6, 6, 1), (5, 6, 1)],
    [(6, 5, 0), (6, 6, 0), (0, 6, 1), (0, 5, 1)],
    [(0, 6, 0), (1, 6, 0), (1, 0, 1), (0, 0, 1)],
]


# %% [markdown]
# `hides` says whether one shape stands before some part of another. It asks no partition, so it can judge one.

# %%
above = (3, 3, 20)
listed(
    ["plank", "hides"],
    [(i, [j for j in range(4) if i != j and hides(above, planks[i], planks[j])]) for i in range(4)],
)

# %%
from itertools import permutations


def paintable(order, eye):
    return not any(hides(eye, first, later) for i, first in enumerate(order) for later in order[i + 1 :])


# %%
assert not any(paintable(order, above) for order in permutations(planks))

# %% [markdown]
# So a plank has to be cut. What is the least?

# %%
planked = bsp(planks)
fewest = optimum(*planked, CELLS).unwrap()
count(*planked), size(fewest.tree), min(size(tree) for tree in trees(*planked))

# %%
assert smallest_partition(planks).value == fewest.value

# %% [markdown]
# ## 4. Painted from three viewpoints
#
# One tree, three orders. At a branch the far side is painted first, then what lies on the plane, then the near side. That is the whole algorithm.

# %%
VIEWS = {"above": (3, -4, 14), "the side": (-10, -12, 0), "below": (1, 8, -12)}
orders = {name: " ".join(map(str, painted(fewest.tree, eye))) for name, eye in VIEWS.items()}
listed(["from", "back to front"], list(orders.items()))

# %%
assert len(set(orders.values())) == 3

# %%
painted_scene(planks, VIEWS["above"], fewest.tree)

# %%
painted_scene(planks, VIEWS["the side"], fewest.tree)

# %%
painted_scene(planks, VIEWS["below"], fewest.tree)

# %% [markdown]
# Is it right? From each viewpoint, no fragment may hide one that is painted later:


# %%
def fragments(tree, eye):
    return [fragment.corners for fragment in painted(tree, eye)]


# %%
assert all(paintable(fragments(fewest.tree, eye), eye) for eye in VIEWS.values())

# %% [markdown]
# Not only for the smallest partition. *Every* partition gives a right order, from every viewpoint; the smallest only has the least to paint. So try many, every eighth of the 256, from ten places:

# %%
random = Random(1)
places = [tuple(random.randrange(-9, 15) for _ in range(3)) for _ in range(10)]
some = trees(*planked)[::8]
assert all(paintable(fragments(tree, eye), eye) for tree in some for eye in places)
assert len(some) == 32

# %% [markdown]
# ### And a wrong order, to see that the check has teeth

# %%
backwards = fragments(fewest.tree, VIEWS["above"])[::-1]
assert not paintable(backwards, VIEWS["above"])

# %% [markdown]
# ## Exercises
#
# Solutions: [`solutions/test_10_painters_algorithm.py`](solutions/test_10_painters_algorithm.py), which is run as a test.
#
# **Exercise 1.** The random method takes the shapes in one order for all cells. Try all orders: does the best one reach the smallest partition of the pinwheel? Of the planks? Find five walls in the plane where no order
# does.
#
# **Exercise 2.** Sometimes a picture should be ready soon, and what counts is the deepest branch. Use `DEPTH` for `CELLS`. Find walls where the flattest partition is not a smallest one.
#
# **Exercise 3.** A ray runs from the viewpoint to a target. Which fragment does it meet first? Use `painted` from front to back, and stop at the first that `hides` the target, as a shape so small that it is a point for all
# practical purposes. Check it against asking all fragments.

# %% [markdown]
# ## What was tested, what was proved, what was only believed
#
# - **Tested**: the smallest partitions against listing, for the pinwheel, for scenes of up to four walls and for the planks; promotion and Bellman for `CELLS`; that both ways to keep a cell have the same trees;
#   orders from back to front, by `hides`, for the smallest partition from three viewpoints and for 32 others from ten.
# - **Proved**: that no order of whole planks can be painted from above, for all 24 were tried. That sums are monotone, so that choosing early is right. All corners are exact fractions: no rounding can put a fragment on the wrong side.
# - **Believed**: that for twenty walls the bound is right, which is a law of the library, tested on small scenes; and that a scene looks as we think it does from places where we did not stand.
