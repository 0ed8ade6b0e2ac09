"""Vectors of whole numbers, as LLVM has them: 64 lanes of 8 bits without sign, 32 lanes of 16, or 16 of 32.

numba vectorises simple loops only; the kernels of ``rows`` need a dozen arrays in one loop, so they
say themselves what a vector is. LLVM turns these into whatever the machine has.

>>> import numpy as np
>>> from numba import njit
>>> @njit
... def double(values):
...     store(values, 0, load(values, 0) + load(values, 0))
>>> values = np.arange(32, dtype=np.int16)
>>> double(values)
>>> values[:5]
array([0, 2, 4, 6, 8], dtype=int16)
"""

from __future__ import annotations

import operator

from llvmlite import ir
from numba import types
from numba.core import cgutils
from numba.extending import intrinsic, lower_builtin, models, register_model, type_callable

BITS = 512
NO_SIGN = 8
"""Lanes of so many bits have no sign, so that they hold twice as much."""


class Lanes(types.Type):
    """The numba type of a vector.

    >>> Lanes(16)
    Lanes(16)
    """

    def __init__(self, width: int) -> None:
        self.width = width
        super().__init__(name=f"Lanes({width})")


@register_model(Lanes)
class _LanesModel(models.PrimitiveModel):
    def __init__(self, dmm, fe_type):
        super().__init__(dmm, fe_type, _vector(fe_type.width))


def _vector(width):
    return ir.VectorType(ir.IntType(width), BITS // width)


def _pointer(context, builder, array_type, array, index):
    data = context.make_array(array_type)(context, builder, array).data
    place = cgutils.gep_inbounds(builder, data, index)
    return builder.bitcast(place, _vector(array_type.dtype.bitwidth).as_pointer())


@intrinsic
def load(typingctx, array, index):
    """The lanes of a flat contiguous array from an index on."""

    def codegen(context, builder, signature, args):
        loaded = builder.load(_pointer(context, builder, signature.args[0], *args))
        loaded.align = 1
        return loaded

    return Lanes(array.dtype.bitwidth)(array, types.intp), codegen


@intrinsic
def store(typingctx, array, index, lanes):
    """Write lanes to a flat contiguous array from an index on."""

    def codegen(context, builder, signature, args):
        array, index, lanes = args
        builder.store(lanes, _pointer(context, builder, signature.args[0], array, index), align=1)
        return context.get_dummy_value()

    return types.void(array, types.intp, lanes), codegen


@intrinsic
def splat(typingctx, array, number):
    """The number in every lane; the array only says how wide they are."""
    width = array.dtype.bitwidth

    def codegen(context, builder, signature, args):
        scalar = builder.trunc(args[1], ir.IntType(width))
        start = ir.Constant(_vector(width), ir.Undefined)
        one = builder.insert_element(start, scalar, ir.IntType(32)(0))
        zeros = ir.Constant(ir.VectorType(ir.IntType(32), BITS // width), None)
        return builder.shuffle_vector(one, start, zeros)

    return Lanes(width)(array, types.int64), codegen


@intrinsic
def ones(typingctx, lanes):
    """How many bits are set in each lane."""

    def codegen(context, builder, signature, args):
        vector = _vector(lanes.width)
        count = BITS // lanes.width
        name = f"llvm.ctpop.v{count}i{lanes.width}"
        counter = cgutils.get_or_insert_function(builder.module, ir.FunctionType(vector, [vector]), name)
        return builder.call(counter, args)

    return lanes(lanes), codegen


def _compared(builder, sign, lanes, a, b):
    compare = builder.icmp_unsigned if lanes.width == NO_SIGN else builder.icmp_signed
    return compare(sign, a, b)


def _chosen(sign):
    @intrinsic
    def choose(typingctx, a, b):
        def codegen(context, builder, signature, args):
            return builder.select(_compared(builder, sign, a, *args), *args)

        return a(a, b), codegen

    return choose


lesser = _chosen("<")
greater = _chosen(">")


@intrinsic
def least(typingctx, lanes):
    """The smallest lane."""

    def codegen(context, builder, signature, args):
        number = ir.IntType(lanes.width)
        least = "umin" if lanes.width == NO_SIGN else "smin"
        name = f"llvm.vector.reduce.{least}.v{BITS // lanes.width}i{lanes.width}"
        kind = ir.FunctionType(number, [_vector(lanes.width)])
        reduced = builder.call(cgutils.get_or_insert_function(builder.module, kind, name), args)
        return (builder.zext if lanes.width == NO_SIGN else builder.sext)(reduced, ir.IntType(64))

    return types.int64(lanes), codegen


@intrinsic
def below(typingctx, a, b, then, otherwise):
    """In each lane ``then`` where a < b, else ``otherwise``."""

    def codegen(context, builder, signature, args):
        one, other, then, otherwise = args
        return builder.select(_compared(builder, "<", a, one, other), then, otherwise)

    return then(a, b, then, otherwise), codegen


for _operator, _name in (
    (operator.add, "add"),
    (operator.sub, "sub"),
    (operator.mul, "mul"),
    (operator.and_, "and_"),
):

    @type_callable(_operator)
    def _typed(context):
        def typer(a, b):
            return a if isinstance(a, Lanes) and a == b else None

        return typer

    @lower_builtin(_operator, Lanes, Lanes)
    def _lowered(context, builder, signature, args, _name=_name):
        return getattr(builder, _name)(*args)
