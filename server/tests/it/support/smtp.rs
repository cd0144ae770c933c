//! A mail server for tests: takes mail, at once or when it is told to, says "later", says "never", or says nothing.

use std::collections::HashMap;
use std::sync::{Arc, Mutex};
use tokio::io::{AsyncBufReadExt, AsyncWriteExt, BufReader};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::Semaphore;
use tokio::task::{JoinHandle, JoinSet};

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Mood {
    Takes,
    Later,
    Never,
    /// Takes a mail, and says so when it is let.
    Slow,
    /// Refuses a mail that it has read.
    Unwilling,
    /// Greets nobody.
    Shut,
    Silent,
}

/// Stops with its value.
pub struct MailServer {
    pub port: u16,
    taken: Arc<Mutex<Vec<String>>>,
    mood: Arc<Mutex<Mood>>,
    /// For single addresses.
    moods: Arc<Mutex<HashMap<String, Mood>>>,
    /// One permit for each mail that a slow server may answer.
    answers: Arc<Semaphore>,
    task: JoinHandle<()>,
}

impl Drop for MailServer {
    fn drop(&mut self) {
        self.task.abort();
    }
}

impl MailServer {
    pub async fn start() -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let port = listener.local_addr().unwrap().port();
        let taken = Arc::new(Mutex::new(Vec::new()));
        let mood = Arc::new(Mutex::new(Mood::Takes));
        let moods = Arc::new(Mutex::new(HashMap::new()));
        let answers = Arc::new(Semaphore::new(0));
        let (all, feels, picks, may) = (taken.clone(), mood.clone(), moods.clone(), answers.clone());
        let task = tokio::spawn(async move {
            // Ends with the task.
            let mut connections = JoinSet::new();
            while let Ok((stream, _)) = listener.accept().await {
                connections.spawn(serve(
                    stream,
                    all.clone(),
                    feels.clone(),
                    picks.clone(),
                    may.clone(),
                ));
            }
        });
        Self {
            port,
            taken,
            mood,
            moods,
            answers,
            task,
        }
    }

    pub fn turn(&self, mood: Mood) {
        *self.mood.lock().unwrap() = mood;
    }

    /// What it says of mail to one address; the others get what its mood is.
    pub fn turn_for(&self, address: &str, mood: Mood) {
        self.moods.lock().unwrap().insert(format!("<{address}>"), mood);
    }

    /// Lets a slow server say that it has taken so many mails.
    pub fn answer(&self, mails: usize) {
        self.answers.add_permits(mails);
    }

    /// The mails as they came, headers and all.
    pub fn taken(&self) -> Vec<String> {
        self.taken.lock().unwrap().clone()
    }
}

async fn serve(
    stream: TcpStream,
    taken: Arc<Mutex<Vec<String>>>,
    mood: Arc<Mutex<Mood>>,
    moods: Arc<Mutex<HashMap<String, Mood>>>,
    answers: Arc<Semaphore>,
) -> Option<()> {
    let (read, mut write) = stream.into_split();
    let mut lines = BufReader::new(read).lines();
    write.write_all(b"220 mail.example\r\n").await.ok()?;
    loop {
        let line = lines.next_line().await.ok()??;
        let picked = moods
            .lock()
            .unwrap()
            .iter()
            .find(|(address, _)| line.contains(*address))
            .map(|(_, mood)| *mood);
        let mood = picked.unwrap_or(*mood.lock().unwrap());
        let verb = line.get(..4).unwrap_or(&line).to_ascii_uppercase();
        let answer = match (verb.as_str(), mood) {
            (_, Mood::Silent) => std::future::pending().await,
            ("MAIL" | "RCPT", Mood::Later) => "451 come back later",
            ("MAIL" | "RCPT", Mood::Never) => "550 nobody of this name",
            ("EHLO" | "HELO", Mood::Shut) => "554 no mail today",
            ("DATA", _) => {
                write.write_all(b"354 go on\r\n").await.ok()?;
                let mut mail = String::new();
                loop {
                    let line = lines.next_line().await.ok()??;
                    if line == "." {
                        break;
                    }
                    mail.push_str(&line);
                    mail.push('\n');
                }
                if mood == Mood::Unwilling {
                    "554 not wanted"
                } else {
                    taken.lock().unwrap().push(mail);
                    if mood == Mood::Slow {
                        answers.acquire().await.ok()?.forget();
                    }
                    "250 taken"
                }
            }
            ("QUIT", _) => "221 bye",
            _ => "250 yes",
        };
        write.write_all(format!("{answer}\r\n").as_bytes()).await.ok()?;
    }
}
