//! Which games of an archive count, by keywords.

use bughouse_archive::{Filter, ForTeam};
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::{Bound, PyAny, PyAnyMethods, PyResult, Python};
use pyo3::types::{PyDict, PyDictMethods};

use crate::archive::days;
use crate::fail;
use crate::words;

/// Reads the keywords of a filter. Those that are `None` ask for nothing.
pub(crate) fn read(py: Python<'_>, keywords: Option<&Bound<'_, PyDict>>) -> PyResult<Filter> {
    let mut filter = Filter::default();
    let Some(keywords) = keywords else { return Ok(filter) };
    let (mut since, mut until) = (i32::MIN, i32::MAX);
    let (mut least, mut most) = (i16::MIN, i16::MAX);
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
            "min_rating" => least = value.extract()?,
            "max_rating" => most = value.extract()?,
            "since" => since = days(py, &text(&value)?)?.0,
            "until" => until = days(py, &text(&value)?)?.1,
            "base_ms" => base = Some(value.extract()?),
            "increment_ms" => increment = Some(value.extract()?),
            "result" => filter = filter.result(result(py, &text(&value)?)?),
            "end" => filter = filter.end(text(&value)?),
            "source" => filter = filter.source(value.extract()?),
            other => return Err(PyTypeError::new_err(format!("explore has no keyword {other:?}"))),
        }
    }
    if (since, until) != (i32::MIN, i32::MAX) {
        filter = filter.days(since..=until);
    }
    if (least, most) != (i16::MIN, i16::MAX) {
        filter = filter.rating(least..=most);
    }
    if let Some(base) = base {
        filter = filter.control(base, increment.unwrap_or(0));
    }
    Ok(filter)
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
