"""Errors of tasks, raised as they would be without Spark."""

from __future__ import annotations

import contextlib
import re
from collections.abc import Iterator

from . import ArchiveError, BughouseError, InvalidTextError, RecordError
from ._errors import make_error

#: Errors that tasks raise. Of what an executor raises, the driver gets the text.
_KINDS: dict[str, type[Exception]] = {
    kind.__name__: kind
    for kind in (
        ArchiveError,
        FileNotFoundError,
        ImportError,
        InvalidTextError,
        IsADirectoryError,
        ModuleNotFoundError,
        OSError,
        PermissionError,
        RecordError,
    )
}
#: The last line of a traceback.
_LAST = re.compile(r"^(?:\w+\.)*(\w+): (.+)$", re.MULTILINE)


@contextlib.contextmanager
def plain_errors() -> Iterator[None]:
    """Raises what a task raised, in the place of what Spark makes of it."""
    try:
        yield
    except (BughouseError, OSError):
        raise
    except Exception as error:
        found = plain(str(error))
        if found is None:
            raise
        raise found from error


def plain(text: str) -> Exception | None:
    """Finds the error of a task in what Spark reports."""
    raised = [(name, message) for name, message in _LAST.findall(text) if name in _KINDS]
    if not raised:
        return None
    name, message = raised[-1]
    kind = _KINDS[name]
    if issubclass(kind, ImportError):
        return ImportError(f"executors lack what a task needs: {message}. See https://bughouse.example/docs/howto/duckdb-polars-spark.html for how to install the package on them")
    return make_error("unreadable", message, raised=kind) if issubclass(kind, BughouseError) else kind(message)
