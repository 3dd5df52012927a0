//! Documents whose every byte is reviewed.

use reports::{Format, Log, render};

use crate::sample;

fn document(format: Format) -> String {
    render(format, &Log::from_events(sample::events()).unwrap()).unwrap()
}

#[test]
fn json() {
    insta::assert_snapshot!("json", document(Format::Json));
}

#[test]
fn markdown() {
    insta::assert_snapshot!("markdown", document(Format::Markdown));
}

#[test]
fn sarif() {
    insta::assert_snapshot!("sarif", document(Format::Sarif));
}

#[test]
fn junit() {
    insta::assert_snapshot!("junit", document(Format::Junit));
}

#[test]
fn a_document_depends_on_its_log_alone() {
    for format in Format::ALL {
        assert_eq!(document(format), document(format), "{format}");
    }
}
