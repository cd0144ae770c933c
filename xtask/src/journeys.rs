//! End-to-end tests in Chromium against the real server. Several lanes run in parallel, each with its own
//! servers.

use std::net::TcpListener;
use std::path::Path;

use anyhow::{Context, Result};

use crate::project::Project;
use crate::stack::{MailPorts, Plan, Stack};
use crate::steps::Steps;
use crate::test::{build_server, jest};
use crate::{apt, run};

/// Number of parallel Jest workers. On two processors, one worker leaves them idle a fifth of the time, two keep them
/// busy, and a third saves no time.
const LANES: usize = 2;
/// Number of ports per lane, and of ports for the servers that all lanes share.
const LANE_PORTS: usize = 5;
const SHARED_PORTS: usize = 3;

pub fn run(project: &Project, tests: Option<&str>) -> Result<()> {
    let chromium = apt::HEADLESS_SHELL.find().or_else(|_| apt::CHROMIUM.find())?;
    let mut steps = Steps::new(run::BUILD_STEPS + 2);
    run::build_web_app(project, &mut steps)?;
    steps.loud("server", || build_server(project))?;
    let data = std::env::temp_dir().join(format!("firmbook-journeys-{}", std::process::id()));
    let ports = free_ports(SHARED_PORTS + LANES * LANE_PORTS)?;
    let (shared, rest) = ports.split_at(SHARED_PORTS);
    let reports_port = shared[0].to_string();
    let short = short(&shared[1..], &reports_port, &data.join("short"));
    let lanes: Vec<_> = rest
        .chunks(LANE_PORTS)
        .enumerate()
        .map(|(number, ports)| usual(ports, &data.join(format!("lane-{}", number + 1))))
        .collect();
    let plans: Vec<&Plan> = lanes.iter().chain([&short]).collect();
    let stacks = steps.quiet("databases, demo data, identity providers, servers", || {
        start_all(project, &plans)
    })?;
    let of_lanes = |value: fn(&Plan) -> String| lanes.iter().map(value).collect::<Vec<_>>().join(",");
    let result = steps.loud("journeys", || {
        jest(project, "e2e", tests)
            .arg(format!("--maxWorkers={LANES}"))
            .env("FIRMBOOK_E2E_URL", of_lanes(Plan::url))
            .env(
                "FIRMBOOK_E2E_DATA",
                of_lanes(|plan| plan.data.display().to_string()),
            )
            .env("FIRMBOOK_E2E_ISSUER", of_lanes(Plan::issuer))
            .env(
                "FIRMBOOK_E2E_MAIL_URL",
                of_lanes(|plan| plan.mail.map_or_else(String::new, MailPorts::url)),
            )
            .env(
                "FIRMBOOK_E2E_PARTNER_URL",
                of_lanes(|plan| plan.partner_url().unwrap_or_default()),
            )
            .env("FIRMBOOK_E2E_SHORT_URL", short.url())
            .env("FIRMBOOK_E2E_REPORTS_PORT", &reports_port)
            .env("FIRMBOOK_E2E_SERVER", project.server(short.release))
            .env("FIRMBOOK_CHROMIUM", &chromium)
            .go()
            .map(drop)
    });
    if result.is_err() {
        for (stack, plan) in stacks.iter().zip(&plans) {
            eprintln!(
                "last log lines of the server at {}:\n{}",
                plan.url(),
                stack.last_words()
            );
        }
    }
    drop(stacks);
    let _ = std::fs::remove_dir_all(data);
    result
}

/// Plans a server with the small demo book and without mail. Uses two ports.
pub fn small(ports: &[u16], data: &Path) -> Plan {
    Plan {
        port: ports[0],
        identity_port: ports[1],
        mail: None,
        partner_port: None,
        data: data.to_owned(),
        demo: "small".to_owned(),
        release: false,
        server_log: true,
        settings: Vec::new(),
    }
}

/// Plans a server with default settings, a mail server and a partner's site. Each lane has its own.
fn usual(ports: &[u16], data: &Path) -> Plan {
    Plan {
        mail: Some(MailPorts {
            smtp: ports[2],
            web: ports[3],
        }),
        partner_port: Some(ports[4]),
        ..small(ports, data)
    }
}

/// Plans a server with a short idle timeout that reports errors and analytics to `reports_port`. All lanes
/// share it.
fn short(ports: &[u16], reports_port: &str, data: &Path) -> Plan {
    Plan {
        settings: vec![
            ("FIRMBOOK_IDLE_SECONDS", "4".to_owned()),
            ("FIRMBOOK_IDLE_WARNING_SECONDS", "10".to_owned()),
            (
                "FIRMBOOK_ERROR_DSN",
                format!("http://key@localhost:{reports_port}/1"),
            ),
            (
                "FIRMBOOK_ANALYTICS_URL",
                format!("http://localhost:{reports_port}/visits"),
            ),
        ],
        ..small(ports, data)
    }
}

fn start_all(project: &Project, plans: &[&Plan]) -> Result<Vec<Stack>> {
    let mut stacks = plans
        .iter()
        .map(|plan| Stack::begin(project, plan))
        .collect::<Result<Vec<_>>>()?;
    for (stack, plan) in stacks.iter_mut().zip(plans) {
        stack.wait(plan)?;
    }
    Ok(stacks)
}

pub fn free_ports(count: usize) -> Result<Vec<u16>> {
    let find = || -> std::io::Result<Vec<u16>> {
        let held = (0..count)
            .map(|_| TcpListener::bind(("127.0.0.1", 0)))
            .collect::<std::io::Result<Vec<_>>>()?;
        held.iter().map(|one| Ok(one.local_addr()?.port())).collect()
    };
    find().context("failed to find free ports for the tests")
}
