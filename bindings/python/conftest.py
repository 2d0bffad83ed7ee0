"""Setup for the tests."""

from __future__ import annotations

import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).parent / "tests"))


def pytest_sessionfinish() -> None:
    """Stops the Java process of the Spark tests."""
    support = sys.modules.get("spark_support")
    if support is not None:
        support.stop_java()

