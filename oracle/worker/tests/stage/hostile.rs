//! Runs that try to be too much.
