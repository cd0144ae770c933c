//! Database rows, and the statements that handlers run on them.
//!
//! Unless noted otherwise, the functions return only database errors. Queries on a firm's rows need a
//! transaction scoped to that firm.

pub mod account;
pub mod activity;
pub mod annuity;
pub mod beneficiary;
pub mod best_interest;
pub mod branding;
pub mod bulk_edit;
pub mod calendar_feed;
pub mod carrier;
pub mod cohort;
pub mod cohort_send;
pub mod contact;
pub mod contract;
pub mod contract_transaction;
pub mod crummey_letter;
pub mod custom_field;
pub mod deliverable;
pub mod deliverable_text;
pub mod document;
pub mod document_file;
pub mod document_link;
pub mod document_storage;
pub mod embed_session;
pub mod firm;
pub mod firm_user;
pub mod gift;
pub mod gift_calendar;
pub mod gift_due;
pub mod gift_limits;
pub mod guideline;
pub mod integration;
pub mod keyed_request;
pub mod medical;
pub mod notification;
pub mod notification_preference;
pub mod partner;
pub mod party;
pub mod policy;
pub mod report;
pub mod resolution;
pub mod schedule;
pub mod shared_view;
pub mod snapshot;
pub mod subject;
pub mod summary_job;
pub mod table_state;
pub mod trend;
pub mod trust;
pub mod trust_person;
pub mod upload;
pub mod upload_mapping;
pub mod versioned;
pub mod work;
