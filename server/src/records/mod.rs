//! Database rows and the queries that several handlers share.
//!
//! Unless noted otherwise, the functions return only database errors. Queries on a firm's rows need a
//! transaction scoped to that firm.

pub mod annuity;
pub mod branding;
pub mod carrier;
pub mod cohort;
pub mod contact;
pub mod contract;
pub mod document;
pub mod firm;
pub mod firm_user;
pub mod gift;
pub mod guideline;
pub mod integration;
pub mod notification;
pub mod notification_preference;
pub mod party;
pub mod policy;
pub mod report;
pub mod schedule;
pub mod snapshot;
pub mod subject;
pub mod upload;
pub mod upload_mapping;
