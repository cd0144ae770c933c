//! The list engine: SQL results match the shared rules on every page and in every order.

pub mod book;
mod custom_fields;
mod downloads;
mod export;
mod fold;
mod maintained_totals;
mod paging;
mod parity;
mod plain_sql;
mod plan;
mod plan_sums;
mod queries;
pub mod scoped;
mod shared;
mod shared_views;
mod visible;
