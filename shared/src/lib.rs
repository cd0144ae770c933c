//! Business rules and wire types that the browser and the server share.
//!
//! Pure code: no I/O, no clock, no randomness. Callers pass in the current date and everything else that a
//! rule needs.

pub mod activity;
pub mod audit;
pub mod best_interest;
pub mod branding;
pub mod cohort;
pub mod contact;
pub mod contract;
pub mod date;
pub mod deliverable;
pub mod document;
pub mod embed;
pub mod exact_sum;
pub mod fault;
pub mod favorite;
pub mod firm;
pub mod home;
pub mod hub;
pub mod image_type;
pub mod list;
pub mod medical;
pub mod menu;
pub mod messages;
pub mod money;
pub mod notification;
pub mod permission;
pub mod person;
pub mod placeholder;
pub mod planned;
pub mod problem;
pub mod quick_search;
pub mod report;
pub mod resolution;
pub mod session;
pub mod share_percent;
pub mod snooze;
pub mod support;
pub mod text;
pub mod trend;
pub mod trust;
mod unicode;
pub mod upload;
pub mod user;
mod vocabulary;
