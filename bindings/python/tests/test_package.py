"""The package as a whole: its exports, stubs and docstrings."""

from __future__ import annotations

import ast
import doctest
import importlib
import importlib.metadata
import pathlib
import subprocess
import sys

import pytest

import bughouse
from bughouse import _native


@pytest.mark.parametrize("name", ["bughouse", "bughouse.constants", "bughouse.ml", "bughouse.spark"])
def test_examples_of_docstrings_run(name: str) -> None:
    results = doctest.testmod(importlib.import_module(name))
    assert results.failed == 0
    assert results.attempted > 0 or name == "bughouse"


def test_everything_public_is_listed_and_has_a_stub() -> None:
    folder = pathlib.Path(bughouse.__file__).parent
    stub = ast.parse((folder / "_native.pyi").read_text())
    described: dict[str, set[str]] = {}
    for node in stub.body:
        if isinstance(node, (ast.ClassDef, ast.FunctionDef)):
            inner = [each for each in getattr(node, "body", []) if isinstance(each, (ast.FunctionDef, ast.AnnAssign))]
            described[node.name] = {each.name for each in inner if isinstance(each, ast.FunctionDef)}
    there = {name for name in dir(_native) if not name.startswith("_")}
    assert there == {name for name in described if not name.startswith("_")}
    for name in there:
        thing = getattr(_native, name)
        if isinstance(thing, type) and not issubclass(thing, Exception):
            own = {member for member in vars(thing) if not member.startswith("_")}
            assert own == {member for member in described[name] if not member.startswith("_")}, name
    assert (folder / "py.typed").exists()
    assert all(hasattr(bughouse, name) for name in bughouse.__all__)
    assert sorted(bughouse.__all__) == sorted(set(bughouse.__all__))
    internal = {"Samples", "planes_of", "policy_index", "policy_mask", "policy_move", "samples"}
    for_spark = {name for name in there if name.lower().startswith("spark")}
    assert there - internal - for_spark <= set(bughouse.__all__)


def test_docstrings_equal_those_of_the_stub() -> None:
    stub = ast.parse((pathlib.Path(bughouse.__file__).parent / "_native.pyi").read_text())
    described = 0
    for node in stub.body:
        if not isinstance(node, (ast.ClassDef, ast.FunctionDef)) or node.name.startswith("_"):
            continue
        thing = getattr(_native, node.name)
        pairs = [(node.name, ast.get_docstring(node), thing.__doc__)]
        for each in node.body:
            if isinstance(each, ast.FunctionDef) and each.name != "__new__":
                pairs.append((f"{node.name}.{each.name}", ast.get_docstring(each), getattr(thing, each.name, each).__doc__))
        for name, written, actual in pairs:
            # Docstrings of errors also list the attributes, which the stub declares.
            if written is not None and not (isinstance(thing, type) and issubclass(thing, Exception)):
                assert actual == written, name
                described += 1
    assert described > 60


def test_the_version_equals_that_of_the_metadata() -> None:
    assert bughouse.__version__ == importlib.metadata.version("bughouse")


def test_the_import_loads_no_other_packages() -> None:
    program = "import sys, bughouse; assert not {'numpy', 'torch', 'pyarrow', 'polars', 'pyspark'} & set(sys.modules)"
    subprocess.run([sys.executable, "-c", program], check=True)


def test_stubs_match_the_native_module(tmp_path: pathlib.Path) -> None:
    # Type aliases exist only in the stub.
    words = ["BoardName", "Color", "EnPassant", "Path", "Paths", "PieceType", "Rules", "Seat", "Source", "Square", "__all__"]
    allowed = tmp_path / "allowed.txt"
    allowed.write_text("".join(f"bughouse\\._native\\.{word}\n" for word in words))
    settings = tmp_path / "mypy.ini"
    settings.write_text("[mypy]\n[mypy-torch.*,pyarrow.*]\nignore_missing_imports = true\n")
    command = ["-m", "mypy.stubtest", "bughouse._native", "--allowlist", str(allowed), "--mypy-config-file", str(settings)]
    done = subprocess.run([sys.executable, *command], capture_output=True, text=True, cwd=tmp_path)
    assert done.returncode == 0, done.stdout + done.stderr
