# %% [markdown]
# # 7. Define your own problem
#
# *Three problems that are not in the paper, from nothing to an optimal answer.*
#
# A problem is two functions: where a seed may stop, and how it may split. A cost is two more: what a leaf and a branch are worth;
# and a choice. This notebook defines three problems from nothing, finds optimal answers, and lets `plan` say whether the fast program was justified. Then it makes
# every mistake that one can make.

# %%
from heapq import heapify, heappop, heappush

from derive import Algebra, Problem, count, count_optima, explore, fold, grid, k_best, largest, leaves, listed
from derive import optimum, picture, short, smallest, trees
from laws.plan import plan

# %% [markdown]
# ## 1. Guillotine cutting
#
# A sheet of glass is cut from edge to edge into pieces, and each piece of a known size has a price. A seed is a sheet $(w, h)$. It may be sold as it is, or be cut anywhere,
# upright or across.

# %%
PRICE = {(1, 1): 1, (2, 1): 3, (2, 2): 7, (3, 2): 9, (3, 3): 14}


def cuts(sheet):
    w, h = sheet
    yield from ((f"|{x}", ((x, h), (w - x, h))) for x in range(1, w))
    yield from ((f"-{y}", ((w, y), (w, h - y))) for y in range(1, h))


# %%
guillotine = Problem("guillotine", base=lambda sheet: [sheet], splits=cuts)
value = Algebra(leaf=lambda s: PRICE.get(s, 0), node=lambda cut, values: sum(values), choose=largest)

# %% [markdown]
# That is all. Both `base` and `splits` have something to offer for every sheet: stopping is always allowed. Brute force on a $2 \times 2$ sheet:

# %%
grid(trees(guillotine, (2, 2)), caption=lambda tree: f"worth {fold(value, tree)}", columns=5)

# %% [markdown]
# A table of small values. How many ways are there to cut an $n \times n$ sheet?

# %%
listed(["n", "ways"], [(n, count(guillotine, (n, n))) for n in range(1, 6)])

# %% [markdown]
# **That is too many** for five already. But choosing early gives the best cutting, if we believe in it, at once:

# %%
best = optimum(guillotine, (5, 3), value).unwrap()
best

# %%
assert best.value == 24 == sum(PRICE[piece] for piece in leaves(best.tree))

# %% [markdown]
# Does it agree with brute force where brute force can be run?


# %%
def by_listing(sheet):
    return max(fold(value, tree) for tree in trees(guillotine, sheet, limit=None))


# %%
small = [(w, h) for w in range(1, 4) for h in range(1, 4)]
assert all(optimum(guillotine, sheet, value).unwrap().value == by_listing(sheet) for sheet in small)

# %% [markdown]
# And why may we believe in it? `plan` tests what choosing early owes:

# %%
plan(guillotine, value, small)

# %% [markdown]
# Then a sheet that brute force could never do, the best value, and how many cuttings reach it:

# %%
count_optima(guillotine, (20, 15), value).unwrap()

# %%
forest = explore(guillotine, (20, 15))
assert len(forest) == 20 * 15
forest

# %% [markdown]
# The three best cuttings of a smaller sheet, for a buyer who wants a choice:

# %%
grid(
    [found.tree for found in k_best(guillotine, (4, 3), value, 3)],
    caption=lambda tree: f"worth {fold(value, tree)}",
)

# %% [markdown]
# ### A cost that cannot be chosen early
#
# Now a fair uncle cuts a cake for children, so that the dearest and the cheapest piece differ as little as possible, but everything must be cut into pieces that have a price. Is that monotone?


# %%
def spread(pieces):
    return max(pieces) - min(pieces)


# %%
sold = Problem("fair", base=lambda s: [s] if s in PRICE else [], splits=cuts)
fair = Algebra(
    leaf=lambda s: (PRICE[s],),
    node=lambda cut, parts: sum(parts, ()),
    choose=lambda v: sorted(v, key=spread)[:1],
)

# %%
judged = plan(sold, fair, [(2, 1), (3, 1), (2, 2), (3, 2)])
judged

# %% [markdown]
# `plan` refuses, with the reason: the fairest cutting of a part may have pieces of a size that does not go with those of the other part. It lists all cuttings
# instead, which is right as long as there are not too many.

