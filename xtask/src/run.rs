//! `cargo xtask run`: builds and starts the server with its database, identity provider, mail server and a partner's
//! site.

use anyhow::Result;
use clap::Args;

use crate::command::cargo;
use crate::project::Project;
use crate::signals::Stopped;
use crate::stack::{MailPorts, Plan, Stack};
use crate::steps::Steps;
use crate::{data, tools, wasm, web};

/// Builds what changed, starts everything, and prints the address and the demo users.
#[derive(Args)]
pub struct Options {
    /// Port of the server. The identity provider, the mail server and the partner's site use the next four ports.
    #[arg(long, value_name = "PORT", default_value_t = 4000, value_parser = clap::value_parser!(u16).range(1..=65531))]
    port: u16,
    /// Size of the demo book that the first start creates.
    #[arg(long, value_name = "SIZE", default_value = "small", value_parser = ["small", "large"])]
    demo_size: String,
    /// Deletes .data/ first.
    #[arg(long)]
    reset: bool,
    /// Builds the server with optimizations.
    #[arg(long)]
    release: bool,
}

pub fn run(options: &Options) -> Result<()> {
    let project = Project::locate()?;
    let (port, release) = (options.port, options.release);
    let identity_port = port + 1;
    let mail = MailPorts {
        smtp: port + 2,
        web: port + 3,
    };

    let partner_port = port + 4;

    data::expect_room(&project.root)?;
    for port in [port, identity_port, mail.smtp, mail.web, partner_port] {
        data::expect_free_port(port)?;
    }
    if options.reset {
        data::reset(&project)?;
    }
    let mut steps = Steps::new(BUILD_STEPS + 1);
    build(&project, &mut steps, release)?;
    let plan = Plan {
        port,
        identity_port,
        mail: Some(mail),
        partner_port: Some(partner_port),
        data: project.data(),
        demo: options.demo_size.clone(),
        release,
        server_log: false,
        settings: Vec::new(),
    };
    let mut stack = steps.loud("database, demo data, identity provider, server", || {
        Stack::start(&project, &plan)
    })?;
    welcome(&project, &plan, mail, &steps)?;
    let ended = stack.watch();
    eprintln!("stopping");
    drop(stack);
    match ended {
        Err(error) if error.is::<Stopped>() => Ok(()),
        other => other,
    }
}

/// Number of steps in [`build`].
pub const BUILD_STEPS: usize = 5;

/// Builds everything that the stack needs to start.
pub fn build(project: &Project, steps: &mut Steps, release: bool) -> Result<()> {
    build_web_app(project, steps)?;
    steps.loud("server", || build_server(project, release))
}

/// Runs the steps of [`build`] that come before the server.
pub fn build_web_app(project: &Project, steps: &mut Steps) -> Result<()> {
    steps.loud("tools", || {
        tools::expect_basics()?;
        tools::install(project)
    })?;
    steps.quiet("npm packages", || tools::npm_ci(project))?;
    steps.loud("wasm", || wasm::build(project, true))?;
    steps.quiet("web app", || web::build(project))
}

pub fn build_server(project: &Project, release: bool) -> Result<()> {
    let profile: &[&str] = if release { &["--release"] } else { &[] };
    cargo(["build", "-p", "server"])
        .args(profile)
        .dir(&project.root)
        .loud()
        .go()
        .map(drop)
}

fn welcome(project: &Project, plan: &Plan, mail: MailPorts, steps: &Steps) -> Result<()> {
    let url = plan.url();
    let users: serde_json::Value = serde_json::from_str(&std::fs::read_to_string(project.users())?)?;
    println!(
        "\n  Firmbook is ready after {:.1} s:  {url}\n\n  Sign in as one of these users (no password needed):",
        steps.elapsed().as_secs_f64()
    );
    for user in users.as_array().into_iter().flatten() {
        let places = user["assignments"].as_array().into_iter().flatten();
        let places = places.map(|place| format!("{}, {}", text(&place["role"]), text(&place["firmName"])));
        let staff = user["admin"].as_str().map(|role| format!("{role}, staff"));
        let places: Vec<_> = staff.into_iter().chain(places).collect();
        println!("    {:<16}  {}", text(&user["login"]), places.join("; "));
    }
    println!("\n  Read the email sent to them at {}", mail.url());
    if let Some(partner) = plan.partner_url() {
        println!("  See a widget inside the site of a partner at {partner}");
    }
    println!("\n  Press Ctrl-C to stop.\n");
    Ok(())
}

fn text(value: &serde_json::Value) -> &str {
    value.as_str().unwrap_or_default()
}
