//! The migrations are part of the binary: a changed one builds it again.

fn main() {
    println!("cargo:rerun-if-changed=../migrations");
}
