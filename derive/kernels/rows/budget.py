"""The best trees for every number of branches at once.

A set of rows is worth a profile: the least loss with at most 0, 1, 2, ... branches. The profiles of two sides
are combined by sharing the branches out. A root is given up when, for every number of branches, what is known of
its sides is no better than the profile found so far.
"""

from __future__ import annotations

import numpy as np
from numba import njit

from derive.kernels.order import ascending
from derive.kernels.rows.base import COUNTED, study
from derive.kernels.rows.search import facts_of, lacking, less, part


@njit(cache=True, nogil=True)
def share(one, two, profile):
    """Lower a profile by a root whose sides have these profiles, the last of which stand for all larger ones."""
    most = one.shape[0] + two.shape[0] - 1
    for m in range(one.shape[0]):
        for k in range(min(two.shape[0], profile.shape[0] - 1 - m)):
            profile[1 + m + k] = min(profile[1 + m + k], one[m] + two[k])
    for n in range(most + 1, profile.shape[0]):
        profile[n] = min(profile[n], profile[most])


@njit(cache=True, nogil=True)
def promising(one, two, profile, slack):
    """Whether sides of these profiles would lower a profile."""
    most = one.shape[0] + two.shape[0] - 1
    for m in range(one.shape[0]):
        for k in range(min(two.shape[0], profile.shape[0] - 1 - m)):
            if one[m] + two[k] < profile[1 + m + k] - slack:
                return True
    last = one[one.shape[0] - 1] + two[two.shape[0] - 1]
    return most + 1 < profile.shape[0] and last < profile[profile.shape[0] - 1] - slack


