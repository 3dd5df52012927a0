//! Progress under a pseudo-terminal.

use std::fs::File;
use std::io::Read as _;
use std::process::Stdio;

use rustix::pty::{OpenptFlags, grantpt, ioctl_tiocgptpeer, openpt, unlockpt};
use rustix::termios::{Winsize, tcsetwinsize};

use crate::kit::Place;

/// Runs a short hunt with standard error on a terminal; gives back what came to it.
fn hunt(place: &Place, out: &str, columns: u16, env: &[(&str, &str)]) -> String {
    let flags = OpenptFlags::RDWR | OpenptFlags::NOCTTY | OpenptFlags::CLOEXEC;
    let master = openpt(flags).expect("a terminal");
    grantpt(&master).expect("its other side");
    unlockpt(&master).expect("its other side");
    let size = Winsize { ws_row: 24, ws_col: columns, ws_xpixel: 0, ws_ypixel: 0 };
    tcsetwinsize(&master, size).expect("a size");
    let slave = ioctl_tiocgptpeer(&master, flags).expect("its other side");
    let mut command = place.command(&["hunt", "--guard", "docs_only_historic", "--shells", "sh"]);
    command.args(["--time", "2s", "--jobs", "1", "--out", out]);
    command.env("TERM", "xterm").envs(env.iter().copied());
    command.stdout(Stdio::null()).stderr(slave);
    let mut child = command.spawn().expect("trapline runs");
    drop(command);
    let mut text = Vec::new();
    let mut master = File::from(master);
    // Reading fails when the last writer is gone.
    let mut part = [0; 4096];
    while let Ok(n @ 1..) = master.read(&mut part) {
        text.extend_from_slice(&part[..n]);
    }
    assert_eq!(child.wait().expect("it ends").code(), Some(100));
    String::from_utf8_lossy(&text).into_owned()
}

#[test]
fn a_terminal_gets_a_live_funnel() {
    let place = Place::new();
    let text = hunt(&place, "wide", 120, &[]);
    assert!(text.contains("generated ") && text.contains("→ finding "), "{text}");
    assert!(text.contains("\x1b[1A\x1b[2K"), "the lines are drawn again: {text:?}");
    assert!(text.contains("\x1b[1;31mfinding: "), "findings stand out: {text:?}");
    // What is drawn is taken off at the end, so that the last lines stay alone.
    let last = text.trim_end().lines().last().unwrap_or_default().to_owned();
    assert!(!last.contains("→ finding"), "{last:?}");
}

#[test]
fn colours_can_be_turned_off_and_narrow_terminals_are_kept_to() {
    let place = Place::new();
    let text = hunt(&place, "plain", 30, &[("NO_COLOR", "1")]);
    assert!(!text.contains("\x1b[1;31m"), "{text:?}");
    let drawn = text.split(['\n', '\r']).filter(|line| line.contains("generated "));
    for line in drawn {
        let line = line.rsplit("\x1b[2K").next().unwrap_or_default();
        assert!(line.chars().count() <= 30, "{line:?}");
    }
    let text = hunt(&place, "dumb", 80, &[("TERM", "dumb")]);
    assert!(!text.contains('\x1b'), "{text:?}");
}
