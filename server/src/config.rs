//! Server configuration from environment variables. Every setting has a default for development.

mod bucket;
mod limits;

pub use bucket::{Bucket, Hidden};
pub use limits::{HubLimits, QueryLimits, Rate};

use crate::crypto::KeySet;
use anyhow::{Context, bail, ensure};
use ipnet::IpNet;
use reqwest::Url;
use std::num::{NonZeroU32, NonZeroUsize};
use std::str::FromStr;
use std::{env, net::IpAddr, net::SocketAddr, path::PathBuf, time::Duration};

/// Minimum size of the pool for requests. One user may take half of it, which must be at least one connection.
const LEAST_FOR_REQUESTS: usize = 2;
/// Minimum size of the pool for workers. Two imports hold a connection each, and the hub needs two at once.
const LEAST_FOR_WORKERS: usize = 4;

#[derive(Debug, Clone)]
pub struct Config {
    /// Address to listen on.
    pub address: SocketAddr,
    /// Base URL of redirects and links, as users type it.
    pub public_url: String,
    /// Directory for uploaded files. In development also for the embedded cluster and the generated keys.
    pub data_dir: PathBuf,
    /// Bucket for uploaded files. `None` stores them in `data_dir`.
    pub bucket: Option<Bucket>,
    /// Directory of the built web app.
    pub web_dir: PathBuf,
    /// Connection of the schema owner, used for migrations. `None` starts the embedded cluster.
    pub database_url: Option<String>,
    /// Whether the embedded cluster may be started. Must be enabled explicitly, so that a missing `DATABASE_URL` does
    /// not start a second, empty database in production.
    pub has_embedded_database: bool,
    /// Connection for requests. `None` creates a login for them.
    pub database_app_url: Option<String>,
    /// Connection for notifications, past any connection pooler. `None` uses the connection for requests.
    pub database_listen_url: Option<String>,
    /// Connection of a read replica for exports. `None` uses the connection for requests.
    pub database_read_url: Option<String>,
    /// Directory of `initdb` and `postgres` for the embedded cluster.
    pub postgres_bin: Option<PathBuf>,
    /// Address of the Prometheus metrics. `None` disables them.
    pub metrics_address: Option<SocketAddr>,
    /// Size of the connection pool for requests.
    pub pool_size: usize,
    /// Size of the connection pool for background workers.
    pub worker_pool_size: usize,
    /// Size of the connection pool for exports.
    pub exports: usize,
    /// Duration after which an export notifies its user on completion.
    pub long_export: Duration,
    pub oidc: Oidc,
    /// Keys for encryption, the current one first. `None` generates a key file in `data_dir`.
    pub sealing_key: Option<String>,
    /// Keys for encrypting medical data, in the same format as `sealing_key`.
    pub medical_key: Option<String>,
    /// Default document storage limit of a firm, in bytes.
    pub document_storage: i64,
    /// Virus scanner for uploaded files. `None` accepts them unscanned.
    pub clamd: Option<Clamd>,
    /// Demo data for an empty database: `small`, `large`, or `None`.
    pub demo: Option<String>,
    /// File with the users of the demo data.
    pub demo_users: PathBuf,
    /// Statement timeout for requests.
    pub database_deadline: Duration,
    /// Maximum pause between two parts of an uploaded file. The whole upload may take 15 times as long.
    pub sender_patience: Duration,
    /// Maximum length of a session, active or not.
    pub session_limit: Duration,
    pub idle: Idle,
    /// Rate limit per user for account choices, impersonations and sign-outs.
    pub session_calls: Rate,
    /// Rate limit per client address for refused tokens.
    pub refused_tokens: Rate,
    /// Rate limit per partner key for widget sessions.
    pub embed_sessions: Rate,
    /// Proxies whose `X-Forwarded-For` header is trusted.
    pub trusted_proxies: Vec<IpNet>,
    pub error_reporting: Option<ErrorReporting>,
    /// URL to which the web app reports page views. `None` disables analytics.
    pub analytics_url: Option<Url>,
    /// Age limit of listed notifications, in days.
    pub notification_days: u16,
    /// Maximum number of concurrent connections per client address.
    pub address_connections: usize,
    /// Maximum number of concurrent connections per trusted proxy.
    pub proxy_connections: usize,
    /// Limits on concurrent list queries.
    pub queries: QueryLimits,
    /// Redis URL for distributing pushes between nodes. `None` uses database notifications.
    pub redis_url: Option<String>,
    /// Whether the web app connects to the hub.
    pub real_time: bool,
    /// Hub limits per user.
    pub hub: HubLimits,
    /// Program that parses workbooks in child processes. `None` uses this executable.
    pub workbook_reader: Option<PathBuf>,
    /// Program that renders documents in child processes. `None` uses this executable.
    pub document_renderer: Option<PathBuf>,
    /// `None` disables email.
    pub mail: Option<Mail>,
}

