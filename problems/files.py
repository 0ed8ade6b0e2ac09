"""Reading problems from files: small documented formats, and one clear sentence when they are wrong.

- scenes: segments or polygons, JSON or OBJ; see ``problems.scene_files``
- rules, JSON: one of ``"lines"``, ``"thresholds"`` (point and axis), ``"matrix"``; for data
  ``"points"`` and ``"labels"``; ``"size": K`` for exactly K of the rules, ``"at_most": true`` for up to K
- points, CSV: one point a row, with an optional header; a column named ``weight`` holds weights
- table, CSV: a header, a column named ``label``, all others features that are 0 or 1

Numbers in JSON are read exactly: 0.1 is one tenth, and ``"1/3"`` is a number too.
"""

from __future__ import annotations

import csv
import json
from collections.abc import Callable, Hashable, Iterator, Sequence
from contextlib import contextmanager, suppress
from fractions import Fraction
from pathlib import Path
from typing import Any, NamedTuple

from derive import BadInput
from problems.ancestry import Ancestry, from_lines, from_matrix, from_thresholds
from problems.exact import Number, Point, check_weights, exact, line, numbered, orientation, point, points
from problems.rows import Rows


@contextmanager
def naming(path: Path) -> Iterator[None]:
    """Put the name of a file before every complaint about it.

    >>> with naming(Path("scene.json")):
    ...     raise BadInput("expected a list")
    Traceback (most recent call last):
        ...
    derive.errors.BadInput: scene.json: expected a list
    """
    try:
        yield
    except FileNotFoundError:
        raise BadInput(f"{path}: no such file") from None
    except OSError as error:
        raise BadInput(f"{path}: cannot be read ({error.strerror})") from None
    except UnicodeDecodeError:
        raise BadInput(f"{path}: expected text in UTF-8") from None
    except json.JSONDecodeError as error:
        raise BadInput(
            f"{path}: expected JSON, but line {error.lineno} says otherwise ({error.msg})"
        ) from None
    except csv.Error as error:
        raise BadInput(f"{path}: expected CSV ({error})") from None
    except RecursionError:
        raise BadInput(f"{path}: expected JSON, but it is nested too deeply") from None
    except BadInput as error:
        raise BadInput(f"{path}: {error}") from None


def _no_constant(name: str) -> object:
    raise BadInput(f"expected finite numbers, got {name}")


def _each_key_once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    content = dict(pairs)
    if len(content) < len(pairs):
        keys = [key for key, _ in pairs]
        raise BadInput(f"expected every key once, got {next(k for k in keys if keys.count(k) > 1)!r} twice")
    return content


@contextmanager
def whole_file(place: Path) -> Iterator[Path]:
    """A file to write to, which takes its place when all is written: a file is written whole or not at all.

    >>> from tempfile import TemporaryDirectory
    >>> with TemporaryDirectory() as folder:
    ...     place = Path(folder, "a.txt")
    ...     with whole_file(place) as part:
    ...         _ = part.write_text("all of it")
    ...     place.read_text(), len(list(Path(folder).iterdir()))
    ('all of it', 1)
    """
    check_writable(place)
    whole = place.resolve()
    part = whole.with_name(f".{whole.stem}.part{whole.suffix}")
    try:
        yield part
        part.replace(whole)
    except OSError as error:
        raise BadInput(f"{place}: cannot be written ({error.strerror})") from None
    finally:
        with suppress(OSError):
            part.unlink(missing_ok=True)


def check_writable(place: Path, read: Path | None = None) -> None:
    """Complain beforehand of a place where no file can be written, or where the file is that is read.

    >>> check_writable(Path("no such folder", "a.txt"))
    Traceback (most recent call last):
        ...
    derive.errors.BadInput: no such folder/a.txt: there is no such folder to write to
    """
    if not place.absolute().parent.is_dir():
        raise BadInput(f"{place}: there is no such folder to write to")
    if place.exists() and not place.is_file():
        raise BadInput(f"{place}: is no file that could be written")
    if read is not None and place.exists() and read.exists() and place.samefile(read):
        raise BadInput(f"{place}: holds the data that are read; write to another file")


