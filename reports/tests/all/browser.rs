//! The page in a real browser: nothing leaves it, nothing complains, nothing sticks out.
//!
//! Where no Chromium is installed the tests say so and pass; with `REQUIRE_BROWSER=1` in the
//! environment, as on the project's own machines, that is a failure.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use reports::{Format, Log, render};

use crate::sample;

const NAMES: [&str; 3] = ["chromium", "chromium-browser", "google-chrome"];

/// Longer than any of these pages takes on a slow machine.
const PATIENCE: Duration = Duration::from_secs(120);

fn browser() -> Option<&'static str> {
    let found = NAMES.into_iter().find(|name| {
        let version = Command::new(name).arg("--version").stderr(Stdio::null()).output();
        version.is_ok_and(|output| output.status.success())
    });
    if found.is_none() {
        let required = std::env::var_os("REQUIRE_BROWSER").is_some_and(|value| value == "1");
        assert!(!required, "REQUIRE_BROWSER=1, and none of {NAMES:?} is installed");
        eprintln!("NOT TRIED: none of {NAMES:?} is installed, so no page was opened in a browser");
    }
    found
}

struct Seen {
    /// The document after its script ran.
    dom: String,
    /// Console messages.
    console: Vec<String>,
    /// Addresses that a page asked the network for.
    requests: Vec<String>,
}

/// The address of an event of the network log, where a page asked for it. What the browser itself
/// looks for has no origin as its initiator.
fn request(line: &str) -> Option<String> {
    let event: serde_json::Value = serde_json::from_str(line.trim_end_matches(',')).ok()?;
    let params = event.get("params")?;
    let initiator = params.get("initiator")?.as_str()?;
    (initiator != "not an origin").then(|| params["url"].to_string())
}

/// Opens a page. `arguments` are further ones for the browser.
fn open(name: &str, page: &Path, arguments: &[&str]) -> Seen {
    let folder = tempfile::tempdir().unwrap();
    let (out, err, log) =
        (folder.path().join("out"), folder.path().join("err"), folder.path().join("net.json"));
    let mut child = Command::new(name)
        .args(["--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run"])
        .args(["--disable-background-networking", "--disable-component-update", "--disable-sync"])
        .args(["--hide-scrollbars", "--enable-logging=stderr"])
        // No name is looked up, for the browser's own questions either.
        .arg("--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1")
        .arg(format!("--user-data-dir={}", folder.path().join("profile").display()))
        .arg(format!("--log-net-log={}", log.display()))
        .args(arguments)
        .arg(format!("file://{}", page.display()))
        .stdout(fs::File::create(&out).unwrap())
        .stderr(fs::File::create(&err).unwrap())
        .spawn()
        .unwrap();
    let began = Instant::now();
    while child.try_wait().unwrap().is_none() {
        if began.elapsed() > PATIENCE {
            child.kill().unwrap();
            child.wait().unwrap();
            panic!("the browser did not end: {}", fs::read_to_string(&err).unwrap());
        }
        std::thread::sleep(Duration::from_millis(50));
    }
    let stderr = String::from_utf8_lossy(&fs::read(&err).unwrap()).into_owned();
    let net = String::from_utf8_lossy(&fs::read(&log).unwrap_or_default()).into_owned();
    let requests = net.lines().filter_map(request).collect();
    Seen {
        dom: String::from_utf8_lossy(&fs::read(&out).unwrap()).into_owned(),
        console: stderr.lines().filter(|l| l.contains(":CONSOLE")).map(str::to_owned).collect(),
        requests,
    }
}

fn store(name: &str, page: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("pages");
    fs::create_dir_all(&folder).unwrap();
    let path = folder.join(name);
    fs::write(&path, page).unwrap();
    path
}

fn page() -> String {
    render(Format::Html, &Log::from_events(sample::events()).unwrap()).unwrap()
}

#[test]
fn nothing_leaves_the_page_and_nothing_complains() {
    let Some(name) = browser() else { return };
    let path = store("quiet.html", &page());
    let seen = open(name, &path, &["--dump-dom"]);
    assert_eq!(seen.console, Vec::<String>::new());
    assert_eq!(seen.requests, Vec::<String>::new());
    // The policy let the page's own script run: its buttons are there.
    assert!(seen.dom.contains("class=\"copy\""));
    assert_eq!(seen.dom.matches("hidden=\"\"").count(), 0, "a control stayed hidden");
    assert_eq!(seen.dom.matches("<script").count(), 1);
    assert_eq!(seen.dom.matches("<img").count(), 0);
    assert_eq!(seen.dom.matches("<article").count(), 12);
}

