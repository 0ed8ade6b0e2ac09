"""Dead links: every link of the finished site that stays within it leads to a file, and to a place in it."""

import logging
from functools import cache
from html.parser import HTMLParser
from pathlib import Path
from typing import Any
from urllib.parse import unquote, urlsplit

from mkdocs.config.defaults import MkDocsConfig

LOG = logging.getLogger("mkdocs.hooks.links")


class _Page(HTMLParser):
    """The links of a page, and the places that can be linked to."""

    def __init__(self) -> None:
        super().__init__()
        self.links: set[str] = set()
        self.places: set[str] = {""}

    def handle_starttag(self, _tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Note what a tag refers to, and its name."""
        for name, value in attrs:
            if name in ("href", "src") and value:
                self.links.add(value)
            elif name in ("id", "name") and value:
                self.places.add(value)


@cache
def _read(path: Path) -> _Page:
    page = _Page()
    page.feed(path.read_text(encoding="utf-8"))
    return page


def dead(site: Path) -> list[str]:
    """Links that lead nowhere, each with its page."""
    found = []
    for path in sorted(site.rglob("*.html")):
        if path.name == "404.html":  # its links start at the root of wherever the site will stand
            continue
        for link in sorted(_read(path).links):
            parts = urlsplit(link)
            if parts.scheme or parts.netloc:
                continue
            goal = (path.parent / unquote(parts.path)).resolve() if parts.path else path
            goal = goal / "index.html" if goal.is_dir() else goal
            there = goal.exists() and (
                goal.suffix != ".html" or unquote(parts.fragment) in _read(goal).places
            )
            if not there:
                found.append(f"{path.relative_to(site)}: {link} leads nowhere")
    return found


def on_post_build(config: MkDocsConfig, **_: Any) -> None:
    """A dead link is a warning, which is an error under ``--strict``."""
    for complaint in dead(Path(config.site_dir).resolve()):
        LOG.warning(complaint)
