//! Turns a hunt's event log into pages and documents for people and machines.
#![forbid(unsafe_code)]
