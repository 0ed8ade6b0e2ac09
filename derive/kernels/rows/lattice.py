"""All stumps below all pairs of literals, by bit counting: the dense base of the search.

A branch is a set of literals, not a path: intersection commutes, so that the rows of {i, j, k} are
counted once for all six orders, and the seven other cells follow by inclusion and exclusion. One pass
over the triples finds, for every pair of literals, the best stump below it; from these, and with the
counts of pairs, come the best trees of depth two below every literal with 0, 1, 2 and 3 branches.

Whatever the objective, the pass over the triples is the same: it counts errors only.
"""

from __future__ import annotations

import numpy as np
from numba import njit

from derive.kernels.lanes import below, greater, least, lesser, load, ones, splat, store


@njit(cache=True, nogil=True)
def count_pairs(laid, columns, kept, count, offsets, pairs):
    """How many rows of each class have both features i and k, k from the block of i on; last, of any class."""
    lanes = laid.shape[2]
    words = laid.shape[1]
    flat = laid.reshape(-1)
    classes = offsets.shape[0] - 1
    blocks = (count + lanes - 1) // lanes
    for i in range(count):
        line = columns[kept[i]].view(laid.dtype)
        everyone = pairs[classes, i]
        for b in range(i // lanes, blocks):
            total = splat(flat, 0)
            for c in range(classes):
                both = splat(flat, 0)
                for w in range(offsets[c], offsets[c + 1]):
                    m = line[w]
                    if m:
                        both = both + ones(splat(flat, m) & load(flat, (b * words + w) * lanes))
                store(pairs[c, i], b * lanes, both)
                total = total + both
            store(everyone, b * lanes, total)


@njit(cache=True, nogil=True)
def _meet(flat, base, at, mask, begin, end):
    """How many rows of each lane's feature lie under the words of a mask."""
    total = splat(flat, 0)
    for w in range(np.uint64(begin), np.uint64(end)):
        total = total + ones(splat(flat, mask[w]) & load(flat, base + at[w]))
    return total


@njit(cache=True, nogil=True)
def promise(count, sizes, pairs, singles, ones_leaf, cap, needed, most):
    """The errors, at least, of a tree with a stump below features i < k: ``needed[i, k]``.

    Of such a tree, the sides that the stump is not in have errors too, each ``cap`` at most since it may be
    cheaper to branch there. ``ones_leaf[side]`` are the errors of a leaf below one literal. Answers with how
    many pairs need no more than ``most``.
    """
    classes = sizes.shape[0] - 1
    flat = needed.reshape(-1)
    lanes = 512 // (8 * flat.itemsize)
    limit = splat(flat, cap)
    for i in range(count - 1):
        out0 = lesser(splat(flat, ones_leaf[0, i]), limit)
        out1 = lesser(splat(flat, ones_leaf[1, i]), limit)
        for k in range((i + 1) // lanes * lanes, count, lanes):
            m0 = splat(flat, 0)
            m1 = m0
            m2 = m0
            m3 = m0
            for c in range(classes):
                x = load(pairs[c, i], k)
                y = load(singles[c], k) - x
                m0 = greater(m0, x)
                m1 = greater(m1, splat(flat, singles[c, i]) - x)
                m2 = greater(m2, y)
                m3 = greater(m3, splat(flat, sizes[c] - singles[c, i]) - y)
            x = load(pairs[classes, i], k)
            y = load(singles[classes], k) - x
            l0 = lesser(x - m0, limit)
            l1 = lesser(splat(flat, singles[classes, i]) - x - m1, limit)
            l2 = lesser(y - m2, limit)
            l3 = lesser(splat(flat, sizes[classes] - singles[classes, i]) - y - m3, limit)
            other0 = lesser(load(ones_leaf[0], k), limit)
            other1 = lesser(load(ones_leaf[1], k), limit)
            # a stump in ++ has +- and - beside it, or -+ and (other) -; and so on
            least_errors = lesser(out1 + lesser(l0, l1), out0 + lesser(l2, l3))
            least_errors = lesser(least_errors, lesser(other1 + lesser(l0, l2), other0 + lesser(l1, l3)))
            store(needed[i], k, least_errors)
    promising = 0
    for i in range(count - 1):
        for k in range(i + 1, count):
            promising += needed[i, k] <= most
    return promising


@njit(cache=True, nogil=True)
def best_stumps(
    laid,
    columns,
    kept,
    count,
    offsets,
    sizes,
    pairs,
    singles,
    stumps,
    needed,
    most,
    some,
    least_rows,
    large,
    control,
):
    """The fewest errors of a stump below each pair of literals (++, +-, -+, --) of features i < k.

    Each triple of features is counted once, for its three pairs. With ``some``, only pairs that need ``most``
    errors at most are looked at, each by itself. Only words where two features meet are read. Entries of k < i
    are not filled.
    """
    lanes = laid.shape[2]
    words = laid.shape[1]
    flat = laid.reshape(-1)
    classes = offsets.shape[0] - 1
    blocks = (count + lanes - 1) // lanes
    huge = splat(flat, large)
    guard = splat(flat, least_rows)
    ends = np.zeros(classes + 1, np.int64)
    halts = np.zeros(classes + 1, np.int64)
    at = np.empty(words + 1, np.int64)
    where = np.empty(words + 1, np.int64)
    mask = np.empty(words + 1, laid.dtype)
    held_mask = np.empty(words + 1, laid.dtype)
    for q in range(4):
        for i in range(count):
            for b in range(blocks):
                store(stumps[q, i], b * lanes, huge)
    if some:
        for c in range(classes + 1):
            for i in range(lanes, count):
                for k in range(i // lanes * lanes):
                    pairs[c, i, k] = pairs[c, k, i]
    for i in range(count - 1):
        if control[0]:
            return
        line = columns[kept[i]].view(laid.dtype)
        held = np.uint64(0)
        for c in range(classes):
            for w in range(np.uint64(offsets[c]), np.uint64(offsets[c + 1])):
                where[held] = w
                held_mask[held] = line[w]
                held += np.uint64(line[w] != 0)
            halts[c + 1] = held
        ei0 = stumps[0, i]
        ei1 = stumps[1, i]
        ei2 = stumps[2, i]
        ei3 = stumps[3, i]
        for j in range(i + 1, count):
            if some and needed[i, j] > most:
                continue
            met = np.uint64(0)
            line = columns[kept[j]].view(laid.dtype)
            for c in range(classes):
                for h in range(np.uint64(halts[c]), np.uint64(halts[c + 1])):
                    m = held_mask[h] & line[where[h]]
                    at[met] = where[h] * lanes
                    mask[met] = m
                    met += np.uint64(m != 0)
                ends[c + 1] = met
            ej0 = stumps[0, j]
            ej1 = stumps[1, j]
            ej2 = stumps[2, j]
            ej3 = stumps[3, j]
            best0 = huge
            best1 = huge
            best2 = huge
            best3 = huge
            for b in range(0 if some else (j + 1) // lanes, blocks):
                base = b * words * lanes
                k = b * lanes
                if classes == 2:
                    x0 = _meet(flat, base, at, mask, 0, ends[1])
                    x1 = _meet(flat, base, at, mask, ends[1], met)
                    pi0 = load(pairs[0, i], k)
                    pi1 = load(pairs[1, i], k)
                    y0 = pi0 - x0
                    y1 = pi1 - x1
                    z0 = load(pairs[0, j], k) - x0
                    z1 = load(pairs[1, j], k) - x1
                    v0 = load(singles[0], k) - pi0 - z0
                    v1 = load(singles[1], k) - pi1 - z1
                    both0 = pairs[0, i, j]
                    both1 = pairs[1, i, j]
                    i0 = splat(flat, singles[0, i] - both0)
                    i1 = splat(flat, singles[1, i] - both1)
                    j0 = splat(flat, singles[0, j] - both0)
                    j1 = splat(flat, singles[1, j] - both1)
                    o0 = splat(flat, sizes[0] - singles[0, i] - singles[0, j] + both0)
                    o1 = splat(flat, sizes[1] - singles[1, i] - singles[1, j] + both1)
                    u0 = splat(flat, both0) - x0
                    u1 = splat(flat, both1) - x1
                    e0 = lesser(x0, x1)
                    e1 = lesser(u0, u1)
                    e2 = lesser(y0, y1)
                    e3 = lesser(i0 - y0, i1 - y1)
                    e4 = lesser(z0, z1)
                    e5 = lesser(j0 - z0, j1 - z1)
                    e6 = lesser(v0, v1)
                    e7 = lesser(o0 - v0, o1 - v1)
                    if least_rows > 1:
                        e0 = below(x0 + x1, guard, huge, e0)
                        e1 = below(u0 + u1, guard, huge, e1)
                        e2 = below(y0 + y1, guard, huge, e2)
                        e3 = below(i0 - y0 + i1 - y1, guard, huge, e3)
                        e4 = below(z0 + z1, guard, huge, e4)
                        e5 = below(j0 - z0 + j1 - z1, guard, huge, e5)
                        e6 = below(v0 + v1, guard, huge, e6)
                        e7 = below(o0 - v0 + o1 - v1, guard, huge, e7)
                else:
                    none = splat(flat, 0)
                    total = none
                    e0 = none
                    e1 = none
                    e2 = none
                    e3 = none
                    e4 = none
                    e5 = none
                    e6 = none
                    e7 = none
                    for c in range(classes):
                        x = _meet(flat, base, at, mask, ends[c], ends[c + 1])
                        total = total + x
                        both = pairs[c, i, j]
                        pi = load(pairs[c, i], k)
                        y = pi - x
                        z = load(pairs[c, j], k) - x
                        v = load(singles[c], k) - pi - z
                        e0 = greater(e0, x)
                        e1 = greater(e1, splat(flat, both) - x)
                        e2 = greater(e2, y)
                        e3 = greater(e3, splat(flat, singles[c, i] - both) - y)
                        e4 = greater(e4, z)
                        e5 = greater(e5, splat(flat, singles[c, j] - both) - z)
                        e6 = greater(e6, v)
                        e7 = greater(e7, splat(flat, sizes[c] - singles[c, i] - singles[c, j] + both) - v)
                    both = pairs[classes, i, j]
                    pi = load(pairs[classes, i], k)
                    y = pi - total
                    z = load(pairs[classes, j], k) - total
                    v = load(singles[classes], k) - pi - z
                    u = splat(flat, both) - total
                    iy = splat(flat, singles[classes, i] - both) - y
                    jz = splat(flat, singles[classes, j] - both) - z
                    ov = splat(flat, sizes[classes] - singles[classes, i] - singles[classes, j] + both) - v
                    e0 = below(total, guard, huge, total - e0)
                    e1 = below(u, guard, huge, u - e1)
                    e2 = below(y, guard, huge, y - e2)
                    e3 = below(iy, guard, huge, iy - e3)
                    e4 = below(z, guard, huge, z - e4)
                    e5 = below(jz, guard, huge, jz - e5)
                    e6 = below(v, guard, huge, v - e6)
                    e7 = below(ov, guard, huge, ov - e7)
                best0 = lesser(best0, e0 + e1)
                best1 = lesser(best1, e2 + e3)
                best2 = lesser(best2, e4 + e5)
                best3 = lesser(best3, e6 + e7)
                if some:
                    continue
                store(ei0, k, lesser(load(ei0, k), e0 + e2))
                store(ei1, k, lesser(load(ei1, k), e1 + e3))
                store(ei2, k, lesser(load(ei2, k), e4 + e6))
                store(ei3, k, lesser(load(ei3, k), e5 + e7))
                store(ej0, k, lesser(load(ej0, k), e0 + e4))
                store(ej1, k, lesser(load(ej1, k), e1 + e5))
                store(ej2, k, lesser(load(ej2, k), e2 + e6))
                store(ej3, k, lesser(load(ej3, k), e3 + e7))
            ei0[j] = min(ei0[j], least(best0))
            ei1[j] = min(ei1[j], least(best1))
            ei2[j] = min(ei2[j], least(best2))
            ei3[j] = min(ei3[j], least(best3))


@njit(cache=True, nogil=True)
def halves(count, sizes, pairs, singles, stumps, deep, twos, lows, scale, branch, least_rows, large):
    """The fewest errors below every literal with at most 0, 1, 2 and 3 branches of depth two.

    ``twos[side, n, i]``: side 0 is where feature i is 1. Without ``deep``, only n = 0 and 1 are filled.

    ``lows[side, i]``: what a tree with a root costs there at least, whatever its depth, in ``scale`` parts of
    an error, if a branch costs ``branch`` of them. Below two literals it is a leaf or, when deep, a stump, which
    are counted; or it has more branches, which cost.
    """
    classes = sizes.shape[0] - 1
    flat = twos.reshape(-1)
    lanes = 512 // (8 * flat.itemsize)
    blocks = (count + lanes - 1) // lanes
    huge = splat(flat, large)
    guard = splat(flat, least_rows)
    more = (2 if deep else 1) * branch
    limit = splat(flat, more // scale + 1)
    rest = splat(flat, more)
    one = splat(flat, branch)
    times = splat(flat, scale)
    for side in range(2):
        for b in range(blocks):
            store(lows[side], b * lanes, huge)
            for n in range(1, 4):
                store(twos[side, n], b * lanes, huge)
        for b in range(blocks):
            total = load(singles[classes], b * lanes)
            if side:
                total = splat(flat, sizes[classes]) - total
            most = splat(flat, 0)
            for c in range(classes):
                here = load(singles[c], b * lanes)
                if side:
                    here = splat(flat, sizes[c]) - here
                most = greater(most, here)
            store(twos[side, 0], b * lanes, below(total, guard, huge, total - most))
    for i in range(count - 1):
        a1 = huge
        a2 = huge
        a3 = huge
        b1 = huge
        b2 = huge
        b3 = huge
        al = huge
        bl = huge
        for b in range((i + 1) // lanes, blocks):
            k = b * lanes
            m0 = splat(flat, 0)
            m1 = m0
            m2 = m0
            m3 = m0
            for c in range(classes):
                x = load(pairs[c, i], k)
                y = load(singles[c], k) - x
                m0 = greater(m0, x)
                m1 = greater(m1, splat(flat, singles[c, i]) - x)
                m2 = greater(m2, y)
                m3 = greater(m3, splat(flat, sizes[c] - singles[c, i]) - y)
            x = load(pairs[classes, i], k)
            u = splat(flat, singles[classes, i]) - x
            y = load(singles[classes], k) - x
            v = splat(flat, sizes[classes] - singles[classes, i]) - y
            l0 = below(x, guard, huge, x - m0)
            l1 = below(u, guard, huge, u - m1)
            l2 = below(y, guard, huge, y - m2)
            l3 = below(v, guard, huge, v - m3)
            a1 = lesser(a1, l0 + l1)
            b1 = lesser(b1, l2 + l3)
            store(twos[0, 1], k, lesser(load(twos[0, 1], k), l0 + l2))
            store(twos[1, 1], k, lesser(load(twos[1, 1], k), l1 + l3))
            if deep:
                s0 = lesser(l0, load(stumps[0, i], k))
                s1 = lesser(l1, load(stumps[1, i], k))
                s2 = lesser(l2, load(stumps[2, i], k))
                s3 = lesser(l3, load(stumps[3, i], k))
                a2 = lesser(a2, lesser(l0 + s1, s0 + l1))
                a3 = lesser(a3, s0 + s1)
                b2 = lesser(b2, lesser(l2 + s3, s2 + l3))
                b3 = lesser(b3, s2 + s3)
                store(twos[0, 2], k, lesser(load(twos[0, 2], k), lesser(l0 + s2, s0 + l2)))
                store(twos[0, 3], k, lesser(load(twos[0, 3], k), s0 + s2))
                store(twos[1, 2], k, lesser(load(twos[1, 2], k), lesser(l1 + s3, s1 + l3)))
                store(twos[1, 3], k, lesser(load(twos[1, 3], k), s1 + s3))
            if branch == 0:
                continue
            v0 = lesser(lesser(l0, limit) * times, rest)
            v1 = lesser(lesser(l1, limit) * times, rest)
            v2 = lesser(lesser(l2, limit) * times, rest)
            v3 = lesser(lesser(l3, limit) * times, rest)
            if deep:
                v0 = lesser(v0, lesser(lesser(l0, load(stumps[0, i], k)), limit) * times + one)
                v1 = lesser(v1, lesser(lesser(l1, load(stumps[1, i], k)), limit) * times + one)
                v2 = lesser(v2, lesser(lesser(l2, load(stumps[2, i], k)), limit) * times + one)
                v3 = lesser(v3, lesser(lesser(l3, load(stumps[3, i], k)), limit) * times + one)
            al = lesser(al, v0 + v1)
            bl = lesser(bl, v2 + v3)
            store(lows[0], k, lesser(load(lows[0], k), v0 + v2))
            store(lows[1], k, lesser(load(lows[1], k), v1 + v3))
        lows[0, i] = min(lows[0, i], least(al))
        lows[1, i] = min(lows[1, i], least(bl))
        twos[0, 1, i] = min(twos[0, 1, i], least(a1))
        twos[1, 1, i] = min(twos[1, 1, i], least(b1))
        if deep:
            twos[0, 2, i] = min(twos[0, 2, i], least(a2))
            twos[0, 3, i] = min(twos[0, 3, i], least(a3))
            twos[1, 2, i] = min(twos[1, 2, i], least(b2))
            twos[1, 3, i] = min(twos[1, 3, i], least(b3))
