//! Numbers, times and counts as people read them.

/// An integer with a comma every three digits.
pub(crate) fn number(value: u64) -> String {
    let digits = value.to_string();
    let mut out = String::with_capacity(digits.len() + digits.len() / 3);
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            out.push(',');
        }
        out.push(digit);
    }
    out
}

/// A number with its noun.
pub(crate) fn count(value: u64, one: &str, many: &str) -> String {
    format!("{} {}", number(value), if value == 1 { one } else { many })
}

/// Milliseconds, in the units that fit.
pub(crate) fn duration(ms: u64) -> String {
    let seconds = ms / 1000;
    match seconds {
        0 => format!("{ms} ms"),
        1..=59 => format!("{seconds}.{} s", ms % 1000 / 100),
        60..=3599 => format!("{} min {} s", seconds / 60, seconds % 60),
        _ => format!("{} h {} min", number(seconds / 3600), seconds % 3600 / 60),
    }
}

/// A rate a second, or nothing where no time passed.
pub(crate) fn rate(events: u64, ms: u64) -> Option<String> {
    let per_s = u128::from(events).saturating_mul(10_000).checked_div(u128::from(ms))?;
    let whole = u64::try_from(per_s / 10).unwrap_or(u64::MAX);
    Some(match whole {
        0..=9 => format!("{whole}.{}/s", per_s % 10),
        _ => format!("{}/s", number(whole)),
    })
}

/// A share in percent: one decimal place from 1 % on, two significant digits below that.
pub(crate) fn percent(part: u64, whole: u64) -> Option<String> {
    if whole == 0 {
        return None;
    }
    #[expect(clippy::cast_precision_loss, reason = "a share is shown with three digits")]
    let share = part as f64 * 100.0 / whole as f64;
    Some(if part == 0 {
        "0 %".to_owned()
    } else if part == whole {
        "100 %".to_owned()
    } else if share < 0.001 {
        "under 0.001 %".to_owned()
    } else if share < 0.1 {
        format!("{share:.3} %")
    } else if share < 1.0 {
        format!("{share:.2} %")
    } else if share > 99.9 && share < 100.0 {
        "over 99.9 %".to_owned()
    } else {
        format!("{share:.1} %")
    })
}

/// A moment, seconds since 1970, in UTC: date and time of day, as `2026-11-30` and `10:11:00`.
pub(crate) fn utc(unix: u64) -> (String, String) {
    let days = unix / 86_400;
    let second = unix % 86_400;
    // Days since 0000-03-01, so that the leap day is the last of its year; the Gregorian calendar
    // repeats every 146,097 days.
    let shifted = days.saturating_add(719_468);
    let era = shifted / 146_097;
    let day_of_era = shifted % 146_097;
    let year_of_era =
        (day_of_era - day_of_era / 1460 + day_of_era / 36_524 - day_of_era / 146_096) / 365;
    let day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let shifted_month = (5 * day_of_year + 2) / 153;
    let day = day_of_year - (153 * shifted_month + 2) / 5 + 1;
    let month = if shifted_month < 10 { shifted_month + 3 } else { shifted_month - 9 };
    let year = era * 400 + year_of_era + u64::from(month <= 2);
    (
        format!("{year:04}-{month:02}-{day:02}"),
        format!("{:02}:{:02}:{:02}", second / 3600, second % 3600 / 60, second % 60),
    )
}

/// With a capital at its front.
pub(crate) fn capital(text: &str) -> String {
    let mut chars = text.chars();
    match chars.next() {
        Some(first) => first.to_uppercase().collect::<String>() + chars.as_str(),
        None => String::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_grouped() {
        let table = [(0, "0"), (999, "999"), (1000, "1,000"), (1_234_567, "1,234,567")];
        for (value, expected) in table {
            assert_eq!(number(value), expected);
        }
        assert_eq!(number(u64::MAX), "18,446,744,073,709,551,615");
    }

    #[test]
    fn durations_take_the_unit_that_fits() {
        let table = [
            (0, "0 ms"),
            (999, "999 ms"),
            (1_050, "1.0 s"),
            (59_999, "59.9 s"),
            (60_000, "1 min 0 s"),
            (3_600_000, "1 h 0 min"),
        ];
        for (ms, expected) in table {
            assert_eq!(duration(ms), expected);
        }
    }

    #[test]
    fn moments_are_in_the_gregorian_calendar() {
        let table = [
            (0, "1970-01-01", "00:00:00"),
            (951_782_400, "2000-02-29", "00:00:00"),
            (951_868_800, "2000-03-01", "00:00:00"),
            (1_796_033_460, "2026-11-30", "10:11:00"),
            (4_107_542_399, "2100-02-28", "23:59:59"),
            (4_107_542_400, "2100-03-01", "00:00:00"),
        ];
        for (unix, date, time) in table {
            assert_eq!(utc(unix), (date.to_owned(), time.to_owned()), "{unix}");
        }
        // No second of the type's range may overflow.
        assert_eq!(utc(u64::MAX), ("584554051223-11-09".to_owned(), "07:00:15".to_owned()));
    }

    #[test]
    fn shares_never_round_to_none_or_all() {
        let table = [
            (0, 10, Some("0 %")),
            (10, 10, Some("100 %")),
            (9_999_999, 10_000_000, Some("over 99.9 %")),
            (1, 10_000_000, Some("under 0.001 %")),
            (1, 3, Some("33.3 %")),
            (1, 0, None),
        ];
        for (part, whole, expected) in table {
            assert_eq!(percent(part, whole).as_deref(), expected, "{part}/{whole}");
        }
    }

    #[test]
    fn a_rate_needs_time() {
        assert_eq!(rate(5, 0), None);
        assert_eq!(rate(5, 2000).as_deref(), Some("2.5/s"));
        assert_eq!(rate(120_000, 60_000).as_deref(), Some("2,000/s"));
    }
}
