//! The server, its database and the identity provider, running together.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::thread::sleep;
use std::time::Duration;

use anyhow::{Context, Result};

use crate::project::Project;
use crate::service::Service;
use crate::steps::on_terminal;

pub struct Plan {
    pub port: u16,
    pub identity_port: u16,
    /// SMTP and web ports of the mail server. `None` runs without mail.
    pub mail: Option<MailPorts>,
    /// Port of the partner's site, which embeds widgets. `None` runs without it.
    pub partner_port: Option<u16>,
    pub data: PathBuf,
    /// Size of the demo data that the first start creates: `small` or `large`.
    pub demo: String,
    pub release: bool,
    /// Writes the server's log to `server.log` in the data directory instead of the terminal.
    pub server_log: bool,
    /// Additional environment variables for the server.
    pub settings: Vec<(&'static str, String)>,
}

#[derive(Clone, Copy)]
pub struct MailPorts {
    pub smtp: u16,
    pub web: u16,
}

impl MailPorts {
    pub fn url(self) -> String {
        format!("http://localhost:{}", self.web)
    }
}

pub struct Stack {
    // Field order is the shutdown order.
    server: Service,
    identity: Service,
    mail: Option<Service>,
    partner: Option<Service>,
}

impl Plan {
    pub fn url(&self) -> String {
        format!("http://localhost:{}", self.port)
    }

    pub fn issuer(&self) -> String {
        format!("http://localhost:{}", self.identity_port)
    }

    /// Returns the address of the partner's site. To browsers, it is a different site than `localhost`.
    pub fn partner_url(&self) -> Option<String> {
        self.partner_port.map(|port| format!("http://127.0.0.1:{port}"))
    }
}

impl Stack {
    pub fn start(project: &Project, plan: &Plan) -> Result<Self> {
        let mut stack = Self::begin(project, plan)?;
        stack.wait(plan)?;
        Ok(stack)
    }

    /// Starts all processes without waiting for them to become ready.
    pub fn begin(project: &Project, plan: &Plan) -> Result<Self> {
        std::fs::create_dir_all(&plan.data)
            .with_context(|| format!("failed to create {}", plan.data.display()))?;
        let data = plan.data.canonicalize()?;
        let log = data.join("identity-provider.log");
        let identity = Service::start(
            "identity provider",
            identity_provider(project, plan, &data),
            Some(log),
        )?;
        let start_mail = |ports| {
            let log = data.join("mail-sink.log");
            Service::start("mail server", mail_sink(project, ports), Some(log))
        };
        let mail = plan.mail.map(start_mail).transpose()?;
        let start_partner = |port| {
            let log = data.join("partner-site.log");
            Service::start("partner's site", partner_site(project, plan, port), Some(log))
        };
        let partner = plan.partner_port.map(start_partner).transpose()?;
        let log = plan.server_log.then(|| data.join("server.log"));
        let server = Service::start("server", server(project, plan, &data), log)?;
        Ok(Self {
            server,
            identity,
            mail,
            partner,
        })
    }

    /// Waits until all processes are ready.
    pub fn wait(&mut self, plan: &Plan) -> Result<()> {
        self.identity
            .wait_for(plan.identity_port, "/.well-known/openid-configuration")?;
        if let (Some(mail), Some(ports)) = (&mut self.mail, plan.mail) {
            mail.wait_for(ports.web, "/")?;
        }
        if let (Some(partner), Some(port)) = (&mut self.partner, plan.partner_port) {
            partner.wait_for(port, "/readyz")?;
        }
        self.server.wait_for(plan.port, "/readyz")
    }

    /// Returns when a process ends unexpectedly or the user interrupts.
    pub fn watch(&mut self) -> Result<()> {
        loop {
            self.server.expect_alive()?;
            self.identity.expect_alive()?;
            for service in [&mut self.mail, &mut self.partner].into_iter().flatten() {
                service.expect_alive()?;
            }
            sleep(Duration::from_millis(100));
        }
    }

    pub fn last_words(&self) -> String {
        self.server.last_words()
    }
}

fn identity_provider(project: &Project, plan: &Plan, data: &Path) -> Command {
    let mut command = Command::new("node");
    command.arg(project.webapp().join("dev/identity-provider.mjs"));
    command.args([
        "--port",
        &plan.identity_port.to_string(),
        "--web-origin",
        &plan.url(),
    ]);
    command
        .arg("--data")
        .arg(data)
        .arg("--users")
        .arg(project.users());
    command
}

fn mail_sink(project: &Project, ports: MailPorts) -> Command {
    let mut command = Command::new("node");
    command.arg(project.webapp().join("dev/mail-sink.mjs"));
    command.args(["--smtp-port", &ports.smtp.to_string()]);
    command.args(["--web-port", &ports.web.to_string()]);
    command
}

fn partner_site(project: &Project, plan: &Plan, port: u16) -> Command {
    let mut command = Command::new("node");
    command.arg(project.webapp().join("dev/partner-site.mjs"));
    command.args(["--port", &port.to_string(), "--portal", &plan.url()]);
    command.args(["--issuer", &plan.issuer()]);
    command
}

fn server(project: &Project, plan: &Plan, data: &Path) -> Command {
    let mut command = Command::new(project.server(plan.release));
    command
        .current_dir(&project.root)
        // Turns off backtraces of startup errors. Panics still report their location.
        .env("RUST_LIB_BACKTRACE", "0")
        .env("FIRMBOOK_ADDRESS", format!("127.0.0.1:{}", plan.port))
        .env("FIRMBOOK_PUBLIC_URL", plan.url())
        .env("FIRMBOOK_DATABASE", "embedded")
        .env("FIRMBOOK_DATA_DIR", data)
        .env("FIRMBOOK_WEB_DIR", project.webapp().join("dist"))
        .env("FIRMBOOK_OIDC_ISSUER", plan.issuer())
        .env("FIRMBOOK_OIDC_AUDIENCE", "firmbook-api")
        .env("FIRMBOOK_OIDC_CLIENT_ID", "firmbook-web")
        .env("FIRMBOOK_DEMO", &plan.demo)
        .env("FIRMBOOK_DEMO_USERS", project.users())
        .envs(plan.settings.iter().map(|(name, value)| (name, value)));
    if let Some(mail) = plan.mail {
        command
            .env("FIRMBOOK_SMTP_URL", format!("smtp://localhost:{}", mail.smtp))
            .env("FIRMBOOK_MAIL_FROM", "no-reply@firmbook.example");
    }
    if plan.server_log || !on_terminal() {
        command.env("NO_COLOR", "1");
    }
    command
}
