"""Derivations on paper: one walk over the lines, three back ends.

>>> from derive.term import concat, filter_, map_, value
>>> from laws.derivation import Derivation
>>> from laws.rewrite import FILTER_PROMOTION
>>> proof = Derivation("Example", filter_(value("p")) @ concat).apply(FILTER_PROMOTION)
>>> print(render(proof, "text"))
Example
<BLANKLINE>
  filter p . concat
= { filter promotion }
  concat . map (filter p)
<BLANKLINE>
1 step checked by shape.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable
from html import escape

from derive.errors import BadInput
from derive.term import Atom, Term, Value
from laws.derivation import Derivation, Step


def render(derivation: Derivation, form: str = "text") -> str:
    """A derivation as "text", "markdown" or "html".

    >>> render(Derivation("nothing", Term()), "pdf")
    Traceback (most recent call last):
        ...
    derive.errors.BadInput: expected one of text, markdown, html, got 'pdf'
    """
    if form not in FORMS:
        raise BadInput(f"expected one of {', '.join(FORMS)}, got {form!r}")
    return FORMS[form](derivation)


def _walk(
    derivation: Derivation, line: Callable[[Term], str], reason: Callable[[Step, str], str]
) -> list[str]:
    """Every line and, between them, every reason, each as a back end writes it."""
    written = [line(derivation.spec)]
    for step in derivation.steps:
        written += [reason(step, _why(step)), line(step.after)]
    return written


def _why(step: Step) -> str:
    cite = step.by.cite.split(";")[0]
    return f"{step.by.name}, {cite}" if cite.startswith("(") else step.by.name


def _marks(step: Step) -> list[str]:
    """What a reader has to know about a step beyond its reason."""
    flaw = f"but {step.flaw}" if step.flaw else ""
    tested = "only tested" if step.checked in ("by testing", "by citation") and not step.by.remark else ""
    owes = f"owes {', '.join(step.by.owes)}" if step.by.owes else ""
    return [mark for mark in (flaw, tested, step.by.remark, owes) if mark]


def _tally(derivation: Derivation) -> str:
    """How many steps were checked in which way."""
    many = Counter(step.checked for step in derivation.steps)
    flawed = many.pop("not an instance", 0)
    parts = [f"{n} step{'s' * (n > 1)} checked {how}" for how, n in sorted(many.items())]
    parts += [f"{flawed} not an instance of what is cited"] if flawed else []
    return " and ".join(parts) + "." if parts else "No steps."


def text(derivation: Derivation) -> str:
    """A derivation in Bird's style, for the terminal.

    >>> print(text(Derivation("nothing", Term())))
    nothing
    <BLANKLINE>
      id
    <BLANKLINE>
    No steps.
    """

    def line(term: Term) -> str:
        return "  " + repr(term).replace("\n", "\n    ")

    def reason(step: Step, why: str) -> str:
        return f"{step.sign} {{ {'; '.join([why, *_marks(step)])} }}"

    return "\n".join([derivation.title, "", *_walk(derivation, line, reason), "", _tally(derivation)])


def markdown(derivation: Derivation) -> str:
    """A derivation as Markdown with one LaTeX formula, for notebooks.

    >>> print(markdown(Derivation("nothing", Term())).splitlines()[4])
    & \\mathit{id}
    """

    def line(term: Term) -> str:
        return f"& {latex(term)}"

    def reason(step: Step, why: str) -> str:
        sign = r"\sqsubseteq" if step.sign == "⊑" else "="
        return rf"{sign}{{}} & \quad \{{\ \text{{{_in_text('; '.join([why, *_marks(step)]))}}}\ \}}"

    lines = " \\\\\n".join(_walk(derivation, line, reason))
    return f"### {derivation.title}\n\n$$\n\\begin{{aligned}}\n{lines}\n\\end{{aligned}}\n$$\n\n{_tally(derivation)}"


def html(derivation: Derivation) -> str:
    """A derivation as a fragment of HTML that needs nothing else.

    >>> "&lt;-" in html(Derivation("escaped", Term((Atom("[u | u <- us]"),))))
    True
    """

    def line(term: Term) -> str:
        return (
            f'<div style="margin-left: 1.5em; white-space: pre-wrap"><code>{escape(repr(term))}</code></div>'
        )

    def reason(step: Step, why: str) -> str:
        marks = "".join(f"; <em>{escape(mark)}</em>" for mark in _marks(step))
        return f"<div>{step.sign} {{ {escape(why)}{marks} }}</div>"

    body = "\n".join(_walk(derivation, line, reason))
    title, tally = escape(derivation.title), escape(_tally(derivation))
    return f'<section class="derivation">\n<h3>{title}</h3>\n{body}\n<p>{tally}</p>\n</section>'


FORMS: dict[str, Callable[[Derivation], str]] = {"text": text, "markdown": markdown, "html": html}
"""The back ends by name."""

_SYMBOLS = {
    "<-": r"\leftarrow ", "|": r"\mid ", "∩": r"\cap ", "⊕": r"\oplus ", "⊗": r"\otimes ", " . ": r" \cdot ",
    "≤": r"\le ", "++": r"\mathbin{+\!\!+} ", "\n": r" \\ & \qquad ", "rs+": r"\mathit{rs}^{+}",
    "rs-": r"\mathit{rs}^{-}", "r+": "r^{+}", "r-": "r^{-}", "…": r"\ldots ", "'": r"^{\prime}",
}  # fmt: skip
_TOKEN = re.compile(
    rf"{'|'.join(map(re.escape, sorted(_SYMBOLS, key=len, reverse=True)))}|[^\W\d_]{{2,}}|.", re.DOTALL
)


def to_latex(code: str) -> str:
    r"""A name or a line of code as LaTeX: words in italics, symbols as commands, the rest escaped.

    >>> print(to_latex("u <- genDTs (rs+, xs)"))
    u\ \leftarrow \ \mathit{genDTs}\ (\mathit{rs}^{+},\ \mathit{xs})
    """

    def token(match: re.Match[str]) -> str:
        found = match[0]
        if found in _SYMBOLS:
            return _SYMBOLS[found]
        if len(found) > 1:
            return rf"\mathit{{{found}}}"
        return rf"\{found}" if found in " _#%&{}$" else found

    return _TOKEN.sub(token, code)


def latex(term: Term) -> str:
    r"""A term as LaTeX: values as indices, terms in brackets, an atom's own LaTeX where it has some.

    >>> from derive.term import map_, min_, value
    >>> print(latex(map_(min_(value("E")))))
    \mathit{map}\,(\mathit{min}_{E})
    """
    return r" \cdot ".join(map(_atom_latex, term.atoms)) or r"\mathit{id}"


def _atom_latex(atom: Atom) -> str:
    values = [to_latex(p.name) for p in atom.parameters if isinstance(p, Value)]
    terms = [latex(p) for p in atom.parameters if isinstance(p, Term)]
    index = f"_{{{', '.join(values)}}}" if values else ""
    return (atom.latex or to_latex(atom.name)) + index + "".join(rf"\,({term})" for term in terms)


def _in_text(words: str) -> str:
    return re.sub(r"([#%&_{}$])", r"\\\1", words)
