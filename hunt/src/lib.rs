//! The search for findings: judge, generators, confirmation, reduction, buckets.
#![forbid(unsafe_code)]
