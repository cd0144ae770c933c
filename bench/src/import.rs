//! Bulk upload of 100,000 contacts: preview, import, and their effect on other requests, compared with a bare
//! COPY.

use crate::machine::{bar, median};
use crate::others::p99_of_others;
use crate::program::psql;
use crate::reading::Reading;
use crate::{machine, stack};
use anyhow::{Context, bail, ensure};
use serde_json::{Value, json};
use server::db::embedded::running_socket_dir;
use std::fmt::Write as _;
use std::io::{Read, Write as _};
use std::net::TcpStream;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

const ROWS: usize = 100_000;
const ROUNDS: usize = 3;
const FILE: &str = "bench.csv";
const BOUNDARY: &str = "part-of-a-bench";
const PATIENCE: Duration = Duration::from_secs(300);
/// Duration of the latency measurement of other requests without a running import.
const IDLE: Duration = Duration::from_secs(8);

/// A contact table without triggers and with only the four indexes that every list needs.
const PLAIN: &str = "CREATE TABLE bench_copy (LIKE contact INCLUDING DEFAULTS INCLUDING GENERATED, PRIMARY KEY (firm_id, uuid));
    CREATE INDEX ON bench_copy (firm_id, kind, name_key, uuid);
    CREATE UNIQUE INDEX ON bench_copy (firm_id, npn_key) WHERE npn_key IS NOT NULL;
    CREATE INDEX ON bench_copy USING gin (firm_id, kind, search_text gin_trgm_ops)";

struct Bench {
    token: String,
    socket: String,
    file: Vec<u8>,
    /// File with the rows that the import stored, as input for COPY.
    stored: PathBuf,
    server: u32,
}

/// Durations in seconds, unless the field name contains another unit.
#[derive(Default)]
struct Round {
    upload: f64,
    preview: f64,
    import: f64,
    undo: f64,
    copy: f64,
    growth_mb: f64,
    p99_ms: f64,
}

pub fn run() -> anyhow::Result<()> {
    let root = std::env::current_dir()?;
    let machine = machine::describe();
    let stack = stack::Stack::start_on(&root, "small", &[])?;
    let socket = running_socket_dir(&stack.data.join("postgres")).context("the database is not running")?;
    let bench = Bench {
        token: stack.token(&root, "dana.whitfield")?,
        socket: socket.to_string(),
        file: file(),
        stored: std::env::temp_dir().join("firmbook-bench-contacts"),
        server: stack.server_pid(),
    };
    bench.forget()?;
    let idle = p99_of_others(&bench.token, || {
        std::thread::sleep(IDLE);
        Ok(())
    })?;
    let rounds: Vec<Round> = (0..ROUNDS)
        .map(|round| {
            eprintln!("import: round {} of {ROUNDS}", round + 1);
            bench.round()
        })
        .collect::<anyhow::Result<_>>()?;
    let chosen = std::env::temp_dir().join("firmbook-bench-contacts.csv");
    std::fs::write(&chosen, &bench.file)?;
    let reading = Reading::measure(&root, &chosen, ROWS, "Dana Whitfield")?;
    let text = report(&machine, &rounds, idle.1, bench.file.len())? + &reading.report();
    println!("{text}");
    std::fs::write(root.join("bench/results/import.md"), text)?;
    Ok(())
}

