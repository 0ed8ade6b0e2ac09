"""Functions that are compiled apart, and called by their address.

numba compiles a function together with everything that it calls, and so do its callers, and theirs. A long
function at the bottom is thus compiled many times over. Called by its address it is compiled once.

>>> from numba import njit, types
>>> def double(number):
...     return 2 * number
>>> address = address_of(double, types.int64(types.int64))
>>> @njit
... def twice(address, number):
...     return call(address, (call(address, (number,)),))
>>> twice(address, 5)
20
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any

from llvmlite import ir
from numba import cfunc, types
from numba.core.typing.templates import Signature
from numba.extending import intrinsic


@cache
def _compiled(function: Callable[..., Any], signature: Signature) -> Any:
    """A function as machine code; it stays, since addresses do."""
    try:
        return cfunc(signature, cache=True)(function)
    except RuntimeError:  # there is no folder to keep it in
        return cfunc(signature)(function)


def address_of(function: Callable[..., Any], signature: Signature) -> int:
    """Where to find a function of this signature, which answers with a whole number.

    >>> from numba import types
    >>> address_of(abs, types.float64(types.float64))
    Traceback (most recent call last):
        ...
    TypeError: only a function that answers with a whole number is called by its address, got float64
    """
    if signature.return_type != types.int64:
        raise TypeError(
            f"only a function that answers with a whole number is called by its address, got {signature.return_type}"
        )
    return int(_compiled(function, signature).address)


@intrinsic
def call(typingctx, address, given):
    """Call the function at an address with a tuple of what it takes, of these very types."""

    def codegen(context, builder, signature, args):
        address, packed = args
        parts = [builder.extract_value(packed, place) for place in range(len(signature.args[1]))]
        kind = ir.FunctionType(context.get_value_type(types.int64), [part.type for part in parts])
        return builder.call(builder.inttoptr(address, kind.as_pointer()), parts)

    return types.int64(address, given), codegen
