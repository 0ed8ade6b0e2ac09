"""The picture of the front page: a derivation on the left, a tree that such a program found on the right.

python docs/front.py            # writes docs/front.svg
"""

from pathlib import Path

from derive.cli.tour import fit
from derive.svg import EDGE, LINE, MARGIN, PALE, Drawing, document, line, number, words
from laws.derivation import Derivation
from problems.learn.export import verdict
from problems.learn.picture import drawing
from problems.theorems import THEOREMS

HERE = Path(__file__).parent
LETTER = 7.9
"""How wide a letter of the derivation is, whose letters are all as wide."""

GAP, TOP = 44, 34


def written(derivation: Derivation) -> Drawing:
    """The lines of a derivation, each in ink, and the reasons between them, pale."""
    lines = [("", str(derivation.spec), False)]
    for step in derivation.steps:
        owes = f"; owes {', '.join(step.by.owes)}" if step.by.owes else ""
        lines += [(step.sign, f"{{ {step.by.name}{owes} }}", True), ("", str(step.after), False)]
    body = []
    for place, (sign, text, pale) in enumerate(lines):
        y = LINE * 1.45 * (place + 1)
        body += [words(sign, 0, y, start=True)] if sign else []
        body.append(words(text, 3 * LETTER, y, colour=PALE if pale else "", start=True))
    height = LINE * 1.45 * len(lines)
    width = max(len(text) for _, text, _ in lines) * LETTER + 3 * LETTER
    style = 'font-family="ui-monospace, Menlo, Consolas, monospace"'
    return Drawing(width, height, f"<g {style}>\n" + "\n".join(body) + "\n</g>")


def front() -> str:
    """The whole picture as SVG."""
    theorem, model = THEOREMS["bracketing"], fit()
    left, right = written(theorem.derivation), drawing(model)
    inner = max(left.height, right.height)
    x, height = MARGIN + left.width + GAP, TOP + inner + LINE + MARGIN
    parts = [
        words("From a definition to a fast program, law by law", MARGIN, LINE + 4, start=True),
        words("and the best of all decision trees for a table", x, LINE + 4, start=True),
        line(x - GAP / 2, MARGIN, x - GAP / 2, height - MARGIN, EDGE),
        f'<g transform="translate({MARGIN} {number(TOP + (inner - left.height) / 2)})">\n{left.body}\n</g>',
        f'<g transform="translate({number(x)} {number(TOP + (inner - right.height) / 2)})">\n{right.body}\n</g>',
        words(
            f"Matrix chains. Every step is tested: derive show {theorem.slug}",
            MARGIN,
            height - MARGIN,
            small=True,
            start=True,
        ),
        words(f"MONK-1: {verdict(model)}", x, height - MARGIN, small=True, start=True),
    ]
    whole = Drawing(x + right.width + MARGIN, height, "\n".join(parts))
    return document(whole, "A derivation, and an optimal decision tree") + "\n"


if __name__ == "__main__":
    (HERE / "front.svg").write_text(front(), encoding="utf-8")
    print("wrote docs/front.svg")
