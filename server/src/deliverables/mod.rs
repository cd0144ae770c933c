//! Documents for clients: loads their contracts, lays them out and renders them.

pub mod book;
mod letterhead;
mod renderer;

pub use renderer::{COMMAND, Renderer};
