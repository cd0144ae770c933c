//! The hub through a listening server: raw clients that can misbehave, and the official one.

mod access;
mod advisors;
mod faults;
mod flood;
mod jobs;
mod lines;
mod nodes;
mod notify;
mod official;
mod processes;
mod pushes;
mod records;
mod redis;
pub mod support;
