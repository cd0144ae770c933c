//! Integration tests of the server with a real PostgreSQL, through its router. See docs/TESTING.md.
#![expect(
    clippy::unwrap_used,
    clippy::expect_used,
    reason = "a test that cannot go on fails"
)]

mod support;

mod accounts;
mod activity;
mod analytics;
mod audit;
mod book;
mod branding;
mod check;
mod cohort_sends;
mod cohorts;
mod connections;
mod contacts;
mod contracts;
mod database;
mod demo;
mod documents;
mod faults;
mod firm_users;
mod firms;
mod home;
mod hub;
mod idle_connections;
mod impersonation;
mod limits;
mod listen;
mod lists;
mod metrics;
mod nodes;
mod notices;
mod notifications;
mod openapi;
mod outside;
mod pool;
mod pooler;
mod privileges;
mod process;
mod profile;
mod quick_search;
mod reading;
mod replica;
mod reports;
mod routes;
mod schema;
mod sealing;
mod security;
mod session;
mod sign_out;
mod tokens;
mod uploads;
mod web;
