"""What the examples of the documentation find in their place."""

from __future__ import annotations

import bz2
import os
import pathlib
import sys

import pytest

os.environ.setdefault("MPLBACKEND", "Agg")
sys.path.insert(0, str(pathlib.Path(__file__).parent / "tests"))


def pytest_sessionfinish() -> None:
    """Ends what the tests of Spark have started."""
    support = sys.modules.get("spark_support")
    if support is not None:
        support.end_java()


@pytest.fixture(autouse=True)
def guide(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> None:
    """Gives the guide its file of games: that of `BUGHOUSE_GUIDE_GAMES`, else synthetic ones.

    With that variable, the plots are written into the documentation.
    """
    if request.node.name != "guide.md":
        return
    import made_up

    folder = tmp_path_factory.mktemp("guide")
    chosen = os.environ.get("BUGHOUSE_GUIDE_GAMES")
    if chosen:
        games, plots = pathlib.Path(chosen), pathlib.Path(__file__).parent / "docs"
    else:
        games, plots = folder / "games.bpgn.bz2", folder
        made = made_up.text(400, seed=21, half_moves=160)
        games.write_bytes(bz2.compress((made + made_up.MATE).encode()))
    request.node.dtest.globs.update(games=games, plots=plots, folder=folder)