def read_json(path: Path, required: str, allowed: Sequence[str]) -> dict[str, Any]:
    """A JSON object that has a required key and no keys but the allowed ones.

    >>> from tempfile import TemporaryDirectory
    >>> with TemporaryDirectory() as folder:
    ...     place = Path(folder, "a.json")
    ...     _ = place.write_text('{"segments": [0.1]}')
    ...     read_json(place, "segments", ["segments"])
    {'segments': [Fraction(1, 10)]}
    """
    text = path.read_text(encoding="utf-8-sig")
    content = json.loads(
        text, parse_float=exact, parse_constant=_no_constant, object_pairs_hook=_each_key_once
    )
    if not isinstance(content, dict):
        raise BadInput(f"expected an object with {required}, got {type(content).__name__}")
    for key in content:
        if key not in allowed:
            raise BadInput(f"expected the keys {', '.join(allowed)}; got {key!r}")
    return content


def list_under(content: dict[str, Any], key: str) -> list[Any]:
    """The list that a JSON object has under a key.

    >>> list_under({"segments": 3}, "segments")
    Traceback (most recent call last):
        ...
    derive.errors.BadInput: expected a list under 'segments', got 3
    """
    if not isinstance(content.get(key), list):
        raise BadInput(f"expected a list under {key!r}, got {content.get(key)!r}")
    return list(content[key])


class RuleFile(NamedTuple):
    """What a file of rules says; ``size`` is None for "all of them".

    >>> RuleFile(from_matrix([]), None, None, False).size
    """

    ancestry: Ancestry
    rows: Rows | None
    size: int | None
    at_most: bool


RULE_KEYS = ("lines", "thresholds", "matrix", "points", "labels", "size", "at_most")


def read_rules(path: Path) -> RuleFile:
    """Rules, and data if any, for ``problems.proper``.

    >>> from problems.examples import example
    >>> len(read_rules(example("four-lines.json")).ancestry)
    4
    """
    with naming(path):
        content = read_json(path, "lines, thresholds or a matrix", RULE_KEYS)
        kinds = [kind for kind in RULE_KEYS[:3] if kind in content]
        if len(kinds) != 1:
            raise BadInput(
                f"expected exactly one of lines, thresholds and matrix; got {kinds or 'none of them'}"
            )
        given = list_under(content, kinds[0])
        rules: Sequence[Any]
        on_plus: Callable[[Any, Point], bool] | None
        match kinds[0]:
            case "lines":
                rules = [numbered("line", i, line, each) for i, each in enumerate(given)]
                ancestry, on_plus = from_lines(rules), lambda rule, p: orientation(rule[0], rule[1], p) >= 0
            case "thresholds":
                rules = [numbered("threshold", i, _threshold, each) for i, each in enumerate(given)]
                ancestry, on_plus = from_thresholds(rules), lambda rule, p: p[rule[1]] <= rule[0][rule[1]]
            case _:
                if not all(isinstance(row, list) for row in given):
                    raise BadInput("expected a matrix as a list of rows, each a list")
                rules, ancestry, on_plus = given, from_matrix(given), None
        size, at_most = content.get("size"), content.get("at_most", False)
        if size is not None and (type(size) is not int or size < 0):
            raise BadInput(f"expected a size of 0 or more, got {size!r}")
        if not isinstance(at_most, bool):
            raise BadInput(f"expected true or false under 'at_most', got {at_most!r}")
        if at_most and size is None:
            raise BadInput("expected a size along with 'at_most'")
        return RuleFile(ancestry, _data(content, rules, on_plus), size, at_most)


def _threshold(value: object) -> tuple[Point, int]:
    match value:
        case [place, int(axis)] if not isinstance(axis, bool):
            p = point(place)
            if 0 <= axis < len(p):
                return p, axis
    raise BadInput(f"expected a point and the number of one of its axes, got {value!r}")