/// Mail server and sender address.
#[derive(Debug, Clone)]
pub struct Mail {
    /// SMTP URL: `smtp://host:port`, `smtps://user:password@host` or `smtp://host?tls=required`.
    pub server: String,
    pub from: lettre::Address,
    pub patience: MailPatience,
}

/// Address of a clamd virus scanner.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Clamd {
    Unix(PathBuf),
    /// Host and port.
    Tcp(String),
}

impl FromStr for Clamd {
    type Err = anyhow::Error;

    fn from_str(address: &str) -> anyhow::Result<Self> {
        match address.split_once(':') {
            Some(("unix", path)) if !path.is_empty() => Ok(Self::Unix(path.into())),
            Some(("tcp", host)) if host.contains(':') => Ok(Self::Tcp(host.to_owned())),
            _ => bail!("FIRMBOOK_CLAMD must be unix:/path or tcp:host:port, not “{address}”"),
        }
    }
}

/// Timeouts for the mail server.
#[derive(Debug, Clone, Copy)]
pub struct MailPatience {
    /// Time to connect, until the server is ready for a mail.
    pub hello: Duration,
    /// Time to deliver one mail. If it is too short, a mail that the server has accepted is sent again.
    pub mail: Duration,
}

impl Default for MailPatience {
    fn default() -> Self {
        Self {
            hello: Duration::from_secs(30),
            mail: Duration::from_secs(300),
        }
    }
}

/// Idle timeout of the web app: time until the warning appears, and how long it is shown.
#[derive(Debug, Clone, Copy)]
pub struct Idle {
    pub seconds: u32,
    pub warning_seconds: u32,
}

/// The service that collects errors of the web app.
#[derive(Debug, Clone)]
pub struct ErrorReporting {
    /// URL with the project's public key.
    pub dsn: Url,
    pub environment: String,
}

#[derive(Debug, Clone)]
pub struct Oidc {
    pub issuer: String,
    pub audience: String,
    pub client_id: String,
    /// Timeout for fetching the issuer's keys.
    pub fetch_deadline: Duration,
    /// Minimum time between fetches caused by unknown keys.
    pub refetch_floor: Duration,
    /// Maximum age of cached keys. A revoked key stops working after this time.
    pub keys_max_age: Duration,
}

impl Config {
    /// Checks that a database is set.
    ///
    /// # Errors
    /// Returns an error if neither `DATABASE_URL` nor the embedded cluster is set.
    pub fn expect_database(&self) -> anyhow::Result<()> {
        ensure!(
            self.database_url.is_some() || self.has_embedded_database,
            "No database is set. Set DATABASE_URL, or set FIRMBOOK_DATABASE=embedded to run a private database in \
             FIRMBOOK_DATA_DIR."
        );
        Ok(())
    }

    /// Returns the configured keys of a set.
    pub fn keys(&self, set: KeySet) -> Option<&str> {
        match set {
            KeySet::General => self.sealing_key.as_deref(),
            KeySet::Medical => self.medical_key.as_deref(),
        }
    }

