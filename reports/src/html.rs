//! The page: one file that asks the network for nothing.
//!
//! Everything that comes from a script, a guard or a shell is a [`crate::visible::Shown`] in the
//! view, and reaches the page through templates that escape. What a button copies is in base64 in
//! an attribute. A content security policy lets the page's own style and script run, by their
//! hashes, and nothing else.

mod finding;
mod funnel;
mod page;
mod runs;
mod space;
mod tables;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use minijinja::syntax::SyntaxConfig;
use minijinja::value::Serde;
use minijinja::{Environment, UndefinedBehavior, Value};
use sha2::{Digest as _, Sha256};

use crate::log::Log;
use crate::{Format, ReportError};

const STYLE: &str = include_str!("../templates/style.css");
const SCRIPT: &str = include_str!("../templates/page.js");

/// The templates; their names end in `.html`, which is what turns escaping on.
const TEMPLATES: [(&str, &str); 6] = [
    ("page.html", include_str!("../templates/page.html")),
    ("macros.html", include_str!("../templates/macros.html")),
    ("summary.html", include_str!("../templates/summary.html")),
    ("details.html", include_str!("../templates/details.html")),
    ("finding.html", include_str!("../templates/finding.html")),
    ("runs.html", include_str!("../templates/runs.html")),
];

/// The document.
pub(crate) fn render(log: &Log) -> Result<String, ReportError> {
    let fail = |error: minijinja::Error| ReportError::Render {
        format: Format::Html,
        problem: format!("{error:#}"),
    };
    let mut environment = Environment::new();
    environment.set_undefined_behavior(UndefinedBehavior::Strict);
    let syntax = SyntaxConfig::builder().trim_blocks(true).lstrip_blocks(true).build();
    environment.set_syntax(syntax.map_err(fail)?);
    for (name, source) in TEMPLATES {
        environment.add_template(name, source).map_err(fail)?;
    }
    let template = environment.get_template("page.html").map_err(fail)?;
    let view = minijinja::context! {
        page => Value::from(Serde(page::view(log))),
        style => Value::from_safe_string(STYLE.to_owned()),
        script => Value::from_safe_string(SCRIPT.to_owned()),
        policy => policy(),
    };
    let mut text = template.render(view).map_err(fail)?;
    text.push('\n');
    Ok(text)
}

/// The content security policy: the page's own style, script and icon, and nothing else.
fn policy() -> String {
    format!(
        "default-src 'none'; style-src 'sha256-{}'; script-src 'sha256-{}'; img-src data:; \
         base-uri 'none'; form-action 'none'",
        hash(STYLE),
        hash(SCRIPT)
    )
}

fn hash(text: &str) -> String {
    STANDARD.encode(Sha256::digest(text.as_bytes()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_hash_is_that_of_the_standard() {
        // FIPS 180-4, "abc".
        assert_eq!(hash("abc"), "ungWv48Bz+pBQUDeXa4iI7ADYaOWF3qctBD/YfIAFa0=");
    }

    #[test]
    fn style_and_script_cannot_end_their_elements() {
        assert!(!STYLE.contains("</") && !STYLE.contains("<!--"));
        assert!(!SCRIPT.contains("</") && !SCRIPT.contains("<!--"));
        for source in [STYLE, SCRIPT] {
            assert!(!source.contains("http:") && !source.contains("https:"));
            assert!(!source.contains("url(") && !source.contains("@import"));
        }
    }

    #[test]
    fn templates_turn_escaping_off_nowhere() {
        for (name, source) in TEMPLATES {
            assert!(name.ends_with(".html"));
            for word in ["|safe", "| safe", "autoescape", "javascript:", "onclick", " style="] {
                assert!(!source.contains(word), "{name}: {word}");
            }
        }
    }

    /// The relative luminance of WCAG 2.
    fn luminance(hex: &str) -> f64 {
        let channel = |at: usize| {
            let value = f64::from(u8::from_str_radix(&hex[at..at + 2], 16).unwrap()) / 255.0;
            if value <= 0.04045 { value / 12.92 } else { ((value + 0.055) / 1.055).powf(2.4) }
        };
        0.2126 * channel(1) + 0.7152 * channel(3) + 0.0722 * channel(5)
    }

    fn colours(block: &str) -> std::collections::BTreeMap<&str, &str> {
        block
            .lines()
            .filter_map(|line| line.trim().strip_prefix("--")?.strip_suffix(';')?.split_once(": "))
            .filter(|(_, value)| value.starts_with('#') && value.len() == 7)
            .collect()
    }

    #[test]
    fn text_has_the_contrast_of_level_aa() {
        let (light, rest) = STYLE.split_once("@media (prefers-color-scheme: dark)").unwrap();
        let dark = rest.split_once("/* End of colours. */").unwrap().0;
        for (scheme, block) in [("light", light), ("dark", dark)] {
            let all = colours(block);
            let mut tried = 0;
            for text in ["ink", "muted", "link", "bad", "good", "warn", "mark"] {
                for ground in [
                    "paper",
                    "card",
                    "code",
                    "bad-ground",
                    "good-ground",
                    "warn-ground",
                    "odd-ground",
                ] {
                    // A coloured ground carries text of its own colour, ink and muted only.
                    let own = ground.strip_suffix("-ground").is_none_or(|name| name == text);
                    if !own && !matches!(text, "ink" | "muted" | "link" | "mark") {
                        continue;
                    }
                    let (a, b) = (luminance(all[text]), luminance(all[ground]));
                    let contrast = (a.max(b) + 0.05) / (a.min(b) + 0.05);
                    assert!(contrast >= 4.5, "{scheme}: {text} on {ground}: {contrast:.2}");
                    tried += 1;
                }
            }
            assert!(tried > 30);
        }
    }
}
