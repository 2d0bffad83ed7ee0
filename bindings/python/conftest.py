"""Setup for the tests and the examples in the documentation."""

from __future__ import annotations

import bz2
import os
import pathlib
import sys

import pytest

os.environ.setdefault("MPLBACKEND", "Agg")
sys.path.insert(0, str(pathlib.Path(__file__).parent / "tests"))


def pytest_sessionfinish() -> None:
    """Stops the Java process of the Spark tests."""
    support = sys.modules.get("spark_support")
    if support is not None:
        support.stop_java()


@pytest.fixture(autouse=True)
def guide(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> None:
    """Provides the games for the guide: the file that `BUGHOUSE_GUIDE_GAMES` names, else synthetic ones.

    If the variable is set, the plots are written into the documentation.
    """
    if request.node.name != "guide.md":
        return
    import synthetic

    folder = tmp_path_factory.mktemp("guide")
    chosen = os.environ.get("BUGHOUSE_GUIDE_GAMES")
    if chosen:
        games, plots = pathlib.Path(chosen), pathlib.Path(__file__).parent / "docs"
    else:
        games, plots = folder / "games.bpgn.bz2", folder
        made = synthetic.text(400, seed=21, half_moves=160)
        games.write_bytes(bz2.compress((made + synthetic.MATE).encode()))
    request.node.dtest.globs.update(games=games, plots=plots, folder=folder)
