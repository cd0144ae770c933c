//! What the server is told by its environment; every setting has a development default.

use anyhow::{Context, ensure};
use ipnet::IpNet;
use reqwest::Url;
use std::num::NonZeroU32;
use std::str::FromStr;
use std::{env, net::IpAddr, net::SocketAddr, path::PathBuf, time::Duration};

#[derive(Debug, Clone)]
pub struct Config {
    /// Where to listen.
    pub address: SocketAddr,
    /// What users type; redirects and links start with it.
    pub public_url: String,
    /// Embedded cluster, keys and files of a development installation.
    pub data_dir: PathBuf,
    /// The built web app.
    pub web_dir: PathBuf,
    /// The owner's connection, used to migrate. None starts the embedded cluster.
    pub database_url: Option<String>,
    /// The connection that answers requests; none takes `database_url` and steps down to `firmbook_app`.
    pub database_app_url: Option<String>,
    /// Folder with `initdb` and `postgres` for the embedded cluster.
    pub postgres_bin: Option<PathBuf>,
    pub pool_size: usize,
    /// Connections on which files are written.
    pub exports: usize,
    pub oidc: Oidc,
    /// 32 random bytes in base64, and the id under which values are sealed with it.
    pub sealing_key: Option<String>,
    /// Fills an empty database: `small`, `large` or none.
    pub demo: Option<String>,
    /// The users of the demo book.
    pub demo_users: PathBuf,
    /// How long a request may use the database.
    pub database_deadline: Duration,
    /// How long whoever sends a file may be silent; the whole file may take fifteen times as long.
    pub sender_patience: Duration,
    /// How long a sign-in may last, whatever is done in it.
    pub session_limit: Duration,
    pub idle: Idle,
    /// Choices of an account, impersonations and sign-outs of one user.
    pub session_calls: Rate,
    /// Refused tokens of one client address.
    pub refused_tokens: Rate,
    /// Whose `X-Forwarded-For` is believed.
    pub trusted_proxies: Vec<IpNet>,
    pub error_reporting: Option<ErrorReporting>,
    /// Where the web app tells which pages are used; none tells nobody.
    pub analytics_url: Option<Url>,
    /// How far back the list of notifications goes.
    pub notification_days: u16,
    /// Connections of one client address at once.
    pub address_connections: usize,
    /// Redis that carries pushes between nodes; none leaves that to the database.
    pub redis_url: Option<String>,
    /// Whether the web app keeps a connection to the hub.
    pub real_time: bool,
    /// What one user may have of the hub.
    pub hub: crate::hub::Limits,
    /// The program that reads workbooks, in processes of its own; none is this one.
    pub workbook_reader: Option<PathBuf>,
    /// None sends no mail.
    pub mail: Option<Mail>,
}

/// Where mail is handed over, and from whom it comes.
#[derive(Debug, Clone)]
pub struct Mail {
    /// `smtp://host:port`, `smtps://user:password@host`, `smtp://host?tls=required`.
    pub server: String,
    pub from: lettre::Address,
    pub patience: MailPatience,
}

