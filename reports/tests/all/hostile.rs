//! What strangers put into a log stays text.

use corpora::event::{End, Event};
use corpora::finding::{Dependence, Finding, FindingKind, HandbackRecord};
use reports::{Format, Log, render};
use serde_json::json;

use crate::sample;

/// Texts that would break out of a document that trusts them.
const HOSTILE: &[&str] = &[
    "</script><script>alert(1)</script>",
    "<img src=x onerror=alert(1)>",
    "\"><svg onload=alert(1)>",
    "' onmouseover='alert(1)",
    "<!--",
    "-->",
    "<![CDATA[",
    "]]>",
    "</style>",
    "</title>",
    "</pre></code>",
    "<!DOCTYPE x>",
    "{{ 7*7 }}",
    "{% include 'page.html' %}",
    "{# x #}",
    "{{ page }}",
    "&lt;b&gt;",
    "&#x202e;",
    "&amp;",
    "\u{202E}\u{2066}evil\u{2069}",
    "\u{200B}\u{FEFF}\u{00AD}\u{E0041}",
    "\u{85}\u{9B}31m",
    "\0\u{1}\u{8}\u{1B}[2J\u{7F}",
    "\r\n",
    "a\u{2028}b\u{2029}c",
    "\u{FFFE}\u{FFFF}\u{10FFFF}",
    "e\u{301}\u{301}\u{301}\u{301}",
    "javascript:alert(1)",
    "```\n# heading",
    "`x`",
    "|a|b|",
    "@all #1",
];

/// A log with this text in every field that a stranger can fill.
fn everywhere(text: &str) -> Log {
    let own = || text.to_owned();
    let mut finding = sample::finding(FindingKind::Bypass, text);
    finding.bucket = own();
    finding.clause = Some(own());
    finding.summary = own();
    finding.guard = own();
    finding.decision = own();
    finding.rule = Some(own());
    finding.reason = Some(own());
    finding.depends_on = vec![Dependence { id: own(), text: own() }];
    finding.shells = vec![own()];
    finding.script = Some(format!("{text} {text}"));
    finding.handback = Some(HandbackRecord {
        kind: own(),
        text: Some(format!("{text};")),
        text_b64: None,
        argv: None,
        argv_b64: None,
    });
    finding.case = own();
    let mut run = sample::run(text);
    run.world = own();
    run.delivery = own();
    run.mode = own();
    run.stdout = Some(own());
    run.stderr = Some(own());
    run.unobserved = vec![own()];
    let mut effect = sample::effect(text, text, text);
    effect.from = Some(own());
    effect.via = Some(own());
    effect.detail = own();
    run.effects = vec![effect];
    let mut program = sample::program(&[text, text]);
    program.by = own();
    program.path = own();
    run.programs = vec![program];
    run.commands = Some(vec![sample::command(&[text], text, 1)]);
    finding.runs = vec![run];
    let mut argv: Finding = finding.clone();
    argv.kind = FindingKind::Overblock;
    argv.handback = Some(HandbackRecord {
        kind: "argv".into(),
        text: None,
        text_b64: None,
        argv: Some(vec![own(), own()]),
        argv_b64: None,
    });
    let mut start = sample::start();
    start.guard = own();
    start.guard_arg = Some(own());
    start.promise = json!({"preset": text, "clauses": [{text: [text]}, text, {"write": [text]}]});
    start.shells = [(own(), own())].into();
    start.trapline = own();
    let mut stats = sample::stats();
    for counts in [&mut stats.unchecked, &mut stats.decisions, &mut stats.findings, &mut stats.runs]
    {
        counts.insert(own(), 7);
    }
    stats.checks.insert(
        own(),
        corpora::event::CheckStats { near_misses: 0, shadowed: 3, shadowed_by: Some(own()) },
    );
    stats.funnel.finding = 2;
    Log::from_events([
        Event::Start(start.clone()),
        Event::Note { text: own() },
        Event::Finding(finding),
        Event::Finding(argv),
        Event::End(End { stats: stats.clone(), why: own(), exit: 1 }),
        // A second hunt, so that the page has its table of hunts too.
        Event::Start(start),
        Event::End(End { stats, why: own(), exit: 1 }),
    ])
    .unwrap()
}

/// The tags of a page, in order, with the names of their attributes.
fn tags(page: &str) -> Vec<String> {
    let mut all = Vec::new();
    let mut rest = page;
    while let Some(at) = rest.find('<') {
        let tag = &rest[at..];
        let end = tag.find('>').expect("a tag ends");
        all.push(tag[..=end].to_owned());
        rest = &tag[end..];
    }
    all
}

fn unseen(c: char) -> bool {
    matches!(
        u32::from(c),
        0x00A0 | 0x00AD | 0x061C | 0x200B..=0x200F | 0x2028..=0x202E | 0x2060..=0x206F | 0xFEFF
            | 0xFFFE | 0xFFFF | 0xE0000..=0x10FFFF | 0x0300..=0x036F
    ) || (c.is_control() && c != '\n')
}

