//! The hub on a listening server, tested with raw clients and with the official SignalR client.

mod access;
mod advisors;
mod faults;
mod flood;
mod jobs;
mod nodes;
mod notify;
mod official;
mod processes;
mod pushes;
mod records;
mod redis;
mod replay;
pub mod support;
mod transports;
mod two_nodes;
