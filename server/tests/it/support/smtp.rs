//! SMTP server that accepts, delays, rejects or ignores mail.

use super::TestApp;
use server::config::{Config, Mail, MailPatience};
use server::mail::Mailer;
use std::collections::HashMap;
use std::sync::{Arc, Mutex};
use tokio::io::{AsyncBufReadExt, AsyncWriteExt, BufReader};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::Semaphore;
use tokio::task::{JoinHandle, JoinSet};

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum MailBehavior {
    Accept,
    RejectTemporarily,
    RejectPermanently,
    /// Receives the mail but replies only after [`MailServer::release`].
    DelayReply,
    /// Rejects the mail after receiving it.
    RejectAfterData,
    /// Rejects the EHLO command.
    RejectHello,
    NoReply,
}

/// Stops when dropped.
pub struct MailServer {
    pub port: u16,
    received: Arc<Mutex<Vec<String>>>,
    behavior: Arc<Mutex<MailBehavior>>,
    /// Behaviors for individual recipients.
    overrides: Arc<Mutex<HashMap<String, MailBehavior>>>,
    /// One permit per delayed reply.
    replies: Arc<Semaphore>,
    task: JoinHandle<()>,
}

impl Drop for MailServer {
    fn drop(&mut self) {
        self.task.abort();
    }
}

/// Returns mail settings for this port.
pub fn mail_at(port: u16) -> Mail {
    Mail {
        server: format!("smtp://127.0.0.1:{port}"),
        from: "no-reply@portal.example".parse().unwrap(),
        patience: MailPatience::default(),
    }
}

impl MailServer {
    /// Starts an app that sends its mail to this server.
    pub async fn app(&self, set: impl FnOnce(&mut Config)) -> (TestApp, Mailer) {
        let port = self.port;
        let app = TestApp::with(|config, _| {
            config.mail = Some(mail_at(port));
            config.public_url = "https://portal.example".into();
            set(config);
        })
        .await;
        let mailer = Mailer::of(&app.app.config).unwrap().unwrap();
        (app, mailer)
    }

    pub async fn start() -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let port = listener.local_addr().unwrap().port();
        let received = Arc::new(Mutex::new(Vec::new()));
        let behavior = Arc::new(Mutex::new(MailBehavior::Accept));
        let overrides = Arc::new(Mutex::new(HashMap::new()));
        let replies = Arc::new(Semaphore::new(0));
        let (all, current, by_address, permits) = (
            received.clone(),
            behavior.clone(),
            overrides.clone(),
            replies.clone(),
        );
        let task = tokio::spawn(async move {
            // Dropped with the task, which closes the connections.
            let mut connections = JoinSet::new();
            while let Ok((stream, _)) = listener.accept().await {
                connections.spawn(serve(
                    stream,
                    all.clone(),
                    current.clone(),
                    by_address.clone(),
                    permits.clone(),
                ));
            }
        });
        Self {
            port,
            received,
            behavior,
            overrides,
            replies,
            task,
        }
    }

    pub fn set_behavior(&self, behavior: MailBehavior) {
        *self.behavior.lock().unwrap() = behavior;
    }

    /// Overrides the behavior for one recipient.
    pub fn set_behavior_for(&self, address: &str, behavior: MailBehavior) {
        self.overrides
            .lock()
            .unwrap()
            .insert(format!("<{address}>"), behavior);
    }

    /// Releases the given number of delayed replies.
    pub fn release(&self, mails: usize) {
        self.replies.add_permits(mails);
    }

    /// Returns the received mails with headers, in order of arrival.
    pub fn received(&self) -> Vec<String> {
        self.received.lock().unwrap().clone()
    }
}

async fn serve(
    stream: TcpStream,
    received: Arc<Mutex<Vec<String>>>,
    behavior: Arc<Mutex<MailBehavior>>,
    overrides: Arc<Mutex<HashMap<String, MailBehavior>>>,
    replies: Arc<Semaphore>,
) -> Option<()> {
    let (read, mut write) = stream.into_split();
    let mut lines = BufReader::new(read).lines();
    write.write_all(b"220 mail.example\r\n").await.ok()?;
    loop {
        let line = lines.next_line().await.ok()??;
        let overridden = overrides
            .lock()
            .unwrap()
            .iter()
            .find(|(address, _)| line.contains(*address))
            .map(|(_, behavior)| *behavior);
        let behavior = overridden.unwrap_or(*behavior.lock().unwrap());
        let verb = line.get(..4).unwrap_or(&line).to_ascii_uppercase();
        let reply = match (verb.as_str(), behavior) {
            (_, MailBehavior::NoReply) => std::future::pending().await,
            ("MAIL" | "RCPT", MailBehavior::RejectTemporarily) => "451 try again later",
            ("MAIL" | "RCPT", MailBehavior::RejectPermanently) => "550 unknown recipient",
            ("EHLO" | "HELO", MailBehavior::RejectHello) => "554 service unavailable",
            ("DATA", _) => {
                write.write_all(b"354 start mail input\r\n").await.ok()?;
                let mut mail = String::new();
                loop {
                    let line = lines.next_line().await.ok()??;
                    if line == "." {
                        break;
                    }
                    mail.push_str(&line);
                    mail.push('\n');
                }
                if behavior == MailBehavior::RejectAfterData {
                    "554 rejected"
                } else {
                    received.lock().unwrap().push(mail);
                    if behavior == MailBehavior::DelayReply {
                        replies.acquire().await.ok()?.forget();
                    }
                    "250 accepted"
                }
            }
            ("QUIT", _) => "221 bye",
            _ => "250 ok",
        };
        write.write_all(format!("{reply}\r\n").as_bytes()).await.ok()?;
    }
}