#[test]
fn a_page_holds_the_tags_of_its_templates_and_no_other() {
    const KNOWN: &[&str] = &[
        "a",
        "article",
        "b",
        "body",
        "button",
        "caption",
        "code",
        "dd",
        "details",
        "div",
        "dl",
        "dt",
        "figcaption",
        "figure",
        "footer",
        "form",
        "h1",
        "h2",
        "h3",
        "h4",
        "head",
        "header",
        "html",
        "input",
        "label",
        "li",
        "link",
        "main",
        "meta",
        "nav",
        "ol",
        "p",
        "path",
        "pre",
        "rect",
        "script",
        "section",
        "span",
        "strong",
        "style",
        "summary",
        "svg",
        "table",
        "tbody",
        "td",
        "th",
        "thead",
        "title",
        "tr",
        "ul",
        "!DOCTYPE",
    ];
    let quiet = render(Format::Html, &everywhere("quiet")).unwrap();
    for text in HOSTILE {
        let page = render(Format::Html, &everywhere(text)).unwrap();
        assert!(!page.chars().any(unseen), "{text:?}");
        assert!(!page.contains("49 "), "{text:?}: a template ran");
        let mut scripts = 0;
        for tag in tags(&page) {
            let name = tag.trim_start_matches(['<', '/']);
            let name: String =
                name.chars().take_while(|c| c.is_ascii_alphanumeric() || *c == '!').collect();
            assert!(KNOWN.contains(&name.as_str()), "{text:?}: {tag}");
            scripts += usize::from(tag.starts_with("<script"));
            // Attributes have the values of the template or an escaped one between quotes.
            let outside: String = tag.split('"').step_by(2).collect();
            assert!(!outside.contains(" on") && !outside.contains('\''), "{text:?}: {tag}");
            assert_eq!(tag.matches('"').count() % 2, 0, "{text:?}: {tag}");
        }
        assert_eq!(scripts, 1, "{text:?}");
        let structure = |page: &str| -> Vec<String> {
            let tags = tags(page)
                .into_iter()
                .map(|tag| tag.chars().take_while(|c| !matches!(c, ' ' | '>')).collect::<String>());
            // Marks are spans, and come where the text has something to mark.
            let mut all: Vec<String> = tags.filter(|tag| !tag.ends_with("span")).collect();
            // Rows that are sorted by a stranger's name may stand in another order.
            all.sort();
            all
        };
        assert!(structure(&page) == structure(&quiet), "{text:?}: another number of elements");
    }
}

#[test]
fn xml_and_json_can_be_read_back() {
    for text in HOSTILE {
        let log = everywhere(text);
        for format in [Format::Json, Format::Sarif] {
            let document = render(format, &log).unwrap();
            serde_json::from_str::<serde_json::Value>(&document).unwrap();
        }
        let xml = render(Format::Junit, &log).unwrap();
        assert!(!xml.chars().any(unseen), "{text:?}");
        assert!(!xml.contains("<!") && !xml.contains("]]>"), "{text:?}");
        for tag in tags(&xml) {
            let name = tag.trim_start_matches(['<', '/', '?']);
            assert!(
                ["xml", "testsuite", "testcase", "failure", "error", "skipped", "system-out"]
                    .iter()
                    .any(|known| name.starts_with(known)),
                "{text:?}: {tag}"
            );
        }
        let json: serde_json::Value =
            serde_json::from_str(&render(Format::Json, &log).unwrap()).unwrap();
        assert_eq!(json["findings"][0]["reduced"], *text);
    }
}

#[test]
fn markdown_keeps_strangers_in_code() {
    for text in HOSTILE {
        let document = render(Format::Markdown, &everywhere(text)).unwrap();
        assert!(!document.chars().any(unseen), "{text:?}");
    }
    let document = render(Format::Markdown, &everywhere("```\n# heading\n<b>")).unwrap();
    assert!(document.contains("````\n```↵\n# heading↵\n<b>\n````"), "{document}");
}

#[test]
fn much_of_everything_stays_a_page_that_opens() {
    let mut events = vec![Event::Start(sample::start())];
    for index in 0..500 {
        let mut finding = sample::finding(FindingKind::Bypass, "echo");
        finding.bucket = format!("bucket-{index}");
        finding.reduced = Some(format!("echo {index}"));
        if index < 3 {
            // A mebibyte of each thing that can be long.
            let long = ["<&\u{0}\u{1}x", "\u{202E}ab", "plain text\n"][index].repeat(1 << 17);
            finding.reduced = Some(long.clone());
            finding.script = Some(long.clone() + ".");
            finding.reason = Some(long.clone());
            finding.case = long.clone();
            finding.summary = long;
        }
        finding.runs = ["bash", "sh", "zsh"].map(sample::run).into();
        for run in &mut finding.runs {
            run.stdout = Some("0123456789abcde\n".repeat(1 << 12));
            run.stderr_b64 = Some("/////////w==".into());
            run.effects =
                (0..200).map(|n| sample::effect("create", &format!("made-{n}"), "tree")).collect();
        }
        events.push(Event::Finding(finding));
    }
    let log = Log::from_events(events).unwrap();
    let began = std::time::Instant::now();
    let page = render(Format::Html, &log).unwrap();
    assert!(page.len() < 64 << 20, "{}", page.len());
    assert!(!page.chars().any(unseen));
    assert_eq!(page.matches("<article").count(), 500);
    assert!(page.contains("bytes are shown"));
    assert!(page.contains("and 140 lines more") && page.contains("and 192 lines more"));
    eprintln!("500 findings: {} bytes in {:?}", page.len(), began.elapsed());
    for format in [Format::Markdown, Format::Junit] {
        assert!(render(format, &log).unwrap().len() < 16 << 20);
    }
}

#[test]
fn what_has_no_bytes_and_what_is_no_base64_is_shown_too() {
    let mut finding = sample::finding(FindingKind::Crash, "");
    finding.script = None;
    finding.reduced = None;
    finding.reduced_b64 = Some("not base64!".into());
    let log = Log::from_events([Event::Finding(finding)]).unwrap();
    for format in Format::ALL {
        let document = render(format, &log).unwrap();
        assert!(document.contains("not base64!"), "{format}");
    }
}
