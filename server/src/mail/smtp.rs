//! SMTP client that keeps its connection open between mails.

use super::Refusal;
use crate::config::{Mail, MailPatience};
use anyhow::{Context, bail};
use lettre::Message;
use lettre::transport::smtp::Error;
use lettre::transport::smtp::authentication::{Credentials, DEFAULT_MECHANISMS};
use lettre::transport::smtp::client::{AsyncSmtpConnection, TlsParameters};
use lettre::transport::smtp::extension::ClientId;
use percent_encoding::percent_decode_str;
use reqwest::Url;
use std::borrow::Cow;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;
use tokio::time::timeout;

/// Timeout for connecting to one of the server's addresses.
const CONNECT: Duration = Duration::from_secs(10);
const GOODBYE: Duration = Duration::from_secs(5);

pub struct SmtpClient {
    host: String,
    port: u16,
    security: Security,
    hello: ClientId,
    credentials: Option<Credentials>,
    patience: MailPatience,
    /// Open connection without a mail in progress.
    idle: Mutex<Option<AsyncSmtpConnection>>,
}

enum Security {
    None,
    StartTls {
        parameters: TlsParameters,
        is_required: bool,
    },
    Tls(TlsParameters),
}

impl SmtpClient {
    /// Parses the server URL. The connection is opened with the first mail.
    ///
    /// # Errors
    /// Returns an error if the server URL is not valid.
    pub fn new(mail: &Mail) -> anyhow::Result<Self> {
        let url = Url::parse(&mail.server)?;
        let host = url.host_str().context("the host is missing")?.to_owned();
        let tls = url.query_pairs().find(|(name, _)| name == "tls");
        let parameters = || TlsParameters::new(host.clone());
        let start_tls = |is_required| {
            anyhow::Ok(Security::StartTls {
                parameters: parameters()?,
                is_required,
            })
        };
        let (usual_port, security) = match (url.scheme(), tls.as_ref().map(|(_, how)| how.as_ref())) {
            ("smtps", _) => (465, Security::Tls(parameters()?)),
            ("smtp", None) => (25, Security::None),
            ("smtp", Some("required")) => (587, start_tls(true)?),
            ("smtp", Some("opportunistic")) => (587, start_tls(false)?),
            ("smtp", Some(how)) => bail!("tls must be “required” or “opportunistic”, not “{how}”"),
            (scheme, _) => bail!("the scheme must be “smtp” or “smtps”, not “{scheme}”"),
        };
        let decoded = |text: &str| percent_decode_str(text).decode_utf8().map(Cow::into_owned);
        let credentials = url
            .password()
            .map(|password| anyhow::Ok(Credentials::new(decoded(url.username())?, decoded(password)?)))
            .transpose()?;
        let hello = match url.path().trim_matches('/') {
            "" => ClientId::default(),
            name => ClientId::Domain(name.to_owned()),
        };
        Ok(Self {
            port: url.port().unwrap_or(usual_port),
            host,
            security,
            hello,
            credentials,
            patience: mail.patience,
            idle: Mutex::default(),
        })
    }

    /// Sends a mail. The connection is not reused after an error or a timeout, because a late reply would be
    /// taken as the reply to the next mail.
    pub(super) async fn send(&self, message: &Message) -> Result<(), Refusal> {
        let mut connection = self.connection().await?;
        let content = message.formatted();
        let sent = connection.send(message.envelope(), &content);
        match timeout(self.patience.mail, sent).await {
            Ok(Ok(_)) => {
                *self.idle() = Some(connection);
                Ok(())
            }
            Ok(Err(error)) => Err(Refusal {
                is_final: error.is_permanent(),
                is_of_this_mail: error.is_response() || error.is_permanent() || error.is_transient(),
                words: error.to_string(),
            }),
            Err(_) => Err(Refusal::of_the_server("The mail server did not respond".into())),
        }
    }

    /// Opens a connection and closes it.
    pub(super) async fn check(&self) -> Result<(), Refusal> {
        let connection = self.connection().await?;
        *self.idle() = Some(connection);
        self.rest().await;
        Ok(())
    }

    /// Closes the idle connection.
    pub(super) async fn rest(&self) {
        let idle = self.idle().take();
        if let Some(mut connection) = idle {
            _ = timeout(GOODBYE, connection.quit()).await;
        }
    }

    /// Returns the idle connection or opens a new one. Errors are attributed to the server, not to the mail.
    async fn connection(&self) -> Result<AsyncSmtpConnection, Refusal> {
        let idle = self.idle().take();
        let ready = async {
            if let Some(mut connection) = idle
                && connection.test_connected().await
            {
                return Ok(connection);
            }
            self.connect().await
        };
        match timeout(self.patience.hello, ready).await {
            Ok(connection) => connection.map_err(|error| Refusal::of_the_server(error.to_string())),
            Err(_) => Err(Refusal::of_the_server("The mail server did not respond".into())),
        }
    }

    async fn connect(&self) -> Result<AsyncSmtpConnection, Error> {
        let tls = match &self.security {
            Security::Tls(parameters) => Some(parameters.clone()),
            _ => None,
        };
        let address = (self.host.as_str(), self.port);
        let mut connection =
            AsyncSmtpConnection::connect_tokio1(address, Some(CONNECT), &self.hello, tls, None).await?;
        if let Security::StartTls {
            parameters,
            is_required,
        } = &self.security
            && (*is_required || connection.can_starttls())
        {
            connection.starttls(parameters.clone(), &self.hello).await?;
        }
        if let Some(credentials) = &self.credentials {
            connection.auth(DEFAULT_MECHANISMS, credentials).await?;
        }
        Ok(connection)
    }

    fn idle(&self) -> MutexGuard<'_, Option<AsyncSmtpConnection>> {
        self.idle.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn client(server: &str) -> anyhow::Result<SmtpClient> {
        SmtpClient::new(&Mail {
            server: server.into(),
            from: "no-reply@portal.example".parse()?,
            patience: MailPatience::default(),
        })
    }

    #[test]
    fn parses_port_and_security_from_url() {
        for (server, port, security) in [
            ("smtp://localhost", 25, "none"),
            ("smtp://mail.example:2525", 2525, "none"),
            ("smtp://mail.example?tls=required", 587, "required"),
            ("smtp://mail.example:26/?tls=opportunistic", 26, "opportunistic"),
            ("smtps://mail.example", 465, "tls"),
        ] {
            let client = client(server).unwrap();
            let found = match client.security {
                Security::None => "none",
                Security::StartTls {
                    is_required: true, ..
                } => "required",
                Security::StartTls { .. } => "opportunistic",
                Security::Tls(_) => "tls",
            };
            assert_eq!((client.port, found), (port, security), "{server}");
            assert!(client.credentials.is_none(), "{server}");
        }
    }

    #[test]
    fn decodes_percent_encoded_credentials() {
        let client = client("smtps://no%40body:p%2Fw%C3%A9@mail.example/portal.example").unwrap();
        assert_eq!(
            client.credentials,
            Some(Credentials::new("no@body".into(), "p/wé".into()))
        );
        assert_eq!(client.hello, ClientId::Domain("portal.example".into()));
        assert_eq!(client.host, "mail.example");
    }

    #[test]
    fn rejects_invalid_server_urls() {
        for server in [
            "",
            "mail.example",
            "http://mail.example",
            "smtp://",
            "smtp://a?tls=maybe",
        ] {
            assert!(client(server).is_err(), "{server}");
        }
    }
}