# %%
assert judged.program == "specification"
judged.run((3, 1)), optimum(sold, (3, 1), fair).unwrap().value

# %% [markdown]
# The first is right: three pieces of one kind. The second is what choosing early would have given: the piece $2 \times 1$ alone is fair, and then does not go with the rest.

# %% [markdown]
# ## 2. Alphabetic codes
#
# Letters are to be coded by 0 and 1 so that codes sort like letters, and frequent letters are short. A code is a tree with the letters as leaves, in order. A
# seed is a stretch of the alphabet.

# %%
LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
FREQUENCIES = "82 15 28 43 127 22 20 61 70 2 8 40 24 67 75 19 1 60 63 91 28 10 24 2 20 1"
OFTEN = dict(zip(LETTERS, map(int, FREQUENCIES.split()), strict=True))


# %%
def halves(span):
    i, j = span
    return [("?", ((i, k), (k, j))) for k in range(i + 1, j)]


# %%
code = Problem("alphabetic code", base=lambda s: [LETTERS[s[0]]] if s[1] - s[0] == 1 else [], splits=halves)
count(code, (0, 26))

# %% [markdown]
# Every letter pays its frequency once for every level, so a branch costs what is below it. A value is a pair: how often, and the length of the text so far.


# %%
def join(_, parts):
    often = sum(part[0] for part in parts)
    return often, often + sum(part[1] for part in parts)


# %%
length = Algebra(
    leaf=lambda letter: (OFTEN[letter], 0),
    node=join,
    choose=lambda values: sorted(values, key=lambda v: v[1])[:1],
)
english = optimum(code, (0, 26), length).unwrap()
picture(english.tree, colour=lambda tree: "blue" if getattr(tree, "item", "") in set("ETAOIN") else "")

# %% [markdown]
# The code words are what a letter learns from the branches above it:

# %%
from derive import descend

words = leaves(descend(lambda root, part, word: word + str(part), "", english.tree))
listed(
    ["letter", "often", "code"],
    [(letter, OFTEN[letter], word) for letter, word in zip(LETTERS, words, strict=True)][:8],
)

# %%
assert list(words) == sorted(words)
assert sum(OFTEN[letter] * len(word) for letter, word in zip(LETTERS, words, strict=True)) == english.value[1]

# %% [markdown]
# How good is it? Without the order, Huffman's code would be a little shorter; five bits a letter would be longer.


# %%
def huffman(weights):
    heap, total = list(weights), 0
    heapify(heap)
    while len(heap) > 1:
        merged = heappop(heap) + heappop(heap)
        total += merged
        heappush(heap, merged)
    return total


# %%
everything = sum(OFTEN.values())
rows = [
    ("Huffman", huffman(OFTEN.values())),
    ("alphabetic", english.value[1]),
    ("five bits each", 5 * everything),
]
listed(["code", "bits a letter"], [(name, round(bits / everything, 3)) for name, bits in rows])

# %%
assert huffman(OFTEN.values()) < english.value[1] < 5 * everything

# %% [markdown]
# ### Large alphabets
#
# The splits of this problem are spans of numbers and its costs are sums. If we *claim* so, a compiled loop can answer; and `plan` tests that it finds the very tree that the engine finds.

# %%
from derive import Spans, Sums


def claim(weights, leaf):
    return Spans(len(weights), Sums.of(weights), root=lambda *_: "?", leaf=leaf, window=True)


# %%
letters = claim(list(OFTEN.values()), LETTERS.__getitem__)
planned = plan(code, length, letters.small((0, 26)), by=letters)
planned

# %%
assert planned.program == "compiled"
assert optimum(code, (0, 26), length, by=letters) == optimum(code, (0, 26), length)

# %% [markdown]
# Two thousand symbols then take no longer than a breath. There are $10^{1199}$ trees.

# %%
from random import Random

random = Random(5)
symbols = [random.randrange(1, 1000) for _ in range(2000)]
tree = claim(symbols, int).best((0, 2000))[0]

