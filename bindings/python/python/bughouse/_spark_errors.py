"""Errors of tasks, raised as if Spark were not involved."""

from __future__ import annotations

import contextlib
import re
from collections.abc import Iterator

from . import ArchiveError, BughouseError, InvalidTextError, RecordError
from ._errors import make_error

#: Errors that tasks raise, by name. The driver only receives the traceback of an executor's error as text.
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
    """Replaces Spark's error with the error that a task raised."""
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
    """Returns the error of a task in the text of Spark's error, if there is one."""
    raised = [(name, message) for name, message in _LAST.findall(text) if name in _KINDS]
    if not raised:
        return None
    name, message = raised[-1]
    kind = _KINDS[name]
    if issubclass(kind, ImportError):
        return ImportError(f"executors lack what a task needs: {message}. See https://bughouse.example/docs/howto/duckdb-polars-spark.html for how to install the package on them")
    return make_error("unreadable", message, raised=kind) if issubclass(kind, BughouseError) else kind(message)