/// How long is waited for a mail server.
#[derive(Debug, Clone, Copy)]
pub struct MailPatience {
    /// Until it is ready to take a mail.
    pub hello: Duration,
    /// Until it has taken one. Whoever gives up too soon sends what was taken once more.
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

/// When the web app asks whether anybody is there, and how long it waits for an answer.
#[derive(Debug, Clone, Copy)]
pub struct Idle {
    pub seconds: u32,
    pub warning_seconds: u32,
}

/// So many at once, and one more each period.
#[derive(Debug, Clone, Copy)]
pub struct Rate {
    pub burst: NonZeroU32,
    pub period: Duration,
}

/// The service that faults of the web app are reported to.
#[derive(Debug, Clone)]
pub struct ErrorReporting {
    /// Address with the project's public key.
    pub dsn: Url,
    pub environment: String,
}

#[derive(Debug, Clone)]
pub struct Oidc {
    pub issuer: String,
    pub audience: String,
    pub client_id: String,
    /// How long the issuer may take to give its keys.
    pub fetch_deadline: Duration,
    /// An unknown key asks the issuer at most this often, whoever sends it.
    pub refetch_floor: Duration,
    /// Keys older than this are asked for again: what the issuer took back ends then.
    pub keys_max_age: Duration,
}

impl Config {
    /// Reads `FIRMBOOK_*` and `DATABASE_URL`.
    ///
    /// # Errors
    /// A setting that cannot be read, by its name.
    pub fn from_env() -> anyhow::Result<Self> {
        let text = |name: &str, default: &str| env::var(name).unwrap_or_else(|_| default.to_owned());
        let optional = |name: &str| env::var(name).ok().filter(|value| !value.is_empty());
        let address = text("FIRMBOOK_ADDRESS", "127.0.0.1:4000");
        let url = |name: &str| {
            optional(name)
                .map(|value| {
                    web_address(&value).with_context(|| format!("{name} must be an http or https address"))
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
        let environment = text("FIRMBOOK_ENVIRONMENT", "production");
        let demo = optional("FIRMBOOK_DEMO").filter(|size| size != "none");
        ensure!(
            demo.as_deref()
                .is_none_or(|size| size == "small" || size == "large"),
            "FIRMBOOK_DEMO must be small, large or none"
        );
        Ok(Self {
            address: address.parse().with_context(|| {
                format!("FIRMBOOK_ADDRESS must be an address and a port, not “{address}”")
            })?,
            public_url: text("FIRMBOOK_PUBLIC_URL", "http://localhost:4000"),
            data_dir: text("FIRMBOOK_DATA_DIR", ".data").into(),
            web_dir: text("FIRMBOOK_WEB_DIR", "webapp/dist").into(),
            database_url: optional("DATABASE_URL"),
            database_app_url: optional("DATABASE_APP_URL"),
            postgres_bin: optional("FIRMBOOK_POSTGRES_BIN").map(Into::into),
            pool_size: pool_size(&text("FIRMBOOK_POOL_SIZE", "8"))?,
            exports: above_0("FIRMBOOK_EXPORTS", "4")? as usize,
            oidc: Oidc {
                issuer: text("FIRMBOOK_OIDC_ISSUER", "http://localhost:4001"),
                audience: text("FIRMBOOK_OIDC_AUDIENCE", "firmbook-api"),
                client_id: text("FIRMBOOK_OIDC_CLIENT_ID", "firmbook-web"),
                fetch_deadline: Duration::from_secs(5),
                refetch_floor: Duration::from_secs(30),
                keys_max_age: Duration::from_secs(600),
            },
            sealing_key: optional("FIRMBOOK_SEALING_KEY"),
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
            trusted_proxies: networks(&text("FIRMBOOK_TRUSTED_PROXIES", ""))?,
            error_reporting: url("FIRMBOOK_ERROR_DSN")?.map(|dsn| ErrorReporting { dsn, environment }),
            analytics_url: url("FIRMBOOK_ANALYTICS_URL")?,
            notification_days: shared::notification::DEFAULT_DAYS,
            address_connections: above_0("FIRMBOOK_ADDRESS_CONNECTIONS", "2000")? as usize,
            redis_url: optional("FIRMBOOK_REDIS_URL"),
            hub: crate::hub::Limits {
                connections: above_0("FIRMBOOK_HUB_CONNECTIONS", "50")? as usize,
                burst: above_0("FIRMBOOK_HUB_BURST", "100")?.into(),
                ..crate::hub::Limits::default()
            },
            real_time: text("FIRMBOOK_REAL_TIME", "true")
                .parse()
                .context("FIRMBOOK_REAL_TIME must be true or false")?,
            workbook_reader: optional("FIRMBOOK_WORKBOOK_READER").map(PathBuf::from),
            mail: optional("FIRMBOOK_SMTP_URL")
                .map(|server| {
                    let from = text("FIRMBOOK_MAIL_FROM", "no-reply@localhost");
                    let from = from
                        .parse()
                        .with_context(|| format!("FIRMBOOK_MAIL_FROM must be an address, not “{from}”"))?;
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

fn number<T: FromStr>(name: &str, value: &str) -> anyhow::Result<T> {
    value
        .parse()
        .ok()
        .with_context(|| format!("{name} must be a number above 0, not “{value}”"))
}

/// The hub holds its turn on one connection while it marks on another.
fn pool_size(value: &str) -> anyhow::Result<usize> {
    value
        .parse()
        .ok()
        .filter(|size| *size >= 2)
        .with_context(|| format!("FIRMBOOK_POOL_SIZE must be a number of 2 or more, not “{value}”"))
}

fn web_address(value: &str) -> Option<Url> {
    let url = Url::parse(value).ok()?;
    (["http", "https"].contains(&url.scheme()) && url.has_host()).then_some(url)
}

/// Addresses and networks between commas.
fn networks(list: &str) -> anyhow::Result<Vec<IpNet>> {
    let items = list.split(',').map(str::trim).filter(|item| !item.is_empty());
    items
        .map(|item| {
            item.parse::<IpNet>()
                .ok()
                .or_else(|| item.parse::<IpAddr>().ok().map(IpNet::from))
                .with_context(|| {
                    format!("FIRMBOOK_TRUSTED_PROXIES has addresses and networks (10.0.0.0/8), not “{item}”")
                })
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn proxies_are_addresses_and_networks() {
        let nets = networks("10.0.0.0/8, 192.0.2.7,2001:db8::/32,").unwrap();
        let shown: Vec<String> = nets.iter().map(ToString::to_string).collect();
        assert_eq!(shown, ["10.0.0.0/8", "192.0.2.7/32", "2001:db8::/32"]);
        assert!(networks("").unwrap().is_empty());
        assert!(networks("proxy.example").is_err());
    }

    #[test]
    fn a_pool_has_two_connections_at_least() {
        assert_eq!(pool_size("2").unwrap(), 2);
        for bad in ["1", "0", "-3", "many", ""] {
            assert!(pool_size(bad).is_err(), "{bad}");
        }
    }

    #[test]
    fn services_have_web_addresses() {
        assert!(web_address("https://key@errors.example/1").is_some());
        for bad in ["", "errors.example", "javascript:alert(1)", "file:///etc/passwd"] {
            assert!(web_address(bad).is_none(), "{bad}");
        }
    }
}
