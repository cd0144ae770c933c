//! The server against a real PostgreSQL, through its real router. docs/TESTING.md says how to add to it.
#![expect(clippy::unwrap_used, clippy::expect_used, reason = "a test that cannot go on fails")]

mod support;

mod contacts;
