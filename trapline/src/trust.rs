//! Results that count: they are taken only where the oracle was found sound after them.

use crate::error::Error;
use crate::say;

/// How many workers in a row may be found unsound.
const TIMES: usize = 3;

/// Does what makes runs, and again where it gives nothing because the worker that made them was not found sound.
///
/// # Errors
///
/// What the work fails with; [`Error::Controls`] where no worker is sound.
pub(crate) fn sound<T>(mut work: impl FnMut() -> Result<Option<T>, Error>) -> Result<T, Error> {
    for _ in 0..TIMES {
        if let Some(result) = work()? {
            return Ok(result);
        }
        say::line("trapline: a worker was not sound; what it saw is thrown away and run again");
    }
    Err(Error::Controls("every worker that ran this was found unsound".to_owned()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_does_not_count_is_done_again() {
        let mut left = 2;
        let done = sound(|| {
            left -= 1;
            Ok((left == 0).then_some("done"))
        });
        assert_eq!(done.ok(), Some("done"));
        let never = sound(|| Ok(None::<()>));
        assert!(matches!(never, Err(Error::Controls(_))));
    }
}