@njit(cache=True, nogil=True)
def by_similar(columns, words, here, past, solved, number, size, bounds):
    """Raise what a side costs at least by what sides cost that are solved and lack few of its rows."""
    most = bounds.shape[0]
    for p in range(number):
        if solved[p, most - 1] <= bounds[most - 1] and solved[p, most // 2] <= bounds[most // 2]:
            continue
        rows = lacking(columns, words, past[p], here, size)
        for m in range(most):
            bounds[m] = max(bounds[m], solved[p, m] - rows)


@njit(cache=True, nogil=True)
def caps_of(other, profile, caps):
    """With m branches a side is of use if it costs less than ``caps[m]``, given what the other side costs at least.

    A profile need not fall while it is being found: what is no better than fewer branches is of no use.
    """
    last = other.shape[0] - 1
    falling = profile.copy()
    for n in range(1, profile.shape[0]):
        falling[n] = min(falling[n], falling[n - 1])
    for m in range(caps.shape[0]):
        caps[m] = -np.inf
        for n in range(1 + m, profile.shape[0]):
            caps[m] = max(caps[m], falling[n] - other[min(n - 1 - m, last)])


@njit(cache=True, nogil=True)
def roots_within(first, kept, lacks, caps, asked):
    """Which roots a side may have to cost less than ``caps[m]`` with three branches or more, if it lacks so many rows.

    ``first[k, m]``: what all rows cost with this root. A tree errs as often on a side, less the rows that are not
    there (Prop. 9 of MurTree, for every root by itself).
    """
    asked[:] = 1
    for k in range(first.shape[0]):
        asked[kept[k]] = 0
        for m in range(3, caps.shape[0]):
            if first[k, m] - lacks < caps[m]:
                asked[kept[k]] = 1


@njit(cache=True, nogil=True)
def profile_of(table, aim, rooms, control, rows, size, depth, branches, roots, asked, caps):
    """The least loss of these rows with at most 0, 1, ..., ``branches`` branches, and the root for each.

    ``roots`` is filled with features, or -1 where fewer branches do as well. ``control`` is told how many roots of
    the whole are done, and of how many. Roots that are not ``asked`` for, if any are, cost ``caps[n]`` or more with
    n branches, three at least, and so may the profile say then; if it does not, ``caps`` become infinite.
    """
    errors, alike, _ = facts_of(table, rows, size)
    profile = np.full(branches + 1, errors)
    roots[:] = -1
    if depth == 0 or branches == 0 or errors <= alike or size < 2 * aim.least_rows or control[0]:
        caps[:] = np.inf
        return profile
    features = table.features
    columns = np.empty((features, size // 64 + table.classes), np.uint64)
    kept = np.empty(features, np.int64)
    turned = np.empty(features, np.uint8)
    twos = np.empty((2, 4, features), np.float64)
    lows = np.empty((2, features), np.float64)
    control[1] += 1
    deep = min(depth, branches)
    told = np.empty(2, np.int64)
    count = study(
        table, aim, rooms, control, rows, size, deep, np.inf, asked, columns, kept, turned, twos, lows, told
    )  # fmt: skip
    if told[1]:
        caps[:] = np.inf
    # the base: sides of depth two or less
    most = 3 if deep > 2 and aim.reach > 2 else (1 if deep > 1 else 0)
    first = np.empty((count, branches + 1), np.float64)
    for k in range(count):
        first[k] = errors
        share(twos[0, : most + 1, k], twos[1, : most + 1, k], first[k])
        for n in range(1, branches + 1):
            if first[k, n] < profile[n] - aim.slack:
                profile[n] = first[k, n]
                roots[n] = kept[k]
    # a tree that is deeper than the base reaches has so many branches at least
    if deep > aim.reach and profile[aim.reach + 1] > alike:
        order = ascending(first[:, branches])
        below = min(branches - 1, 2 ** min(less(depth), 30) - 1)
        sides = np.empty((2, size), np.int32)
        facts = np.empty((2, 3), np.float64)
        bounds = np.empty((2, below + 1), np.float64)
        ignored = np.empty(below + 1, np.int64)
        known = 3 if aim.reach > 2 else 2  # so many entries of a side's profile are counted by the base
        alikes = table.kind == COUNTED and aim.least_rows == 1
        capped = alikes and aim.reach > 2 and deep == aim.reach + 1  # then sides are no deeper than the base
        limits = np.empty(below + 1 if capped else 0, np.float64)
        chosen = np.empty(features if capped else 0, np.uint8)
        past = np.empty(2 * count, np.int64)
        solved = np.empty((2 * count, below + 1), np.float64)
        number = 0
        first_here = control[3] == 0
        if first_here:
            control[3] = count
        for place in range(count):
            k = order[place]
            if first_here:
                control[2] = place
            if twos[0, 0, k] == np.inf or twos[1, 0, k] == np.inf:
                continue
            turn = turned[kept[k]]
            for half in range(2):
                for m in range(below + 1):
                    bounds[half, m] = twos[half ^ turn, m, k] if m < known else 0.0
            if not promising(bounds[0], bounds[1], profile, aim.slack):
                continue
            if alikes:
                for half in range(2):
                    by_similar(
                        columns,
                        told[0],
                        2 * kept[k] + (half ^ turn),
                        past,
                        solved,
                        number,
                        size,
                        bounds[half],
                    )
                if not promising(bounds[0], bounds[1], profile, aim.slack):
                    continue
            part(table, rows, size, kept[k], sides, facts)
            for half in range(2):
                for m in range(known, below + 1):
                    bounds[half, m] = max(bounds[half, m], facts[half, 2])
            begin = 0 if facts[0, 0] >= facts[1, 0] else 1
            halves_done = 0
            for step in range(2):
                if not promising(bounds[0], bounds[1], profile, aim.slack) or control[0]:
                    break
                half = begin ^ step
                n = np.int64(facts[half, 0])
                if capped:
                    caps_of(bounds[1 - half], profile, limits)
                    roots_within(first, kept, size - n, limits, chosen)
                found = profile_of(
                    table,
                    aim,
                    rooms,
                    control,
                    sides[half, :n],
                    n,
                    less(depth),
                    below,
                    ignored,
                    chosen,
                    limits,
                )
                if control[0]:
                    break
                past[number] = 2 * kept[k] + (half ^ turn)
                solved[number] = found
                if capped:
                    solved[number] = np.minimum(found, np.maximum(bounds[half], limits))
                number += 1
                bounds[half] = found
                halves_done += 1
            if control[0]:
                break
            if halves_done == 2:
                before = profile.copy()
                if promising(bounds[0], bounds[1], profile, aim.slack):
                    share(bounds[0], bounds[1], profile)
                for n in range(1, branches + 1):
                    if profile[n] < before[n] - aim.slack:
                        roots[n] = kept[k]
                    else:
                        profile[n] = before[n]
    for n in range(1, branches + 1):
        if profile[n] >= profile[n - 1] - aim.slack:
            profile[n] = profile[n - 1]
            roots[n] = -1
    return profile


@njit(cache=True, nogil=True)
def shared_out(one, two, branches, slack):
    """How many of the branches below a root go to its first side."""
    best = 0
    for m in range(1, branches):
        if one[m] + two[branches - 1 - m] < one[best] + two[branches - 1 - best] - slack:
            best = m
    return best


@njit(cache=True, nogil=True)
def recover_all(table, aim, rooms, control, rows, size, depth, wanted, roots):
    """The best trees with at most so many branches each, roots first, one after another, and where each begins.

    ``roots``: of these rows, as ``profile_of`` has filled it in. The sides of a root are studied once for all trees
    that have it there: if the trees with more branches come first, once is enough.
    """
    tree = [(np.int64(0), np.int64(0), 0.0)]
    tree.pop()
    begins = np.empty(wanted.shape[0], np.int64)
    # of every set that was met: its rows, roots and profile, the set it is a side of, and by which root
    members = [rows[:size]]
    rooted = [roots]
    profiles = [np.zeros(0, np.float64)]
    parents = [(np.int64(-1), np.int64(-1))]
    nothing = np.empty(0, np.uint8)
    uncapped = np.empty(0, np.float64)
    for each in range(wanted.shape[0]):
        begins[each] = len(tree)
        stack = [(np.int64(0), depth, np.int64(wanted[each]), np.int64(-1))]
        while stack:
            here, left, n, above = stack.pop()
            if above >= 0:
                tree[above] = (tree[above][0], np.int64(len(tree)) - begins[each], tree[above][2])
            count = members[here].shape[0]
            _, _, predicted = facts_of(table, members[here], count)
            while n and rooted[here][n] < 0:
                n -= 1
            if n == 0:
                tree.append((np.int64(-1), np.int64(-1), predicted))
                continue
            root = rooted[here][n]
            below = less(left)
            first = np.int64(0)
            for other in range(1, len(members), 2):
                if parents[other] == (here, root) and profiles[other].shape[0] >= n:
                    first = np.int64(other)
            if first == 0:
                first = np.int64(len(members))
                sides = np.empty((2, count), np.int32)
                facts = np.empty((2, 3), np.float64)
                part(table, members[here], count, root, sides, facts)
                for half in range(2):
                    number = np.int64(facts[half, 0])
                    found = np.empty(n, np.int64)
                    members.append(sides[half, :number])
                    profiles.append(
                        profile_of(
                            table,
                            aim,
                            rooms,
                            control,
                            members[-1],
                            number,
                            below,
                            n - 1,
                            found,
                            nothing,
                            uncapped,
                        )
                    )
                    rooted.append(found)
                    parents.append((here, root))
            best = np.int64(shared_out(profiles[first], profiles[first + 1], n, aim.slack))
            number = np.int64(len(tree))
            tree.append((root, np.int64(0), predicted))
            stack.append((first + 1, below, n - 1 - best, number))
            stack.append((first, below, best, np.int64(-1)))
    return tree, begins