    /// Reads the `FIRMBOOK_*` and `DATABASE_*` environment variables.
    ///
    /// # Errors
    /// Returns an error that names the first invalid setting.
    pub fn from_env() -> anyhow::Result<Self> {
        let text = |name: &str, default: &str| env::var(name).unwrap_or_else(|_| default.to_owned());
        let optional = |name: &str| env::var(name).ok().filter(|value| !value.is_empty());
        let address = text("FIRMBOOK_ADDRESS", "127.0.0.1:4000");
        let url = |name: &str| {
            optional(name)
                .map(|value| {
                    web_address(&value).with_context(|| format!("{name} must be an http or https URL"))
                })
                .transpose()
        };
        let rate = |name: &str, default: &str, period| -> anyhow::Result<Rate> {
            Ok(Rate {
                burst: number(name, &text(name, default))?,
                period,
            })
        };
        let above_0 =
            |name: &str, default: &str| number::<NonZeroU32>(name, &text(name, default)).map(NonZeroU32::get);
        let pool_size = size(
            "FIRMBOOK_POOL_SIZE",
            &text("FIRMBOOK_POOL_SIZE", "8"),
            LEAST_FOR_REQUESTS,
        )?;
        let worker_pool_size = text("FIRMBOOK_WORKER_POOL_SIZE", "6");
        let worker_pool_size = size("FIRMBOOK_WORKER_POOL_SIZE", &worker_pool_size, LEAST_FOR_WORKERS)?;
        let environment = text("FIRMBOOK_ENVIRONMENT", "production");
        let demo = optional("FIRMBOOK_DEMO").filter(|size| size != "none");
        ensure!(
            demo.as_deref()
                .is_none_or(|size| size == "small" || size == "large"),
            "FIRMBOOK_DEMO must be small, large or none"
        );
        let database = optional("FIRMBOOK_DATABASE");
        ensure!(
            database.as_deref().is_none_or(|kind| kind == "embedded"),
            "FIRMBOOK_DATABASE must be embedded or empty"
        );
        Ok(Self {
            address: address.parse().with_context(|| {
                format!(
                    "FIRMBOOK_ADDRESS must be an IP address and port such as 127.0.0.1:4000, not “{address}”"
                )
            })?,
            public_url: text("FIRMBOOK_PUBLIC_URL", "http://localhost:4000"),
            data_dir: text("FIRMBOOK_DATA_DIR", ".data").into(),
            bucket: Bucket::from_settings(optional)?,
            web_dir: text("FIRMBOOK_WEB_DIR", "webapp/dist").into(),
            database_url: optional("DATABASE_URL"),
            has_embedded_database: database.is_some(),
            database_app_url: optional("DATABASE_APP_URL"),
            database_listen_url: optional("DATABASE_LISTEN_URL"),
            database_read_url: optional("DATABASE_READ_URL"),
            postgres_bin: optional("FIRMBOOK_POSTGRES_BIN").map(Into::into),
            metrics_address: optional("FIRMBOOK_METRICS_ADDRESS")
                .map(|address| {
                    address.parse().with_context(|| {
                        format!("FIRMBOOK_METRICS_ADDRESS must be an IP address and port such as 127.0.0.1:4100, not “{address}”")
                    })
                })
                .transpose()?,
            pool_size,
            worker_pool_size,
            exports: above_0("FIRMBOOK_EXPORTS", "4")? as usize,
            long_export: Duration::from_secs(30),
            oidc: Oidc {
                issuer: text("FIRMBOOK_OIDC_ISSUER", "http://localhost:4001"),
                audience: text("FIRMBOOK_OIDC_AUDIENCE", "firmbook-api"),
                client_id: text("FIRMBOOK_OIDC_CLIENT_ID", "firmbook-web"),
                fetch_deadline: Duration::from_secs(5),
                refetch_floor: Duration::from_secs(30),
                keys_max_age: Duration::from_secs(600),
            },
            sealing_key: optional(KeySet::General.setting()),
            medical_key: optional(KeySet::Medical.setting()),
            clamd: optional("FIRMBOOK_CLAMD")
                .map(|address| address.parse())
                .transpose()?,
            document_storage: 1_000_000_000 * i64::from(above_0("FIRMBOOK_DOCUMENT_STORAGE_GB", "10")?),
            demo,
            demo_users: text("FIRMBOOK_DEMO_USERS", "webapp/dev/users.json").into(),
            database_deadline: Duration::from_secs(10),
            sender_patience: Duration::from_secs(20),
            session_limit: Duration::from_secs(3600 * u64::from(above_0("FIRMBOOK_SESSION_HOURS", "12")?)),
            idle: Idle {
                seconds: above_0("FIRMBOOK_IDLE_SECONDS", "1200")?,
                warning_seconds: above_0("FIRMBOOK_IDLE_WARNING_SECONDS", "30")?,
            },
            session_calls: rate("FIRMBOOK_SESSION_CALLS", "60", Duration::from_secs(2))?,
            refused_tokens: rate("FIRMBOOK_REFUSED_TOKENS", "60", Duration::from_secs(1))?,
            embed_sessions: rate("FIRMBOOK_EMBED_SESSIONS", "600", Duration::from_millis(100))?,
            trusted_proxies: networks(&text("FIRMBOOK_TRUSTED_PROXIES", ""))?,
            error_reporting: url("FIRMBOOK_ERROR_DSN")?.map(|dsn| ErrorReporting { dsn, environment }),
            analytics_url: url("FIRMBOOK_ANALYTICS_URL")?,
            notification_days: shared::notification::DEFAULT_DAYS,
            address_connections: above_0("FIRMBOOK_ADDRESS_CONNECTIONS", "2000")? as usize,
            proxy_connections: above_0("FIRMBOOK_PROXY_CONNECTIONS", "20000")? as usize,
            queries: QueryLimits {
                of_user: above_0("FIRMBOOK_USER_QUERIES", &default_queries_of_user(pool_size, processors()).to_string())? as usize,
                of_firm: above_0("FIRMBOOK_FIRM_QUERIES", &(pool_size * 3 / 4).to_string())? as usize,
                wait: Duration::from_secs(10),
            },
            redis_url: optional("FIRMBOOK_REDIS_URL"),
            hub: HubLimits {
                connections: above_0("FIRMBOOK_HUB_CONNECTIONS", "50")? as usize,
                opened: rate("FIRMBOOK_HUB_BURST", "100", Duration::from_millis(200))?,
            },
            real_time: text("FIRMBOOK_REAL_TIME", "true")
                .parse()
                .context("FIRMBOOK_REAL_TIME must be true or false")?,
            workbook_reader: optional("FIRMBOOK_WORKBOOK_READER").map(PathBuf::from),
            document_renderer: optional("FIRMBOOK_DOCUMENT_RENDERER").map(PathBuf::from),
            mail: optional("FIRMBOOK_SMTP_URL")
                .map(|server| {
                    let from = text("FIRMBOOK_MAIL_FROM", "no-reply@localhost");
                    let from = from.parse().with_context(|| {
                        format!("FIRMBOOK_MAIL_FROM must be an email address, not “{from}”")
                    })?;
                    anyhow::Ok(Mail {
                        server,
                        from,
                        patience: MailPatience::default(),
                    })
                })
                .transpose()?,
        })
    }
}

