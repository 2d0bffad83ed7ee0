//! The keyword arguments that filter games of an archive.

use bughouse_archive::{Filter, ForTeam};
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::{Bound, PyAny, PyAnyMethods, PyResult, Python};
use pyo3::types::{PyDict, PyDictMethods};

use crate::archive::days;
use crate::fail;
use crate::words;

/// Reads a filter from keyword arguments. `None` values are ignored.
pub(crate) fn read(py: Python<'_>, keywords: Option<&Bound<'_, PyDict>>) -> PyResult<Filter> {
    let mut filter = Filter::default();
    let Some(keywords) = keywords else { return Ok(filter) };
    let (mut since, mut until) = (i32::MIN, i32::MAX);
    let (mut least, mut most) = (None, None);
    let (mut base, mut increment) = (None, None);
    for (name, value) in keywords.iter() {
        if value.is_none() {
            continue;
        }
        let text = |value: &Bound<'_, PyAny>| value.extract::<String>();
        match name.extract::<String>()?.as_str() {
            "player" => filter = filter.player(text(&value)?),
            "partner" => filter = filter.partner(text(&value)?),
            "against" => filter = filter.against(text(&value)?),
            "seat" => filter = filter.seat(words::seat(py, &text(&value)?)?),
            "color" => filter = filter.color(words::color(value.extract()?)),
            "min_rating" => least = Some(rating(&value)?),
            "max_rating" => most = Some(rating(&value)?),
            "since" => since = days(py, &text(&value)?)?.0,
            "until" => until = days(py, &text(&value)?)?.1,
            "base_ms" => base = Some(words::number(&value)?),
            "increment_ms" => increment = Some(words::number(&value)?),
            "result" => filter = filter.result(result(py, &text(&value)?)?),
            "end" => filter = filter.end(text(&value)?),
            "source" => filter = filter.source(words::number(&value)?),
            other => return Err(PyTypeError::new_err(format!("explore has no keyword {other:?}"))),
        }
    }
    if (since, until) != (i32::MIN, i32::MAX) {
        filter = filter.days(since..=until);
    }
    if least.is_some() || most.is_some() {
        filter = filter.rating(least.unwrap_or(i16::MIN)..=most.unwrap_or(i16::MAX));
    }
    match (base, increment) {
        (Some(base), increment) => filter = filter.control(base, increment.unwrap_or(0)),
        (None, Some(_)) => {
            let message = "increment_ms needs base_ms: an increment is not a time control";
            return Err(fail::plain(py, fail::Class::Text, "time-control", message));
        }
        (None, None) => {}
    }
    Ok(filter)
}

/// Reads a rating. Ratings beyond the range of the table are clamped, which selects the same games.
fn rating(value: &Bound<'_, PyAny>) -> PyResult<i16> {
    let rating: i64 = words::number(value)?;
    Ok(rating.clamp(i16::MIN.into(), i16::MAX.into()) as i16)
}

fn result(py: Python<'_>, text: &str) -> PyResult<ForTeam> {
    match text {
        "won" => Ok(ForTeam::Won),
        "drawn" => Ok(ForTeam::Drawn),
        "lost" => Ok(ForTeam::Lost),
        other => {
            let message = format!("expected \"won\", \"drawn\" or \"lost\", got {other:?}");
            Err(fail::whole(py, "result", message, other))
        }
    }
}