fn report(machine: &str, rounds: &[Round], idle_ms: f64, bytes: usize) -> anyhow::Result<String> {
    let of = |figure: fn(&Round) -> f64| median(&mut rounds.iter().map(figure).collect::<Vec<_>>());
    let ratio = of(|round| round.import / round.copy);
    let (preview, busy) = (of(|round| round.preview), of(|round| round.p99_ms));
    let import = of(|round| round.import);
    let growth = rounds.iter().map(|round| round.growth_mb).fold(0.0, f64::max);
    let today = server::clock::Clock::System.today_in("UTC");
    let mut text = format!(
        "# Bulk upload\n\n`cargo xtask bench import` on {today}: {machine}. {ROWS} agents with 20 columns ({:.1} MB of CSV), imported into the \
         small demo data. Medians of {ROUNDS} rounds.\n\n| | seconds | target |\n|---|---:|---|\n",
        bytes as f64 / 1e6
    );
    writeln!(
        text,
        "| upload: file sent, stored and mapped | {:.2} | |",
        of(|round| round.upload)
    )?;
    writeln!(
        text,
        "| preview: all rows checked, matched and counted | {preview:.2} | {} |",
        bar("< 3 s", preview < 3.0)
    )?;
    writeln!(
        text,
        "| import: submit to commit, with undo log and audit | {import:.2} | {} |",
        bar("≤ 12 s", import <= 12.0)
    )?;
    writeln!(
        text,
        "| bare COPY of the same rows into a table with four indexes | {:.2} | |",
        of(|round| round.copy)
    )?;
    writeln!(
        text,
        "| import / COPY | {ratio:.2} x | {} |",
        bar("≤ 4 x", ratio <= 4.0)
    )?;
    writeln!(text, "| undo | {:.2} | |\n", of(|round| round.undo))?;
    writeln!(
        text,
        "Peak growth of the server's memory from upload to commit: {growth:.0} MB: {}.\n",
        bar("< 150 MB", growth < 150.0)
    )?;
    writeln!(
        text,
        "List pages of other users: p99 {idle_ms:.1} ms idle, {busy:.1} ms from upload to commit ({:.1} x): {}.",
        busy / idle_ms,
        bar("≤ 3 x", busy <= 3.0 * idle_ms)
    )?;
    Ok(text)
}

/// Builds a CSV file of 20 columns without duplicate contacts.
fn file() -> Vec<u8> {
    let mut text = String::from(
        "Title,First Name,Middle Name,Last Name,Suffix,Email,Phone,Mobile Phone,Address,Address 2,City,State,ZIP,\
         Date of Birth,Sex,SSN,NPN,Agency Code,External ID,Tier\n",
    );
    for row in 0..ROWS {
        let letters: String = format!("{row:06}")
            .chars()
            .map(|digit| char::from(b'a' + digit as u8 - b'0'))
            .collect();
        _ = writeln!(
            text,
            "Ms,Ada,M,Lee{letters},,ada.{letters}@example.com,(415) 555-{:04},(212) 555-{:04},{row} Main Street,Suite {},\
             Springfield,IL,62{:03},19{:02}-{:02}-{:02},F,5{:02}-{:02}-{:04},{},A-{:04},X-{row:06},Gold",
            row % 10_000,
            row / 10,
            row % 97,
            row % 1_000,
            40 + row % 59,
            1 + row % 12,
            1 + row % 28,
            1 + row / 10_000 % 98,
            1 + row / 1_000 % 98,
            1 + row % 9_998,
            1_000_000 + row,
            row % 500,
        );
    }
    text.into_bytes()
}

impl Bench {
    fn round(&self) -> anyhow::Result<Round> {
        self.psql("VACUUM contact, upload_row, upload_match, upload_effect")?;
        machine::forget_highest(self.server)?;
        let before = machine::memory_mb(self.server).0;
        let ((mut round, upload), p99_ms) = p99_of_others(&self.token, || self.import())?;
        round.p99_ms = p99_ms;
        round.growth_mb = (machine::memory_mb(self.server).1 - before).max(0.0);
        let stored = "firm_id, uuid, kind, display_name, title, first_name, middle_name, last_name, suffix, email, phone, \
            mobile_phone, address_line1, address_line2, city, state, postal_code, dob, sex, tax_id_kind, tax_id_cipher, \
            tax_id_key_id, tax_id_hash, tax_id_last4, npn, agency_code, external_id, custom_fields, source, source_file, \
            source_row, created_by, updated_by";
        let path = self.stored.display();
        self.psql(&format!(
            "\\copy (SELECT {stored} FROM contact WHERE source_file = '{FILE}' ORDER BY uuid) TO '{path}' (FORMAT binary)"
        ))?;
        let start = Instant::now();
        self.call(
            "POST",
            &format!("/api/Cohort/bulk/{upload}/undo"),
            "application/json",
            b"{}",
        )?;
        self.ends(&upload, "Undone")?;
        round.undo = start.elapsed().as_secs_f64();
        self.forget()?;
        self.psql_all(&["DROP TABLE IF EXISTS bench_copy", PLAIN])?;
        let start = Instant::now();
        self.psql(&format!(
            "\\copy bench_copy ({stored}) FROM '{path}' (FORMAT binary)"
        ))?;
        round.copy = start.elapsed().as_secs_f64();
        self.psql("DROP TABLE bench_copy")?;
        Ok(round)
    }