/// Returns the number of processors of this node.
fn processors() -> usize {
    std::thread::available_parallelism().map_or(1, NonZeroUsize::get)
}

/// Returns the default limit of concurrent queries per user. Half of the pool and one processor remain for other users.
/// The database is assumed to have as many processors as this node.
fn default_queries_of_user(pool_size: usize, processors: usize) -> usize {
    processors.saturating_sub(1).clamp(1, pool_size / 2)
}

fn number<T: FromStr>(name: &str, value: &str) -> anyhow::Result<T> {
    value
        .parse()
        .ok()
        .with_context(|| format!("{name} must be a positive whole number, not “{value}”"))
}

/// Parses the size of a connection pool.
fn size(name: &str, value: &str, least: usize) -> anyhow::Result<usize> {
    value
        .parse()
        .ok()
        .filter(|size| *size >= least)
        .with_context(|| format!("{name} must be a whole number of at least {least}, not “{value}”"))
}

fn web_address(value: &str) -> Option<Url> {
    let url = Url::parse(value).ok()?;
    (["http", "https"].contains(&url.scheme()) && url.has_host()).then_some(url)
}

/// Parses IP addresses and networks, separated by commas.
fn networks(list: &str) -> anyhow::Result<Vec<IpNet>> {
    let items = list.split(',').map(str::trim).filter(|item| !item.is_empty());
    items
        .map(|item| {
            item.parse::<IpNet>()
                .ok()
                .or_else(|| item.parse::<IpAddr>().ok().map(IpNet::from))
                .with_context(|| {
                    format!("FIRMBOOK_TRUSTED_PROXIES must list IP addresses or networks such as 10.0.0.0/8, not “{item}”")
                })
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parses_proxy_addresses_and_networks() {
        let nets = networks("10.0.0.0/8, 192.0.2.7,2001:db8::/32,").unwrap();
        let shown: Vec<String> = nets.iter().map(ToString::to_string).collect();
        assert_eq!(shown, ["10.0.0.0/8", "192.0.2.7/32", "2001:db8::/32"]);
        assert!(networks("").unwrap().is_empty());
        assert!(networks("proxy.example").is_err());
    }

    #[test]
    fn leaves_a_processor_and_half_of_the_pool_for_other_users() {
        for (pool_size, processors, expected) in [(8, 1, 1), (8, 2, 1), (8, 4, 3), (8, 16, 4), (2, 16, 1)] {
            assert_eq!(default_queries_of_user(pool_size, processors), expected);
        }
    }

    #[test]
    fn rejects_pool_sizes_below_the_minimum() {
        assert_eq!(size("POOL", "2", 2).unwrap(), 2);
        for bad in ["1", "0", "-3", "many", ""] {
            assert!(size("POOL", bad, 2).is_err(), "{bad}");
        }
    }

    #[test]
    fn accepts_only_http_urls_for_services() {
        assert!(web_address("https://key@errors.example/1").is_some());
        for bad in ["", "errors.example", "javascript:alert(1)", "file:///etc/passwd"] {
            assert!(web_address(bad).is_none(), "{bad}");
        }
    }
}
