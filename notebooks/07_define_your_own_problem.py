# %% [markdown]
# # 7. Define your own problem
#
# *Three problems that are not in the paper, from nothing to an optimal answer.*
#
# A problem is two functions: where a seed may stop, and how it may split. A cost is three more: what a leaf is worth, what a branch makes of its parts, and which values to
# keep. This notebook defines three problems from nothing, finds optimal answers, and lets `plan` say whether the fast program was justified. Then it makes
# mistakes, to see which of them are noticed.

# %%
from heapq import heapify, heappop, heappush

from derive import COUNT, DEPTH, Algebra, Problem, count, count_optima, depth, explore, fold, grid, k_best
from derive import largest, leaves, listed, min_by, optimum, picture, short, smallest, trees
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
# Then a sheet that brute force could never do: the best value, and how many cuttings reach it. *Counting them owes more* than finding the value does. If some part could be worse without harm to
# the whole, cuttings with such a part would be missing from the count; so the value must be *strictly* monotone. That is Bellman's law for `value * COUNT`, an algebra that chooses by value
# and, among equal values, adds up how many. So `plan` can test it:

# %%
plan(guillotine, value * COUNT, small)

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
    columns=3,
)

# %% [markdown]
# ### The laws one by one
#
# `plan` takes a list of seeds and tests all that is owed. Each law can also be tested by itself, on examples drawn at random. It takes a name, a strategy that draws examples, and a function that makes of an example the
# question it stands for: `Asked(problem, seed, algebra)`. For Bellman's law an example is telling if the choice drops something in a part.

# %%
from hypothesis import strategies as st

from laws.fusion import Asked, bellman

sheets = lambda: st.tuples(st.integers(1, 3), st.integers(1, 3))
bellman("guillotine", sheets, lambda sheet: Asked(guillotine, sheet, value)).check().unwrap()

# %% [markdown]
# May a sheet and the same sheet turned by a right angle share one entry? Then there would be half as many. Such a key is a claim, and `key_sound` a law. It is about a problem and a seed, and takes them as a pair
# or as an `Instance`, which is a pair with names.

# %%
from derive import Instance, Key
from laws.memo import key_sound

turned = Key("turned", lambda sheet: tuple(sorted(sheet)))
fault = key_sound("guillotine", sheets, lambda sheet: Instance(guillotine, sheet), turned).check().failure()
fault

# %% [markdown]
# No. Every entry is (seed, (its leaves, its splits)), each counted: *left* what the seed itself has, *right* what the first seed of the same key has. A sheet $1 \times 2$ is not the leaf $2 \times 1$, and its cut has another name. It matters: only one
# of the two has a price.

# %%
assert count_optima(guillotine, (1, 2), value) != count_optima(guillotine, (2, 1), value)

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
    choose=min_by(spread),
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
    choose=min_by(lambda pair: pair[1]),
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
# Two thousand symbols then take no longer than a breath. There are about $2 \cdot 10^{1198}$ trees.

# %%
from random import Random

random = Random(5)
symbols = [random.randrange(1, 1000) for _ in range(2000)]
tree = claim(symbols, int).best((0, 2000))[0]
assert claim(symbols, int).count((0, 2000)) // 10**1198 == 2

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
    return [((i, k, j), ((i, k), (k, j))) for k in range(i + 1, j)]


# %%
polygon = Problem("triangulation", base=lambda s: [None] if s[1] - s[0] == 1 else [], splits=triangles)
grid(trees(polygon, (0, 4)), root=lambda triangle: "-".join(map(str, triangle)))

# %% [markdown]
# Five triangulations of a pentagon. Which one has the shortest chords? Put the corners into the cost:

# %%
from math import dist

corners = [(0, 0), (1, 4), (5, 6), (9, 3), (6, -1)]


def chords(triangle, values):
    i, _, j = triangle
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
# ## Mistakes, and which are noticed
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
# *A wrong shape.* A split is a root and a tuple of parts. Here somebody forgets the root, somebody else the tuple; and a seed that is a list cannot be looked up again:

# %%
rootless = Problem("rootless", base=lambda w: [w], splits=lambda w: [(w[:1], w[1:])] if len(w) > 1 else [])
bare = Problem("bare", base=lambda n: [n], splits=lambda n: [("less", n - 1)] if n else [])
print(told(lambda: count(rootless, "abcd")))
print(told(lambda: count(bare, 3)))
print(told(lambda: count(guillotine, [2, 2])))

# %% [markdown]
# *No choice.* An algebra without `choose` keeps everything, so that nothing says which tree is best:

# %%
print(told(lambda: optimum(guillotine, (2, 2), Algebra(leaf=len, node=lambda cut, values: sum(values)))))

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
never = Problem("never", base=lambda s: [], splits=lambda s: [])
assert count(never, "seed") == 0
optimum(never, "seed", value)

# %% [markdown]
# **Not noticed**: a law that nobody tests. How many codes of nine letters are as flat as possible? Depth is monotone, so its optimum is right. It is not *strictly* monotone, since beside a deep part another one may be
# deeper than it needs to be, so the count is wrong, without a word: 46, where a list has

# %%
flattest, counted = count_optima(code, (0, 9), DEPTH).unwrap()
every_code = trees(code, (0, 9), limit=None)
assert (flattest, counted) == (4, 46)
sum(depth(tree) == flattest for tree in every_code)

# %% [markdown]
# `plan` finds it, if it is asked about the whole algebra, and if the seeds are large enough: with eight letters all is well.

# %%
short_ones = [(0, n) for n in range(2, 9)]
assert plan(code, DEPTH * COUNT, short_ones).early
plan(code, DEPTH * COUNT, [*short_ones, (0, 9)])

# %% [markdown]
# ## Exercises
#
# Solutions: [`solutions/test_07_define_your_own_problem.py`](solutions/test_07_define_your_own_problem.py), which is run as a test.
#
# **Exercise 1.** *Optimal merging*: files of known lengths stand in a row, neighbours can be merged, and merging costs the sum of the lengths. Define it, and show that it is the alphabetic code in
# another dress: solve the same instance with `code`, lengths for frequencies, and compare costs and trees.
#
# **Exercise 2.** *Cutting sticks*: a stick of length 10 must be cut at 2, 4 and 7, in an order of your choice, and a cut costs the length of the stick that is cut. Find the cheapest order.
#
# **Exercise 3.** *Boolean brackets*: put brackets into `T or T and F xor T and F` so that the result is true. How many ways are there? (Let a value be a truth value, keep everything, and count by value with
# `*`: choose nothing by the first, and add up by `COUNT`.)

# %% [markdown]
# ## What was tested, what was proved, what was only believed
#
# - **Tested**: the optimal cuttings against listing, on nine sheets; promotion and Bellman for all three costs, and for counting the best cuttings; that the compiled loop finds the engine's tree; that code words are in order.
# - **Proved**: that no cutting is worth more, given the two laws, since sums and maxima of sums are monotone. That the fair cost is not monotone: by the counterexample.
# - **Believed**: for 2000 symbols, that the kernel is right, as it was tested on small alphabets; and Knuth's window, which is proved in the literature for sums.