# %%
depths = leaves(descend(lambda root, part, level: level + 1, 0, tree))
bits = sum(often * level for often, level in zip(symbols, depths, strict=True))
f"{bits / sum(symbols):.3f} bits a symbol; Huffman {huffman(symbols) / sum(symbols):.3f}"

# %% [markdown]
# ## 3. Triangulating a polygon
#
# Chords that do not cross cut a convex polygon into triangles. A seed is a pair of corners $(i, j)$: the part of the polygon from $i$ round to $j$. Any corner between makes a triangle with
# them, and leaves two smaller parts.


# %%
def triangles(span):
    i, j = span
    return [(f"{i}-{k}-{j}", ((i, k), (k, j))) for k in range(i + 1, j)]


# %%
polygon = Problem("triangulation", base=lambda s: [None] if s[1] - s[0] == 1 else [], splits=triangles)
grid(trees(polygon, (0, 4)))

# %% [markdown]
# Five triangulations of a pentagon. Which one has the shortest chords? Put the corners into the cost:

# %%
from math import dist

corners = [(0, 0), (1, 4), (5, 6), (9, 3), (6, -1)]


def chords(label, values):
    i, _, j = map(int, label.split("-"))
    return sum(values) + (dist(corners[i], corners[j]) if 1 < j - i < len(corners) - 1 else 0)


# %%
shortest = Algebra(leaf=lambda _: 0.0, node=chords, choose=smallest)
found = optimum(polygon, (0, 4), shortest).unwrap()
f"{found.value:.3f}", short(found.tree)

# %%
assert found.value == min(fold(shortest, tree) for tree in trees(polygon, (0, 4)))
assert plan(polygon, shortest, [(0, 3), (1, 4), (0, 4)]).early

# %% [markdown]
# (The library has this one with more to it, as `problems.polygons`.)
#
# ## Every mistake one can make
#
# *Splits that do not get smaller* are noticed, and the message names the seed:

# %%
from derive import DeriveError


def told(question):
    try:
        return question()
    except DeriveError as error:
        return f"{type(error).__name__}: {error}"


# %%
print(told(lambda: count(Problem("again", base=lambda s: [], splits=lambda s: [("r", (s,))]), "here")))

# %% [markdown]
# *A choice that does not answer with a list*:

# %%
print(
    told(lambda: optimum(guillotine, (2, 2), Algebra(leaf=lambda s: 1, node=lambda r, v: sum(v), choose=max)))
)

# %% [markdown]
# *Listing what is too long to list*:

# %%
print(told(lambda: trees(guillotine, (6, 6))))

# %% [markdown]
# *No tree at all* is no mistake. It is an answer:

# %%
print(optimum(sold, (1, 4), fair), optimum(Problem("never", lambda s: [], lambda s: []), "seed", value))

# %%
assert count(Problem("never", lambda s: [], lambda s: []), "seed") == 0

# %% [markdown]
# ## Exercises
#
# Solutions: [`solutions/test_07_define_your_own_problem.py`](solutions/test_07_define_your_own_problem.py), which is run as a test.
#
# **Exercise 1.** *Optimal merging*: files of known lengths stand in a row, neighbours can be merged, and merging costs the sum of the lengths. Define it, and show that it is the alphabetic code in
# another dress.
#
# **Exercise 2.** *Cutting sticks*: a stick of length 10 must be cut at 2, 4 and 7, in an order of your choice, and a cut costs the length of the stick that is cut. Find the cheapest order.
#
# **Exercise 3.** *Boolean brackets*: put brackets into `T or T and F xor T and F` so that the result is true. How many ways are there? (Let a value be a truth value, keep everything, and count by value with
# `*`: choose nothing by the first, and add up by `COUNT`.)

# %% [markdown]
# ## What was tested, what was proved, what was only believed
#
# - **Tested**: the optimal cuttings against listing, on nine sheets; promotion and Bellman for all three costs; that the compiled loop finds the engine's tree; that code words are in order.
# - **Proved**: that no cutting is worth more, given the two laws, since sums and maxima of sums are monotone. That the fair cost is not monotone: by the counterexample.
# - **Believed**: for 2000 symbols, that the kernel is right, as it was tested on small alphabets; and Knuth's window, which is proved in the literature for sums.