/// The check above is worth something only if a page that does call out fails it.
#[test]
fn a_page_that_calls_out_is_noticed_and_stopped() {
    let Some(name) = browser() else { return };
    let bait = "<img src=\"http://127.0.0.1:9/bait.png\"><script>document.title = 'ran'</script>\
                <style>body { color: red }</style><main";
    let path = store("loud.html", &page().replacen("<main", bait, 1));
    let seen = open(name, &path, &["--dump-dom"]);
    assert!(
        seen.console.iter().filter(|line| line.contains("Content Security Policy")).count() >= 3,
        "{:?}",
        seen.console
    );
    assert_eq!(seen.requests, Vec::<String>::new());
    assert!(!seen.dom.contains("<title>ran"));
}

/// Without the policy, the network log shows the call, so its silence above means something.
#[test]
fn a_page_without_a_policy_is_seen_to_call_out() {
    let Some(name) = browser() else { return };
    let path = store(
        "open.html",
        "<!DOCTYPE html><title>x</title><img src=\"http://127.0.0.1:9/bait.png\">",
    );
    let seen = open(name, &path, &["--dump-dom"]);
    assert!(
        seen.requests.iter().any(|url| url.contains("http://127.0.0.1:9/bait.png")),
        "{:?}",
        seen.requests
    );
}

#[test]
fn the_page_is_whole_without_its_script() {
    let Some(name) = browser() else { return };
    let page = page();
    let (before, rest) = page.split_once("script-src &#x27;").unwrap();
    let (_, after) = rest.split_once("&#x27;").unwrap();
    let still = format!("{before}script-src &#x27;none&#x27;{after}");
    let seen = open(name, &store("still.html", &still), &["--dump-dom"]);
    assert_eq!(seen.console.len(), 1, "only the script is refused: {:?}", seen.console);
    assert_eq!(seen.requests, Vec::<String>::new());
    assert_eq!(seen.dom.matches("<article").count(), 12);
    // What only a script can do is not offered: the buttons and the filter stay hidden.
    let buttons = seen.dom.matches("class=\"copy\"").count();
    assert_eq!(seen.dom.matches("hidden=\"\"").count(), buttons + 1);
}

/// Measures the page with a script of its own, which the page's policy would not let run.
fn measure(name: &str, width: u32, page: &str) -> (u32, u32) {
    let (before, rest) = page.split_once("<meta http-equiv=\"Content-Security-Policy\"").unwrap();
    let (_, after) = rest.split_once('>').unwrap();
    let probe = "<script>addEventListener('load', () => {\
                 for (const d of document.querySelectorAll('details')) d.open = true;\
                 document.title = 'measured ' + document.documentElement.scrollWidth + ' ' + innerWidth;\
                 });</script></body>";
    let page = format!("{before}{after}").replacen("</body>", probe, 1);
    let path = store(&format!("measured-{width}.html"), &page);
    let size = format!("--window-size={width},900");
    let seen = open(name, &path, &["--dump-dom", &size]);
    let (_, title) = seen.dom.split_once("<title>measured ").expect("the probe did not run");
    let (numbers, _) = title.split_once('<').unwrap();
    let (wide, inner) = numbers.split_once(' ').unwrap();
    (wide.parse().unwrap(), inner.parse().unwrap())
}

#[test]
fn nothing_sticks_out_at_any_width() {
    let Some(name) = browser() else { return };
    for width in [390, 768, 1440] {
        let (wide, inner) = measure(name, width, &page());
        assert!(wide <= inner, "{width}: the page is {wide} wide in a window of {inner}");
    }
}

#[test]
fn it_can_be_seen_in_light_and_dark_on_a_phone_and_on_a_desk() {
    let Some(name) = browser() else { return };
    let path = store("report.html", &page());
    let mut sizes = Vec::new();
    for (scheme, setting) in [("dark", 0), ("light", 1)] {
        for (width, height) in [(1440, 3000), (390, 4000)] {
            let shot = path.with_file_name(format!("report-{scheme}-{width}.png"));
            let seen = open(
                name,
                &path,
                &[
                    &format!("--blink-settings=preferredColorScheme={setting}"),
                    &format!("--window-size={width},{height}"),
                    &format!("--screenshot={}", shot.display()),
                ],
            );
            assert_eq!(seen.console, Vec::<String>::new());
            let png = fs::read(&shot).unwrap();
            assert!(png.starts_with(b"\x89PNG") && png.len() > 50_000, "{}", shot.display());
            sizes.push(png);
            eprintln!("{}", shot.display());
        }
    }
    // The two schemes are not the same picture.
    assert!(sizes.first() != sizes.get(2) && sizes.get(1) != sizes.get(3));
}

#[test]
fn a_clean_hunt_and_a_killed_one_are_pages_too() {
    let Some(name) = browser() else { return };
    let mut killed = sample::clean();
    killed.pop();
    for (file, events) in [("clean.html", sample::clean()), ("killed.html", killed)] {
        let log = Log::from_events(events).unwrap();
        let seen = open(name, &store(file, &render(Format::Html, &log).unwrap()), &["--dump-dom"]);
        assert_eq!(seen.console, Vec::<String>::new());
        assert_eq!(seen.requests, Vec::<String>::new());
    }
}
