"""The atlas as one HTML page that needs nothing else: tables, a map of the spaces, drawn trees.

>>> from problems.atlas import Frame, survey
>>> text = page(survey(Frame(features=3, rules=3, branches=3, depth=2)))
>>> text[:15], text.count("<svg") > 5, "http" in text.replace("http://www.w3.org/2000/svg", "")
('<!doctype html>', True, False)
"""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from math import log10

from derive import Leaf, Node, Tree
from derive.svg import COLOURS, DOT, EDGE, Box, Drawing, box_at, boxed, document, line, reached_by, shrunk
from derive.tree import fold_with
from problems.atlas import Atlas
from problems.atlas.inclusions import Bare, Checked
from problems.atlas.optima import NO_ROWS, Optimum
from problems.atlas.spaces import Between, Count, in_words

STYLE = """
:root { color-scheme: light; }
body { font: 16px/1.5 system-ui, sans-serif; color: #222; background: #fafafa; margin: 2rem auto; max-width: 70rem; padding: 0 1rem; }
h1 { font-size: 1.7rem; margin-bottom: .2rem; } h2 { font-size: 1.25rem; margin-top: 2.2rem; }
p.lead { color: #555; margin-top: 0; }
.wide { overflow-x: auto; }
table { border-collapse: collapse; width: 100%; background: #fff; }
th, td { text-align: left; padding: .35rem .6rem; border-bottom: 1px solid #ddd; vertical-align: top; }
th { background: #eef1f4; } td.number, th.number { text-align: right; font-variant-numeric: tabular-nums; }
td.number { overflow-wrap: anywhere; max-width: 18rem; }
code { font-size: .92em; background: #f0f0f0; padding: 0 .25em; border-radius: 3px; }
.bar { background: #1565c0; height: .5rem; border-radius: 2px; min-width: 1px; margin-top: .5rem; }
.trees { display: flex; flex-wrap: wrap; gap: 1rem; align-items: flex-start; }
.alike { display: grid; grid-template-columns: repeat(auto-fill, minmax(15rem, 1fr)); }
figure { margin: 0; padding: .6rem; background: #fff; border: 1px solid #ddd; border-radius: 6px; max-width: 100%; overflow-x: auto; }
figcaption { font-size: .9rem; color: #444; } .trees figcaption { max-width: 24rem; }
figcaption strong { color: #222; }
svg { display: block; max-width: 100%; height: auto; margin: 0 auto; }
.no { color: #b00020; font-weight: bold; }
"""

WIDEST = 640
"""No drawn tree is wider than so many pixels."""


def page(atlas: Atlas) -> str:
    """The whole page, as text.

    >>> from problems.atlas import Frame, survey
    >>> "genMurtrees" in page(survey(Frame(features=2, rules=2, branches=2, depth=1)))
    True
    """
    frame = atlas.frame
    values = (
        f"{frame.values} values a feature"
        if frame.sizes is None
        else f"{len(frame.sizes)} columns by their values"
    )
    lead = (
        f"F = {frame.features} features, K = {frame.rules} rules used once each, n = {frame.branches} branches, "
        f"d = {frame.depth} deep, {values}."
    )
    parts = [
        "<h1>Search spaces for decision trees, side by side</h1>",
        f'<p class="lead">{escape(lead)}</p>',
        "<h2>How many trees</h2>",
        _sizes(atlas),
        _growth(atlas),
        _depths(atlas),
        "<h2>What lies in what</h2>",
        _map(atlas),
        _checks(atlas),
        "<h2>What the larger space has and the smaller lacks</h2>",
        _lacking(atlas),
    ]
    if atlas.optima:
        parts += [
            f"<h2>The best tree of each space for {escape(atlas.data)}</h2>",
            f"<p>Fewest errors with at most {frame.branches} branches; Eq. (1) at most {frame.depth} deep.</p>",
            _optima(atlas),
        ]
    body = "\n".join(parts)
    return (
        '<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f"<title>Search spaces for decision trees</title>\n<style>{STYLE}</style>\n</head>\n"
        f"<body>\n{body}\n</body>\n</html>"
    )


def _most(count: Count) -> int:
    return count.most if isinstance(count, Between) else count


def _digits(count: Count) -> float:
    """How long a count is, so that bars can be compared."""
    return log10(_most(count) + 1)


