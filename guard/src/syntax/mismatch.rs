//! Descriptors that one command is to read from and to write to.
//!
//! zsh gives such a command up ("file mode mismatch"), where bash and dash let the last redirection win.
//! A pipe counts as a redirection that stands before all others.

use super::tree::{Command, Mode, Redirect, Span, Target};

/// Which way a descriptor was redirected.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Way {
    In,
    Out,
}

/// The first redirection in a pipeline that goes the other way than an earlier one of its descriptor.
pub(super) fn mismatch(commands: &[Command]) -> Option<Span> {
    let last = commands.len().saturating_sub(1);
    commands.iter().enumerate().find_map(|(at, command)| {
        let redirects = match command {
            Command::Simple(simple) => &simple.redirects,
            Command::Compound(compound) => &compound.redirects,
            Command::Function(_) => return None,
        };
        let mut ways = [None; 10];
        ways[0] = (at > 0).then_some(Way::In);
        ways[1] = (at < last).then_some(Way::Out);
        redirects.iter().find_map(|redirect| {
            let (fd, way) = direction(redirect)?;
            let earlier = ways.get_mut(usize::from(fd))?.replace(way);
            earlier.is_some_and(|earlier| earlier != way).then_some(redirect.span)
        })
    })
}

/// The descriptor of a redirection, and its way; none where it is closed.
fn direction(redirect: &Redirect) -> Option<(u8, Way)> {
    let way = match &redirect.target {
        Target::File { mode: Mode::Read | Mode::ReadWrite, .. }
        | Target::Duplicate { input: true, .. }
        | Target::HereDoc(_) => Way::In,
        Target::File { mode: Mode::Write | Mode::Clobber | Mode::Append, .. }
        | Target::Duplicate { input: false, .. } => Way::Out,
        Target::Close { .. } => return None,
    };
    Some((redirect.fd.unwrap_or(u8::from(way == Way::Out)), way))
}
