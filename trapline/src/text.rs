//! Numbers, times and bytes as people read them.

use std::time::Duration;

/// A number with thousands set apart.
pub(crate) fn number(value: u64) -> String {
    let digits = value.to_string();
    let mut text = String::with_capacity(digits.len() + digits.len() / 3);
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// A count with its noun.
pub(crate) fn count(value: u64, one: &str, many: &str) -> String {
    format!("{} {}", number(value), if value == 1 { one } else { many })
}

/// Reads a time such as `500ms`, `60s`, `10m` or `1h`; `1.5s` too. Zero is none.
///
/// # Errors
///
/// What is wrong with it, in words.
pub(crate) fn duration(text: &str) -> Result<Duration, String> {
    const FORM: &str = "give a number and a unit, as in 500ms, 60s, 10m or 1h";
    let at = text.find(|c: char| !c.is_ascii_digit() && c != '.').ok_or(FORM)?;
    let (value, unit) = text.split_at(at);
    let scale = match unit {
        "ms" => 0.001,
        "s" => 1.0,
        "m" => 60.0,
        "h" => 3600.0,
        _ => return Err(FORM.to_owned()),
    };
    let seconds = value.parse::<f64>().map_err(|_| FORM)? * scale;
    match Duration::try_from_secs_f64(seconds) {
        // A year is longer than any hunt, and far from every overflow.
        Ok(time) if !time.is_zero() && seconds <= 31_536_000.0 => Ok(time),
        _ => Err("out of range: more than nothing, and at most a year".to_owned()),
    }
}

/// A time as the progress shows it: `0:07`, `12:00`, `1:02:03`.
pub(crate) fn clock(ms: u64) -> String {
    let s = ms / 1000;
    if s < 3600 {
        format!("{}:{:02}", s / 60, s % 60)
    } else {
        format!("{}:{:02}:{:02}", s / 3600, s / 60 % 60, s % 60)
    }
}

/// A plain table: columns padded to the widest cell, two blanks between them.
pub(crate) fn table(rows: &[Vec<String>]) -> Vec<String> {
    let columns = rows.iter().map(Vec::len).max().unwrap_or(0);
    let width = |column: usize| {
        rows.iter().filter_map(|row| row.get(column)).map(|cell| cell.chars().count()).max()
    };
    let widths: Vec<usize> = (0..columns).map(|column| width(column).unwrap_or(0)).collect();
    rows.iter()
        .map(|row| {
            let cells = row.iter().zip(&widths).map(|(cell, width)| format!("{cell:width$}"));
            cells.collect::<Vec<_>>().join("  ").trim_end().to_owned()
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_are_read() {
        for (text, ms) in
            [("500ms", 500), ("60s", 60_000), ("10m", 600_000), ("1h", 3_600_000), ("1.5s", 1500)]
        {
            assert_eq!(duration(text), Ok(Duration::from_millis(ms)), "{text}");
        }
        for text in
            ["", "s", "5", "5 s", "-1s", "0s", "1d", "1e9h", "1..5s", "99999h", "٣s", "5S", "."]
        {
            assert!(duration(text).is_err(), "{text:?}");
        }
    }

    #[test]
    fn numbers_are_set_apart() {
        for (value, text) in [
            (0, "0"),
            (999, "999"),
            (1000, "1,000"),
            (123_456, "123,456"),
            (1_234_567, "1,234,567"),
        ] {
            assert_eq!(number(value), text);
        }
        assert_eq!(clock(7_900), "0:07");
        assert_eq!(clock(3_723_000), "1:02:03");
    }
}
