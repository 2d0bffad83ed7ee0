"""What the site has beyond the files of docs/: generated pages, downloads, decisions, and checks."""

from __future__ import annotations

import logging
import re
from pathlib import Path

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import File, Files
from mkdocs.structure.nav import Link, Navigation
from mkdocs.structure.pages import Page

log = logging.getLogger("mkdocs.hooks.bughouse")

ROOT = Path(__file__).resolve().parents[2]

# Files outside docs/ that pages offer for download, by their address on the site.
DOWNLOADS = {
    "reference/key-v1.csv": ROOT / "testdata" / "key-v1.csv",
    "reference/packed-v1.csv": ROOT / "testdata" / "packed-v1.csv",
}

NO_API = "<!doctype html><title>bughouse</title><p>To build the API references, run <code>cargo xtask docs</code>.</p>\n"

# API references that `cargo xtask docs` adds to the built site.
API = re.compile(r"\]\((rust|typescript)/([^)#]+)")


def on_config(config: MkDocsConfig) -> MkDocsConfig:
    """Lists the files of a folder where the navigation names the folder."""
    config.nav = [expanded(entry, Path(config.docs_dir)) for entry in config.nav or []]
    return config


def expanded(entry: object, docs: Path) -> object:
    if isinstance(entry, dict):
        return {title: expanded(value, docs) for title, value in entry.items()}
    if isinstance(entry, list):
        return [expanded(value, docs) for value in entry]
    if isinstance(entry, str) and entry.endswith("/"):
        return [f"{entry}{path.name}" for path in sorted((docs / entry).glob("*.md"))]
    return entry


def on_files(files: Files, config: MkDocsConfig) -> Files:
    """Adds the files that are not in docs/."""

    def add(address: str, source: Path) -> None:
        files.append(File.generated(config, address, abs_src_path=str(source)))

    for address, source in DOWNLOADS.items():
        add(address, source)
    for source in sorted((ROOT / "docs/site/assets").iterdir()):
        add(f"assets/{source.name}", source)
    for language, path in API.findall((ROOT / "docs/api/index.md").read_text()):
        files.append(File.generated(config, f"api/{language}/{path}", content=NO_API))
    return files


def on_nav(nav: Navigation, config: MkDocsConfig, files: Files) -> Navigation:
    """Adds the API references that are not pages to the navigation."""
    section = next(item for item in nav.items if item.title == "API")
    for title, address in [
        ("Rust, all crates", "api/rust/bughouse_chess/index.html"),
        ("TypeScript, bughouse-chess", "api/typescript/index.html"),
    ]:
        link = Link(title, address)
        link.parent = section
        section.children.append(link)
    return nav


def on_page_markdown(markdown: str, page: Page, config: MkDocsConfig, files: Files) -> str:
    """Fails a strict build where something is missing."""
    if "<!-- placeholder -->" in markdown:
        log.warning("%s is a placeholder: write it", page.file.src_uri)
    if page.file.src_uri == "api/python.md":
        package = (ROOT / "bindings/python/python/bughouse/__init__.py").read_text()
        for name in re.findall(r"\b[A-Za-z]\w+", re.search(r"from \._native import \((.*?)\)", package, re.S)[1]):
            if f"::: bughouse.{name}\n" not in markdown:
                log.warning("api/python.md has no bughouse.%s", name)
    return markdown