def _sizes(atlas: Atlas) -> str:
    longest = max(_digits(row.exactly) for row in atlas.rows) or 1.0
    lines = []
    for row in atlas.rows:
        width = 100 * _digits(row.exactly) / longest
        lines.append(
            f"<tr><td><code>{row.space.slug}</code></td><td>{escape(row.space.title)}<br>"
            f"<small>{escape(row.space.paper)}: {escape(row.space.formula)}</small></td>"
            f'<td class="number">{in_words(row.exactly)}<div class="bar" style="width: {width:.1f}%"></div></td>'
            f'<td class="number">{in_words(row.at_most)}</td></tr>'
        )
    head = (
        "<tr><th>space</th><th>what it is</th>"
        '<th class="number">with K, or n, branches</th><th class="number">with at most as many</th></tr>'
    )
    return (
        f'<div class="wide"><table>\n<thead>{head}</thead>\n<tbody>\n'
        + "\n".join(lines)
        + "\n</tbody></table></div>\n"
        "<p><small>The bars grow with the number of digits.</small></p>"
    )


MOST_SHOWN = 8
"""How many branches, or levels, a table of the page goes up to."""


def _grid(heading: str, names: Sequence[str], counts: Sequence[Sequence[Count]]) -> str:
    """Counts by number of branches, a line for every name."""
    most = max(map(len, counts))
    head = "".join(f'<th class="number">{n}</th>' for n in range(most))
    lines = []
    for name, row in zip(names, counts, strict=True):
        cells = [in_words(count) for count in row] + [""] * (most - len(row))
        numbers = "".join(f'<td class="number">{cell}</td>' for cell in cells)
        lines.append(f"<tr><td><code>{escape(name)}</code></td>{numbers}</tr>")
    return (
        f'<h3>{heading}</h3>\n<div class="wide"><table>\n<thead><tr><th></th>{head}</tr></thead>\n'
        "<tbody>\n" + "\n".join(lines) + "\n</tbody></table></div>"
    )


def _growth(atlas: Atlas) -> str:
    names = [row.space.slug for row in atlas.rows]
    return _grid("By number of branches", names, [row.by_branches[: MOST_SHOWN + 1] for row in atlas.rows])


def _depths(atlas: Atlas) -> str:
    table = [counts[: MOST_SHOWN + 1] for counts in atlas.by_depth[: MOST_SHOWN + 1]]
    names = [f"d = {depth}" for depth in range(len(table))]
    return _grid("Eq. (1) by depth and number of branches", names, table)


PLACES = {
    "catalans": (95.0, 100.0),
    "murtrees": (260.0, 100.0),
    "odt-bf": (430.0, 100.0),
    "no-twice": (650.0, 45.0),
    "murtree": (650.0, 155.0),
    "any": (800.0, 100.0),
}
ALSO = {
    "catalans": "proper, one axis",
    "odt-bf": "proper, all matrices",
    "no-twice": "branches, 2 values",
}
ARROWS = (
    ("catalans", "murtrees"),
    ("murtrees", "odt-bf"),
    ("odt-bf", "no-twice"),
    ("no-twice", "any"),
    ("murtree", "any"),
)


def _map(atlas: Atlas) -> str:
    """A map: lines from a space to one that contains it, and another name of it where it has one."""
    held = {(checked.part, checked.whole): checked.holds for checked in atlas.inclusions}
    boxes = {
        slug: Box(
            (slug, *((f"= {ALSO[slug]}",) if slug in ALSO else ())), *COLOURS["blue" if slug in ALSO else ""]
        )
        for slug in PLACES
    }
    edges, drawn = [], []
    for part, whole in ARROWS:
        (x1, y1), (x2, y2) = PLACES[part], PLACES[whole]
        stroke = EDGE if held[part, whole] else "#b00020"
        edges.append(line(x1 + boxes[part].width / 2, y1, x2 - boxes[whole].width / 2, y2, stroke, 1.5))
    for slug, (x, y) in PLACES.items():
        drawn.append(box_at(boxes[slug], x, y - boxes[slug].height / 2))
    picture = document(
        Drawing(850, 200, "\n".join([*edges, *drawn])), "A line leads from a space to one that contains it"
    )
    caption = (
        "A line leads from a space to one, on its right, that contains it. What is the same has two names."
    )
    return f"<figure>{picture}<figcaption>{caption}</figcaption></figure>"


