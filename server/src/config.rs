//! What the server is told by its environment; every setting has a development default.

use anyhow::{Context, ensure};
use std::{env, net::SocketAddr, path::PathBuf, time::Duration};

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
    pub oidc: Oidc,
    /// 32 random bytes in base64, and the id under which values are sealed with it.
    pub sealing_key: Option<String>,
    /// Fills an empty database: `small`, `large` or none.
    pub demo: Option<String>,
    /// The users of the demo book.
    pub demo_users: PathBuf,
    /// How long a request may use the database.
    pub database_deadline: Duration,
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
            pool_size: text("FIRMBOOK_POOL_SIZE", "8")
                .parse()
                .context("FIRMBOOK_POOL_SIZE must be a number")?,
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
        })
    }
}
