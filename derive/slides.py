"""Slides: steps to go through with a slider in a live notebook, or to see all at once elsewhere.

>>> Slides("counting", ("one", "one, two"), whole="one, two")
Slides('counting', 2 steps)
"""

from __future__ import annotations

from dataclasses import dataclass
from importlib import import_module
from typing import Any, TypeAlias

from derive.markdown import Markdown
from derive.pictures import Picture

Slide: TypeAlias = Picture | str
"""A picture, or Markdown."""


@dataclass(frozen=True)
class Slides:
    """Some steps, and all of them in one, which is what is shown where there is no slider.

    >>> shown = Slides("counting", ("one", "one, two"), whole="one, two")
    >>> shown._repr_markdown_()
    'one, two'
    """

    title: str
    frames: tuple[Slide, ...]
    whole: Slide

    def __len__(self) -> int:
        return len(self.frames)

    def __repr__(self) -> str:
        return f"Slides({self.title!r}, {len(self)} steps)"

    def _repr_svg_(self) -> str | None:
        return self.whole.svg if isinstance(self.whole, Picture) else None

    def _repr_markdown_(self) -> str | None:
        return self.whole if isinstance(self.whole, str) else None

    def slider(self) -> Any:
        """A slider over the steps if ipywidgets is there, else the slides themselves, which show all.

        >>> slides = Slides("counting", ("one", "one, two"), whole="one, two")
        >>> slides.slider()  # doctest: +SKIP
        interactive(children=(IntSlider(value=1, description='step', max=2, min=1), Output()), ...)
        """
        try:
            widgets: Any = import_module("ipywidgets")
        except ImportError:
            return self
        display: Any = import_module("IPython.display").display

        def show(step: int) -> None:
            frame = self.frames[step - 1]
            display(Markdown(frame) if isinstance(frame, str) else frame)

        return widgets.interactive(show, step=widgets.IntSlider(1, 1, len(self), description="step"))
