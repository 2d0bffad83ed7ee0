"""Reads `#:` comments above attributes of stubs as their documentation."""

from pathlib import Path

import griffe


class Comments(griffe.Extension):
    def on_attribute_instance(self, *, attr: griffe.Attribute, **_: object) -> None:
        if attr.docstring is not None or attr.lineno is None or not isinstance(attr.filepath, Path):
            return
        lines = attr.filepath.read_text().splitlines()[: attr.lineno - 1]
        found: list[str] = []
        while lines and lines[-1].strip().startswith("#:"):
            found.insert(0, lines.pop().strip().removeprefix("#:").strip())
        if found:
            attr.docstring = griffe.Docstring(" ".join(found), parent=attr)
