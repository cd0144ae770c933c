//! Measurements against the limit, in one run: `cargo xtask bench NAME`.

mod http;
mod lists;
mod machine;
mod pgbench;
mod stack;

use anyhow::bail;

fn main() -> anyhow::Result<()> {
    match std::env::args().nth(1).as_deref() {
        Some("lists") => lists::run(),
        Some(other) => bail!("there is no bench “{other}”; there is: lists"),
        None => bail!("say which bench: lists"),
    }
}
