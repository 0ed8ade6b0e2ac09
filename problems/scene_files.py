"""Scenes in files: segments of the plane as JSON, polygons in space as JSON or OBJ.

- JSON: ``{"segments": [[[0, 0], [2, 2]], [[0, 2], [2, 0]]]}`` or ``{"polygons": [[[0, 0, 0], …], …]}``
- OBJ: vertices (``v 0 0.5 1``) and faces (``f 1 2 3``, ``f 1/1/1 2/2/2 -1/3/3``); materials, groups,
  normals and texture coordinates are passed over

Numbers are read exactly: 0.1 is one tenth, and in JSON ``"1/3"`` is a number too.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from derive import BadInput
from problems.exact import Number, Point, line, numbered, point, written
from problems.files import list_under, naming, read_json, whole_file
from problems.shapes import Corners, Scene, polygon

KINDS = ("segments", "polygons")
PASSED_OVER = ("vn", "vt", "vp", "g", "o", "s", "mg", "usemtl", "mtllib")
"""What an OBJ file may say that has nothing to do with where things are."""


def read_scene(path: Path) -> Scene:
    """The scene in a file: OBJ if its name ends so, else JSON.

    >>> from problems.examples import example
    >>> len(read_scene(example("pinwheel.json")).shapes), len(read_scene(example("prism.obj")).shapes)
    (4, 7)
    """
    with naming(path):
        if path.suffix.lower() == ".obj":
            return _read_obj(path.read_text(encoding="utf-8-sig"))
        content = read_json(path, "segments or polygons", KINDS)
        kinds = [kind for kind in KINDS if kind in content]
        if len(kinds) != 1:
            raise BadInput(f"expected segments or polygons, got {'both' if kinds else 'neither of them'}")
        what, check = ("segment", line) if kinds == ["segments"] else ("polygon", polygon)
        shapes = list_under(content, kinds[0])
        return Scene(tuple(numbered(what, number, check, each) for number, each in enumerate(shapes)))


def _read_obj(text: str) -> Scene:
    vertices: list[Point] = []
    faces: list[Corners] = []
    for number, words in _lines(text):
        match words:
            case ["v", *coordinates]:
                if len(coordinates) not in (3, 4, 6):  # a weight or a colour may follow
                    raise BadInput(
                        f"line {number}: expected a vertex with 3 coordinates, got {len(coordinates)}"
                    )
                vertices.append(numbered("line", number, point, coordinates[:3]))
            case ["f", *corners]:
                places = [_vertex(number, corner, len(vertices)) for corner in corners]
                faces.append(numbered("line", number, polygon, [vertices[place] for place in places]))
            case [keyword, *_] if keyword not in PASSED_OVER:
                raise BadInput(f"line {number}: expected vertices (v) and faces (f), got {keyword[:40]!r}")
    if not faces:
        raise BadInput("expected faces (f), got none")
    return Scene(tuple(faces))


def _lines(text: str) -> Iterator[tuple[int, list[str]]]:
    """The words of every line that has some, without comments; a backslash joins a line to the next."""
    whole = ""
    for number, row in enumerate(text.splitlines(), start=1):
        whole += row.partition("#")[0].rstrip()
        if whole.endswith("\\"):
            whole = f"{whole[:-1]} "
            continue
        if words := whole.split():
            yield number, words
        whole = ""


def _vertex(number: int, word: str, known: int) -> int:
    """The place of a vertex: counted from 1 on, or backwards from -1 on."""
    text = word.partition("/")[0]
    if text.lstrip("-").isdecimal() and text.isascii():
        place = int(text)
        if 0 < place <= known:
            return place - 1
        if -known <= place < 0:
            return known + place
    raise BadInput(f"line {number}: expected the number of one of {known} vertices above, got {word[:40]!r}")


def write_scene(scene: Scene, path: Path, *, rounded: bool = False) -> None:
    """Write a scene to a file, OBJ if its name ends so, else JSON; whole or not at all.

    OBJ has no fractions: numbers like 1/3 need ``rounded``, and may then lie in no common plane.

    >>> from tempfile import TemporaryDirectory
    >>> scene = Scene.of([[(0, 0, 0), (1, 0, "1/2"), (0, 1, 0)]])
    >>> with TemporaryDirectory() as folder:
    ...     place = Path(folder, "a.obj")
    ...     write_scene(scene, place)
    ...     print(place.read_text(), read_scene(place) == scene)
    v 0 0 0
    v 1 0 0.5
    v 0 1 0
    f 1 2 3
     True
    """
    if path.suffix.lower() != ".obj":
        text = _json(scene)
    elif scene.dimensions == 2:
        raise BadInput(f"{path}: OBJ holds polygons in space, but these are segments; write JSON")
    else:
        text = _obj(scene, rounded=rounded)
    with whole_file(path) as part:
        part.write_text(text, encoding="utf-8")


def _json(scene: Scene) -> str:
    def number(value: Number) -> str:
        return f'"{text}"' if "/" in (text := written(value)) else text

    shapes = (
        "[" + ", ".join(f"[{', '.join(map(number, corner))}]" for corner in corners) + "]"
        for corners in scene.shapes
    )
    return f'{{"{KINDS[scene.dimensions - 2]}": [\n  ' + ",\n  ".join(shapes) + "\n]}\n"


def _obj(scene: Scene, *, rounded: bool) -> str:
    def number(value: Number) -> str:
        text = written(value)
        if "/" not in text:
            return text
        if not rounded:
            raise BadInput(
                f"{text} cannot be written as a decimal, which OBJ needs; write JSON, or rounded=True"
            )
        return repr(float(value))

    places: dict[Point, int] = {}
    faces = [
        " ".join(str(places.setdefault(corner, len(places) + 1)) for corner in corners)
        for corners in scene.shapes
    ]
    vertices = [f"v {' '.join(map(number, corner))}" for corner in places]
    return "\n".join([*vertices, *(f"f {face}" for face in faces), ""])