def _data(
    content: dict[str, Any], rules: Sequence[Any], on_plus: Callable[[Any, Point], bool] | None
) -> Rows | None:
    if "points" not in content and "labels" not in content:
        return None
    if on_plus is None:
        raise BadInput("a matrix does not say on which side points lie; give lines or thresholds")
    data = points(list_under(content, "points"))
    needed = max((len(rule[0]) for rule in rules), default=0)
    for number, p in enumerate(data):
        if rules and len(p) != needed:
            raise BadInput(f"point {number}: expected {needed} coordinates like the rules, got {len(p)}")
    labels: list[Hashable] = []
    for label in list_under(content, "labels"):
        if not isinstance(label, str | int | Fraction):
            raise BadInput(f"expected labels that are text or numbers, got {label!r}")
        labels.append(label)
    return Rows.from_rules(data, labels, rules, on_plus)


class PointFile(NamedTuple):
    """What a file of points says; ``weights`` is None if it has none.

    >>> PointFile([], None).weights
    """

    points: list[Point]
    weights: list[Number] | None


def _cells(path: Path) -> list[list[str]]:
    with path.open(encoding="utf-8-sig", newline="") as file:
        return [
            [cell.strip() for cell in row]
            for row in csv.reader(file, strict=True)
            if any(map(str.strip, row))
        ]


def read_points(path: Path) -> PointFile:
    """Points and weights for ``problems.kd_tree``.

    >>> from problems.examples import example
    >>> len(read_points(example("cities.csv")).points)
    9
    """
    with naming(path):
        rows = _cells(path)
        if not rows:
            raise BadInput("expected points, one a row, got an empty file")
        numeric = [_is_number(cell) for cell in rows[0]]
        header = None if any(numeric) else [name.lower() for name in rows[0]]
        if header is not None and header.count("weight") > 1:
            raise BadInput("expected at most one column named weight")
        body = rows[1:] if header else rows
        if not body:
            raise BadInput("expected points, one a row, got nothing but a header")
        width = len(rows[0])
        weight = header.index("weight") if header and "weight" in header else None
        found, weights = [], []
        for number, row in enumerate(body, start=2 if header else 1):
            if len(row) != width:
                raise BadInput(f"row {number}: expected {width} columns, got {len(row)}")
            numbers = [numbered("row", number, exact, cell) for cell in row]
            if weight is not None:
                weights.append(numbers.pop(weight))
            found.append(point(numbers))
        check_weights(weights, len(weights))
        return PointFile(found, weights if weight is not None else None)


def _is_number(cell: str) -> bool:
    try:
        exact(cell)
    except BadInput:
        return cell.lower() in ("nan", "inf", "-inf")
    return True


def read_table(path: Path) -> tuple[list[str], Rows]:
    """Binary features by name, and their rows, for ``problems.odt_bf`` and ``problems.murtrees``.

    >>> from problems.examples import example
    >>> read_table(example("majority.csv"))[0]
    ['a', 'b', 'c']
    """
    with naming(path):
        rows = _cells(path)
        names = rows[0] if rows else []
        if names.count("label") != 1:
            raise BadInput(
                f"expected a header with one column named label, got {', '.join(names) or 'nothing'}"
            )
        for name in names:
            if names.count(name) > 1:
                raise BadInput(f"expected column names that differ, got {name!r} twice")
        for number, row in enumerate(rows[1:], start=2):
            if len(row) != len(names):
                raise BadInput(f"row {number}: expected {len(names)} columns, got {len(row)}")
            for name, cell in zip(names, row, strict=True):
                if name != "label" and cell not in ("0", "1"):
                    raise BadInput(f"row {number}: expected 0 or 1 in column {name}, got {cell!r}")
        place = names.index("label")
        labels = [row[place] for row in rows[1:]]
        table = [[int(cell) for i, cell in enumerate(row) if i != place] for row in rows[1:]]
        features = [name for name in names if name != "label"]
        return features, Rows.from_table(table, labels) if table else Rows((), (0,) * len(features))
