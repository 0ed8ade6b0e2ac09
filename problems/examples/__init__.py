"""Small files, one for every problem that reads a file."""

from pathlib import Path


def example(name: str) -> Path:
    """Where an example file lies.

    >>> example("cities.csv").exists()
    True
    """
    return Path(__file__).parent / name
