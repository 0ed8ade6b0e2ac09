"""Bit tricks that numba does not have: counting ones, and turning a square of 64 by 64 bits.

>>> import numpy as np
>>> block = np.zeros(64, np.uint64)
>>> block[3] = 1 << 5
>>> transpose(block)
>>> int(block[5]) == 1 << 3
True
"""

from __future__ import annotations

import numpy as np
from numba import njit, types
from numba.extending import intrinsic


@intrinsic
def popcount(typingctx, word):
    """How many bits of a whole number are set."""

    def codegen(context, builder, signature, args):
        return builder.ctpop(args[0])

    return word(word), codegen


def _recast(wanted):
    @intrinsic
    def recast(typingctx, value):
        def codegen(context, builder, signature, args):
            return builder.bitcast(args[0], context.get_value_type(signature.return_type))

        return wanted(value), codegen

    return recast


as_bits = _recast(types.uint64)
as_float = _recast(types.float64)


@njit(cache=True, nogil=True)
def transpose(block):
    """Turn 64 words of 64 bits: bit b of word r becomes bit r of word b."""
    step = 32
    mask = np.uint64(0x00000000FFFFFFFF)
    while step:
        shift = np.uint64(step)
        for low in range(0, 64, 2 * step):
            for k in range(step):
                change = ((block[low + k] >> shift) ^ block[low + step + k]) & mask
                block[low + step + k] ^= change
                block[low + k] ^= change << shift
        step >>= 1
        mask ^= mask << np.uint64(step)
