//! The files that real shells make for themselves.
