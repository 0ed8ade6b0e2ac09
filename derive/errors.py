"""What can go wrong, in few words and few kinds.

Every message says what was given, what was expected and what to do. That no tree exists is
not an error: it is the empty list, or ``Nothing`` where one answer was asked for.
"""


class DeriveError(Exception):
    """The root of all errors that this project raises on purpose.

    >>> issubclass(BadInput, DeriveError) and issubclass(BadInput, ValueError)
    True
    """


class BadInput(DeriveError, ValueError):
    """An argument, a file or a cell that cannot be used.

    >>> raise BadInput("a size is 0 or more, got -3")
    Traceback (most recent call last):
        ...
    derive.errors.BadInput: a size is 0 or more, got -3
    """


class TooMany(DeriveError, ValueError):
    """More trees than one cares to list; ``count`` says how many there are.

    >>> TooMany("5040 trees", 5040).count
    5040
    """

    def __init__(self, message: str, count: int) -> None:
        super().__init__(message)
        self.count = count


class TooLarge(DeriveError, ValueError):
    """A search that passes its limit before it ends.

    >>> issubclass(TooLarge, DeriveError)
    True
    """


class NotShrinking(DeriveError, ValueError):
    """The splits of a problem lead from a seed back to itself.

    >>> issubclass(NotShrinking, DeriveError)
    True
    """


class Unfit(DeriveError, ValueError):
    """A question that a compiled kernel cannot answer exactly, so that the engine has to.

    >>> issubclass(Unfit, DeriveError)
    True
    """