    /// Uploads, previews and imports the file. Returns the durations and the upload's id.
    fn import(&self) -> anyhow::Result<(Round, String)> {
        let mut round = Round::default();
        let start = Instant::now();
        let mut body = format!(
            "--{BOUNDARY}\r\nContent-Disposition: form-data; name=\"file\"; filename=\"{FILE}\"\r\n\r\n"
        )
        .into_bytes();
        body.extend_from_slice(&self.file);
        body.extend_from_slice(format!("\r\n--{BOUNDARY}--\r\n").as_bytes());
        let form = format!("multipart/form-data; boundary={BOUNDARY}");
        let begun = self.call("POST", "/api/Cohort/bulk/map/1/firm/1", &form, &body)?;
        round.upload = start.elapsed().as_secs_f64();
        let upload = begun["storageGuid"]
            .as_str()
            .context("no storageGuid")?
            .to_owned();
        let mut mapping = begun["mapping"].clone();
        mapping["columns"][19]["target"] = json!("custom:Tier");
        let mapped = mapping["columns"].as_array().into_iter().flatten();
        let unmapped: Vec<&Value> = mapped.filter(|column| column["target"].is_null()).collect();
        ensure!(unmapped.is_empty(), "unmapped columns: {unmapped:?}");

        let start = Instant::now();
        let asked = json!({ "mapping": mapping }).to_string();
        let path = format!("/api/Cohort/bulk/preview/{upload}");
        let preview = self.call("POST", &path, "application/json", asked.as_bytes())?;
        round.preview = start.elapsed().as_secs_f64();
        let counts = &preview["counts"];
        ensure!(
            counts["new"] == ROWS,
            "some contacts are not new: {counts} {}",
            preview["groups"]
        );

        let start = Instant::now();
        let path = format!("/api/Cohort/bulk/submit/{upload}/cohort/none");
        let asked = json!({ "counts": counts }).to_string();
        self.call("POST", &path, "application/json", asked.as_bytes())?;
        self.ends(&upload, "Done")?;
        round.import = start.elapsed().as_secs_f64();
        Ok((round, upload))
    }

    fn ends(&self, upload: &str, state: &str) -> anyhow::Result<()> {
        let start = Instant::now();
        while start.elapsed() < PATIENCE {
            let now = self.call(
                "GET",
                &format!("/api/Cohort/bulk/{upload}"),
                "application/json",
                b"",
            )?;
            match now["upload"]["state"].as_str() {
                Some(reached) if reached == state => return Ok(()),
                Some("Submitted" | "Undoing") => std::thread::sleep(Duration::from_millis(20)),
                other => bail!("unexpected upload state {other:?}: {}", now["upload"]["error"]),
            }
        }
        bail!("the upload did not finish in time")
    }

    /// Deletes the contacts and uploads of a round.
    fn forget(&self) -> anyhow::Result<()> {
        self.psql_all(&[
            &format!("DELETE FROM contact WHERE source_file = '{FILE}'"),
            "DELETE FROM upload_effect; DELETE FROM upload_row; DELETE FROM upload_match; DELETE FROM upload",
            "SELECT firmbook_refresh_firm(1)",
        ])?;
        self.psql("VACUUM contact, upload_row, upload_match, upload_effect, upload")
    }

    fn psql(&self, command: &str) -> anyhow::Result<()> {
        self.psql_all(&[command])
    }

    /// Runs the commands in one session as the database owner.
    fn psql_all(&self, commands: &[&str]) -> anyhow::Result<()> {
        psql(Path::new(&self.socket), commands)
    }

    /// Sends a request and returns the JSON body. Fails unless the status is 2xx.
    fn call(&self, method: &str, path: &str, content_type: &str, body: &[u8]) -> anyhow::Result<Value> {
        let mut stream = TcpStream::connect(stack::ADDRESS)?;
        let head = format!(
            "{method} {path} HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\nauthorization: Bearer {}\r\n\
             content-type: {content_type}\r\ncontent-length: {}\r\n\r\n",
            self.token,
            body.len()
        );
        stream.write_all(head.as_bytes())?;
        stream.write_all(body)?;
        let mut answer = Vec::new();
        stream.read_to_end(&mut answer)?;
        let text = String::from_utf8_lossy(&answer);
        let (head, body) = text.split_once("\r\n\r\n").context("incomplete response")?;
        ensure!(head.starts_with("HTTP/1.1 2"), "{method} {path}: {text}");
        Ok(serde_json::from_str(body)?)
    }
}
