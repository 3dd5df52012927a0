//! `report`: every format from one hunt.

use std::fs;

use crate::kit::Place;

#[test]
fn a_hunt_becomes_every_format() {
    let place = Place::new();
    let hunt = ["hunt", "--guard", "docs_only_historic", "--runs", "20", "--jobs", "1"];
    place.run(&[&hunt[..], &["--shells", "sh", "--out", "out"]].concat()).ends(100);
    for (format, part) in [
        ("json", "\"findings\""),
        ("markdown", "# Trapline"),
        ("sarif", "\"2.1.0\""),
        ("junit", "<testsuites"),
    ] {
        let done = place.run(&["report", "out", "--format", format]).ends(0);
        assert!(done.stdout.contains(part), "{format}: {}", done.stdout);
        let file = format!("report.{format}");
        let args = ["report", "out", "--format", format, "--output", &file];
        assert_eq!(place.run(&args).ends(0).stdout, format!("{file}\n"));
        let written = fs::read_to_string(place.path().join(&file)).expect("a document");
        assert_eq!(written.trim_end(), done.stdout.trim_end(), "{format}");
    }
    fs::remove_file(place.path().join("out/report.html")).expect("the hunt's own page");
    assert_eq!(place.run(&["report", "out"]).ends(0).stdout, "out/report.html\n");
    let page = fs::read_to_string(place.path().join("out/report.html")).expect("a page");
    let again = place.run(&["report", "out", "-o", "-"]).ends(0).stdout;
    assert_eq!(page.trim_end(), again.trim_end());
    let done = place.run(&["report", "out", "-o", "nowhere/x.html"]).ends(1);
    assert!(done.last_line().contains("nowhere/x.html"), "{}", done.stderr);
}
