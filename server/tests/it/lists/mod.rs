//! The list engine: what SQL answers is what the shared rules say, on every page, in every order.

pub mod book;
mod downloads;
mod export;
mod fold;
mod kept;
mod kept_pages;
mod paging;
mod parity;
mod plan;
mod plan_sums;
mod queries;
mod scoped;
mod shared;