def _checks(atlas: Atlas) -> str:
    lines = []
    for checked in atlas.inclusions:
        word = "is the same as" if checked.equal else "is part of"
        verdict = "holds" if checked.holds else '<span class="no">does not hold</span>'
        lines.append(
            f"<tr><td>{escape(checked.part)}</td><td>{word}</td><td>{escape(checked.whole)}</td>"
            f'<td>{verdict}</td><td class="number">{checked.cases}</td><td class="number">{checked.trees}</td></tr>'
        )
    head = (
        "<tr><th>space</th><th></th><th>space</th><th>verdict</th>"
        '<th class="number">cases</th><th class="number">trees compared</th></tr>'
    )
    return (
        "<p>Checked tree by tree, for up to three features and three branches.</p>\n"
        f'<div class="wide"><table>\n<thead>{head}</thead>\n<tbody>\n'
        + "\n".join(lines)
        + "\n</tbody></table></div>"
    )


def _drawing(drawing: Drawing, title: str) -> str:
    return document(shrunk(drawing, WIDEST), title)


def _letters(tree: Bare) -> Drawing:
    def leaf(_: None) -> Tree[Box, Box]:
        return Leaf(DOT)

    def node(root: int, parts: tuple[Tree[Box, Box], ...]) -> Tree[Box, Box]:
        return Node(Box(("abcdefgh"[root],), corner=4), parts)

    return boxed(fold_with(leaf, node, tree))


def _lacking(atlas: Atlas) -> str:
    figures = [
        _figure(
            _drawing(_letters(checked.lacking), f"in {checked.whole}, not in {checked.part}"),
            f"<strong>{escape(checked.whole)}</strong> has it, <strong>{escape(checked.part)}</strong> has not: "
            + _why(checked),
        )
        for checked in atlas.inclusions
        if checked.lacking is not None and not checked.equal
    ]
    return '<div class="trees alike">\n' + "\n".join(figures) + "\n</div>"


def _why(checked: Checked) -> str:
    return {
        "catalans": "b stands left of a, out of order.",
        "murtrees": "the later feature stands left, the earlier right.",
        "odt-bf": "b stands on both sides.",
        "no-twice": "a stands below a.",
        "murtree": "it is two deep, and d is 1.",
    }.get(checked.part, "")


def _figure(picture: str, caption: str) -> str:
    return f"<figure>{picture}<figcaption>{caption}</figcaption></figure>"


def _optima(atlas: Atlas) -> str:
    labels = sorted({word for found in atlas.optima if found.tree is not None for word in _said(found.tree)})
    names = [name for name in COLOURS if name not in ("", "grey")]
    colours = {label: names[place % len(names)] for place, label in enumerate(labels)} | {NO_ROWS: "grey"}
    figures = []
    for found in atlas.optima:
        caption = f"<strong>{found.space}</strong>: "
        if found.tree is None:
            figures.append(_figure("", caption + f"not searched: {escape(found.reason)}."))
            continue
        many = (
            "no branches"
            if not found.branches
            else f"{found.branches} branch{'' if found.branches == 1 else 'es'}"
        )
        caption += f"{found.errors} wrong, {many}"
        figures.append(
            _figure(_drawing(_answers(found, colours), f"{found.space}: {found.errors} wrong"), caption)
        )
    return '<div class="trees">\n' + "\n".join(figures) + "\n</div>"


def _said(tree: Tree[tuple[str, tuple[str, ...]], str]) -> set[str]:
    return fold_with(lambda word: {word}, lambda _, parts: set().union(*parts), tree) - {NO_ROWS}


def _answers(found: Optimum, colours: dict[str, str]) -> Drawing:
    assert found.tree is not None

    def leaf(word: str) -> Tree[Box, Box]:
        return Leaf(Box((word,), *COLOURS[colours[word]], 12))

    def node(root: tuple[str, tuple[str, ...]], parts: tuple[Tree[Box, Box], ...]) -> Tree[Box, Box]:
        asks, turns = root
        return Node(Box((asks,), corner=4), tuple(map(reached_by, parts, turns)))

    return boxed(fold_with(leaf, node, found.tree))
