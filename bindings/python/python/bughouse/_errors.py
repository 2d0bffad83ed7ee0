"""Errors that Python code raises, with the same attributes as those of the native module."""

from __future__ import annotations

from ._native import BughouseError, InvalidTextError


def make_error(kind: str, message: str, text: str | None = None, *, raised: type[BughouseError] = InvalidTextError) -> BughouseError:
    """Creates an error about all of `text`, or without a place."""
    error = raised(message)
    error.kind = kind
    error.start, error.end = (None, None) if text is None else (0, len(text))
    return error
