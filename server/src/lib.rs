//! The Firmbook server, built with axum and diesel_async.

pub mod app;
pub mod audit;
pub mod auth;
pub mod book;
pub mod clock;
pub mod config;
pub mod crypto;
pub mod db;
pub mod demo;
pub mod error;
pub mod export;
pub mod headers;
pub mod hub;
pub mod list;
pub mod listen;
pub mod mail;
pub mod notify;
mod priority;
pub mod report;
pub mod routes;
pub mod sends;
pub mod start;
mod store;
pub mod upload;
pub mod web;
mod written;
