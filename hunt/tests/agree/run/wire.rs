//! How the watcher and its driver talk: length-prefixed fields over pipes.

use std::io::{self, Read, Write};

/// One run of a script by a shell.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Run {
    /// The place of the shell in [`super::shells::SHELLS`].
    pub(crate) shell: u8,
    /// What the stubs exit with; [`CHECK`] where the shell only read the script.
    pub(crate) status: u8,
    /// It was still running at the end of its time.
    pub(crate) timed_out: bool,
    /// The exit status, or -1 where a signal ended it.
    pub(crate) exit: i32,
    /// The argument lists of the stubs that ran.
    pub(crate) ran: Vec<Vec<Vec<u8>>>,
    /// The files that the folder held afterwards.
    pub(crate) files: Vec<Vec<u8>>,
    /// What the shell said on standard error, where it only read the script.
    pub(crate) said: Vec<u8>,
}

/// In place of a status: the shell is only to read the script (`-n`).
pub(crate) const CHECK: u8 = 2;

/// A question to the watcher: run this under these shells with these stub statuses.
#[derive(Clone, Debug, Default)]
pub(crate) struct Ask {
    pub(crate) script: Vec<u8>,
    pub(crate) shells: Vec<u8>,
    /// 0, 1 or [`CHECK`], which bash, dash and zsh are asked for.
    pub(crate) statuses: Vec<u8>,
}

pub(crate) fn put(out: &mut Vec<u8>, bytes: &[u8]) {
    out.extend_from_slice(&(bytes.len() as u32).to_le_bytes());
    out.extend_from_slice(bytes);
}

pub(crate) fn put_list(out: &mut Vec<u8>, list: &[Vec<u8>]) {
    out.extend_from_slice(&(list.len() as u32).to_le_bytes());
    list.iter().for_each(|bytes| put(out, bytes));
}

/// Takes fields from a message.
pub(crate) struct Fields<'a>(pub(crate) &'a [u8]);

impl Fields<'_> {
    pub(crate) fn number(&mut self) -> Option<u32> {
        let (number, rest) = self.0.split_first_chunk::<4>()?;
        self.0 = rest;
        Some(u32::from_le_bytes(*number))
    }

    pub(crate) fn bytes(&mut self) -> Option<Vec<u8>> {
        let length = self.number()? as usize;
        let (bytes, rest) = self.0.split_at_checked(length)?;
        self.0 = rest;
        Some(bytes.to_vec())
    }

    pub(crate) fn list(&mut self) -> Option<Vec<Vec<u8>>> {
        (0..self.number()?).map(|_| self.bytes()).collect()
    }
}

pub(crate) fn send(to: &mut impl Write, message: &[u8]) -> io::Result<()> {
    let mut out = Vec::with_capacity(message.len() + 4);
    put(&mut out, message);
    to.write_all(&out)?;
    to.flush()
}

/// The next message; `None` at the end.
pub(crate) fn receive(from: &mut impl Read) -> io::Result<Option<Vec<u8>>> {
    let mut length = [0; 4];
    match from.read_exact(&mut length) {
        Err(error) if error.kind() == io::ErrorKind::UnexpectedEof => return Ok(None),
        other => other?,
    }
    let mut message = vec![0; u32::from_le_bytes(length) as usize];
    from.read_exact(&mut message)?;
    Ok(Some(message))
}

impl Ask {
    pub(crate) fn encode(&self) -> Vec<u8> {
        let mut out = Vec::new();
        put(&mut out, &self.script);
        put(&mut out, &self.shells);
        put(&mut out, &self.statuses);
        out
    }

    pub(crate) fn decode(message: &[u8]) -> Option<Self> {
        let mut fields = Fields(message);
        Some(Self { script: fields.bytes()?, shells: fields.bytes()?, statuses: fields.bytes()? })
    }
}

pub(crate) fn encode_runs(runs: &[Run]) -> Vec<u8> {
    let mut out = Vec::new();
    for run in runs {
        put(&mut out, &[run.shell, run.status, u8::from(run.timed_out)]);
        put(&mut out, &run.exit.to_le_bytes());
        out.extend_from_slice(&(run.ran.len() as u32).to_le_bytes());
        run.ran.iter().for_each(|argv| put_list(&mut out, argv));
        put_list(&mut out, &run.files);
        put(&mut out, &run.said);
    }
    out
}

pub(crate) fn decode_runs(message: &[u8]) -> Option<Vec<Run>> {
    let mut fields = Fields(message);
    let mut runs = Vec::new();
    while !fields.0.is_empty() {
        let head = fields.bytes()?;
        let [shell, status, timed_out] = *head.first_chunk::<3>()?;
        let exit = i32::from_le_bytes(*fields.bytes()?.first_chunk::<4>()?);
        let ran = (0..fields.number()?).map(|_| fields.list()).collect::<Option<_>>()?;
        let files = fields.list()?;
        let said = fields.bytes()?;
        runs.push(Run { shell, status, timed_out: timed_out == 1, exit, ran, files, said });
    }
    Some(runs)
}
