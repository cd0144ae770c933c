//! Documents for clients.

mod books;
mod global;
mod images;
mod large_books;
mod summaries;
mod templates;
mod texts;

use crate::support::{Reply, Row, TestApp};
use lopdf::Document;
use server::config::Config;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};

pub const OF_AGENTS: &str = "b00c0000-0000-4000-8000-000000000001";
pub const OF_OWNERS: &str = "b00c0000-0000-4000-8000-000000000002";

fn directory() -> PathBuf {
    Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("books-{}", server::ids::new_uuid()))
}

/// Starts an app with a separate data directory.
async fn app_with(set: impl FnOnce(&mut Config)) -> (TestApp, PathBuf) {
    let dir = directory();
    let app = TestApp::with(|config, _| {
        config.data_dir.clone_from(&dir);
        set(config);
    })
    .await;
    (app, dir)
}

/// Returns the text of a PDF reply without white space.
fn text_of(reply: &Reply) -> String {
    assert_eq!(reply.status, 200, "{}", reply.text());
    assert_eq!(reply.header("content-type"), "application/pdf");
    pdf_text(&reply.body)
}

/// Returns the text of a PDF without white space.
pub fn pdf_text(content: &[u8]) -> String {
    let document = Document::load_mem(content).unwrap();
    let pages: Vec<u32> = document.get_pages().into_keys().collect();
    squeezed(&document.extract_text(&pages).unwrap())
}

fn squeezed(text: &str) -> String {
    text.chars()
        .filter(|c| !c.is_whitespace() && *c != '\u{200b}')
        .collect()
}

/// Inserts an agent with three policies and an annuity.
async fn agent_with_contracts(app: &TestApp) -> (Row, Vec<Row>) {
    let agent = app.agent("Ada Lovelace").with("npn", "17654321").insert().await;
    let contracts = vec![
        app.policy("P-1001")
            .with("death_benefit", "250000.55")
            .insert()
            .await,
        app.policy("P-1002")
            .with("death_benefit", "1000000.00")
            .with("annualized_premium", "1234.50")
            .with("status", "Lapsed")
            .insert()
            .await,
        app.policy("P-1003")
            .with("carrier_name", "Aspen Mutual")
            .insert()
            .await,
        app.annuity("A-2001")
            .with("contract_value", "98765.43")
            .insert()
            .await,
    ];
    for contract in &contracts {
        app.link(contract, &agent).await;
    }
    (agent, contracts)
}

/// Writes a program that stands in for the renderer.
pub fn program(lines: &str) -> PathBuf {
    let dir = directory();
    std::fs::create_dir_all(&dir).unwrap();
    let program = dir.join("renderer");
    std::fs::write(&program, format!("#!/bin/sh\n{lines}\n")).unwrap();
    std::fs::set_permissions(&program, std::fs::Permissions::from_mode(0o755)).unwrap();
    program
}
