//! Measures page loads of one firm while another firm sends books of business to a cohort.

use crate::others::p99_of_others;
use crate::stack::{self, Stack};
use crate::{http, machine};
use anyhow::{Context, ensure};
use jiff::{ToSpan, tz};
use serde_json::{Value, json};
use server::clock::Clock;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

/// Contacts in the cohort. Each receives a book of their own contracts.
const OWNERS: usize = 500;
const ROUNDS: usize = 3;
const IDLE: Duration = Duration::from_secs(15);
const POLL: Duration = Duration::from_millis(250);
/// Time limit for the first message, which includes the wait for the scheduled minute.
const BEGINS: Duration = Duration::from_secs(120);
const MAIL_PORT: &str = "4312";
const MAIL_PAGES_PORT: &str = "4313";
/// A time zone without daylight saving time.
const ZONE: &str = "America/Phoenix";
/// The built-in template for an owner's book of business.
const TEMPLATE: &str = "b00c0000-0000-4000-8000-000000000002";

pub struct Sends {
    pub per_second: f64,
    pub idle_p99_ms: f64,
    pub p99_ms: f64,
}

struct MailServer(Child);

impl MailServer {
    fn start(root: &Path) -> anyhow::Result<Self> {
        let ports = ["--smtp-port", MAIL_PORT, "--web-port", MAIL_PAGES_PORT];
        let mut command = Command::new("node");
        command
            .current_dir(root)
            .arg("webapp/dev/mail-sink.mjs")
            .args(ports);
        let child = command.stdout(Stdio::null()).spawn();
        child.map(Self).context("failed to start node")
    }
}

impl Drop for MailServer {
    fn drop(&mut self) {
        _ = self.0.kill();
        _ = self.0.wait();
    }
}

/// Returns the medians over several sends on the large demo data.
pub fn measure(root: &Path) -> anyhow::Result<Sends> {
    let _mail = MailServer::start(root)?;
    let mail = format!("smtp://localhost:{MAIL_PORT}");
    let stack = Stack::start_on(root, "large", &[("FIRMBOOK_SMTP_URL", &mail)])?;
    let (mut rates, mut idle, mut busy) = (Vec::new(), Vec::new(), Vec::new());
    for _ in 0..ROUNDS {
        let (token, other) = (
            stack.token(root, "dana.whitfield")?,
            stack.token(root, "priya.venkat")?,
        );
        let (_, p99_ms) = p99_of_others(&other, || {
            sleep(IDLE);
            Ok(())
        })?;
        idle.push(p99_ms);
        let send = Send::schedule(&token)?;
        send.wait_until_begun()?;
        let (per_second, p99_ms) = p99_of_others(&other, || send.rate())?;
        rates.push(per_second);
        busy.push(p99_ms);
        send.remove()?;
    }
    Ok(Sends {
        per_second: machine::median(&mut rates),
        idle_p99_ms: machine::median(&mut idle),
        p99_ms: machine::median(&mut busy),
    })
}

/// A schedule that sends once.
struct Send<'a> {
    token: &'a str,
    cohort: String,
}

impl<'a> Send<'a> {
    fn schedule(token: &'a str) -> anyhow::Result<Self> {
        let owners = json!({
            "filter": [{ "column": "email", "op": "isNotEmpty" }, { "column": "policyCount", "op": "gte", "value": 1 }],
            "limit": { "offset": 0, "rowCount": OWNERS },
        });
        let owners = call(token, "POST", "FirmOwner/search", &owners)?;
        let owners = owners["items"].as_array().context("no owners")?;
        ensure!(
            owners.len() == OWNERS,
            "only {} owners have an email",
            owners.len()
        );
        let uuids: Vec<&Value> = owners.iter().map(|owner| &owner["uuid"]).collect();
        let name = format!("Bench {}", Clock::System.now());
        let cohort = json!({ "name": name, "contactType": 2, "kind": "Static", "contactUuids": uuids });
        let cohort = call(token, "POST", "Cohort", &cohort)?;
        let cohort = cohort["uuid"]
            .as_str()
            .context("a cohort without a uuid")?
            .to_owned();

        // The scheduled time has no seconds, so this adds more than one minute.
        let at = Clock::System
            .now()
            .checked_add(65.seconds())?
            .to_zoned(tz::TimeZone::get(ZONE)?);
        let schedule = json!({
            "name": "Bench", "frequency": "Monthly", "firstSendDate": at.strftime("%m/%d/%Y").to_string(),
            "time": at.strftime("%H:%M").to_string(), "timeZone": ZONE, "sendTo": "Contact",
            "subject": "Your contracts", "message": "Here they are.", "deliverableType": 2, "templateUuid": TEMPLATE,
            "groupBy": 2,
            "includeAnnuities": true,
        });
        call(token, "POST", &format!("Cohort/{cohort}/schedule"), &schedule)?;
        Ok(Self { token, cohort })
    }

    /// Returns the number of sent and of waiting messages, or `None` before the send begins.
    fn progress(&self) -> anyhow::Result<Option<(i64, i64)>> {
        let past = call(
            self.token,
            "GET",
            &format!("Cohort/{}/schedule/past", self.cohort),
            &json!({}),
        )?;
        let Some(send) = past.as_array().and_then(|past| past.first()) else {
            return Ok(None);
        };
        ensure!(send["failedCount"] == 0, "messages failed: {send}");
        let count = |name: &str| send[name].as_i64().context("a send without counts");
        Ok(Some((count("sentCount")?, count("waitingCount")?)))
    }

    fn wait_until_begun(&self) -> anyhow::Result<()> {
        let start = Instant::now();
        while self.progress()?.is_none_or(|(sent, _)| sent == 0) {
            ensure!(start.elapsed() < BEGINS, "the send did not begin in time");
            sleep(POLL);
        }
        Ok(())
    }

    /// Waits until everything is sent, and returns the messages per second.
    fn rate(&self) -> anyhow::Result<f64> {
        let (start, mut before) = (Instant::now(), None);
        loop {
            let (sent, waiting) = self.progress()?.context("the send disappeared")?;
            let before = *before.get_or_insert(sent);
            if waiting == 0 {
                return Ok((sent - before) as f64 / start.elapsed().as_secs_f64());
            }
            sleep(POLL);
        }
    }

    fn remove(&self) -> anyhow::Result<()> {
        let path = format!("Cohort/{}", self.cohort);
        let schedules = call(self.token, "GET", &format!("{path}/schedule"), &json!({}))?;
        for schedule in schedules.as_array().into_iter().flatten() {
            let (id, version) = (
                schedule["scheduleId"].as_str().unwrap_or_default(),
                &schedule["version"],
            );
            call(
                self.token,
                "DELETE",
                &format!("{path}/schedule/{id}?version={version}"),
                &json!({}),
            )?;
        }
        let version = &call(self.token, "GET", &path, &json!({}))?["version"];
        call(
            self.token,
            "DELETE",
            &format!("{path}?version={version}"),
            &json!({}),
        )?;
        Ok(())
    }
}

fn call(token: &str, method: &str, path: &str, body: &Value) -> anyhow::Result<Value> {
    let mut client = http::Client::connect(stack::ADDRESS)?;
    let request = http::request(method, &format!("/api/{path}"), token, &body.to_string());
    let answer = client.send(&request)?;
    if answer.is_empty() {
        return Ok(Value::Null);
    }
    Ok(serde_json::from_slice(answer)?)
}
