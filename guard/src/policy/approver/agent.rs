//! Starting another agent by an ordinary route: a filter against mistakes, not a wall.
//!
//! The list is short on purpose. A copied program or a configuration file is the sandbox's
//! business; a form is added when it is common.

use crate::syntax::Word;

/// Programs that are agent harnesses.
fn is_harness(base: &[u8]) -> bool {
    matches!(
        base,
        b"claude"
            | b"codex"
            | b"gemini"
            | b"opencode"
            | b"aider"
            | b"cursor-agent"
            | b"goose"
            | b"amp"
            | b"crush"
            | b"qwen"
            | b"copilot"
            | b"droid"
            | b"kiro-cli"
            | b"openhands"
            | b"swe-agent"
            | b"auggie"
            | b"cline"
    )
}

/// Packages that ship one.
const PACKAGES: [&[u8]; 12] = [
    b"@anthropic-ai/claude-code",
    b"@openai/codex",
    b"@google/gemini-cli",
    b"opencode-ai",
    b"aider-chat",
    b"@sourcegraph/amp",
    b"@charmland/crush",
    b"@qwen-code/qwen-code",
    b"@github/copilot",
    b"openhands-ai",
    b"@augmentcode/auggie",
    b"claude-code",
];

/// Options that switch a harness's own checks off.
const FLAGS: [&[u8]; 5] = [
    b"--dangerously-skip-permissions",
    b"--dangerously-bypass-approvals-and-sandbox",
    b"--yolo",
    b"--full-auto",
    b"--allow-dangerously-skip-permissions",
];

/// Programs that run a package by its name.
fn is_runner(base: &[u8]) -> bool {
    matches!(
        base,
        b"npx"
            | b"bunx"
            | b"pnpx"
            | b"uvx"
            | b"pnpm"
            | b"yarn"
            | b"bun"
            | b"npm"
            | b"pipx"
            | b"uv"
            | b"deno"
    )
}

/// Whether a program of this name may start an agent, depending on its arguments.
pub(super) fn may_start(base: &[u8]) -> bool {
    is_harness(base) || is_runner(base)
}

/// What starts an agent in a command with these words.
pub(super) fn starts(base: &[u8], arguments: &[Word]) -> Option<String> {
    if is_harness(base) {
        return Some(super::command::shown(base));
    }
    let mut words = arguments.iter().filter_map(Word::fixed);
    if let Some(flag) = words.find(|word| FLAGS.contains(&word.as_ref())) {
        return Some(super::command::shown(&flag));
    }
    let package = |word: &[u8]| {
        // `@scope/name@version` and `name@version`
        let at = word.iter().skip(1).position(|byte| *byte == b'@').map(|at| at + 1);
        let name = word.get(..at.unwrap_or(word.len())).unwrap_or_default();
        PACKAGES.contains(&name) || is_harness(name)
    };
    if !is_runner(base) {
        return None;
    }
    let named = arguments.iter().filter_map(Word::fixed).find(|word| package(word));
    named.map(|name| super::command::shown(&name))
}

/// Variables that a harness takes settings from.
pub(super) fn is_variable(name: &[u8]) -> bool {
    [&b"CLAUDE_"[..], b"CLAUDECODE", b"ANTHROPIC_", b"CODEX_", b"OPENAI_", b"GEMINI_"]
        .iter()
        .any(|prefix| name.starts_with(prefix))
}
