//! Starts and supervises child processes that read workbooks.

use super::{COMMAND, Order, REFUSED};
use crate::store::Source;
use nix::poll::{PollFd, PollFlags, PollTimeout, poll};
use nix::sys::memfd::{MFdFlags, memfd_create};
use nix::sys::signal::Signal;
use shared::upload::reading::limits::FILE_BYTES;
use shared::upload::reading::{FileError, Head, ReadError, Row};
use std::fs::File;
use std::io::{self, BufReader, ErrorKind, Read, Seek};
use std::marker::PhantomData;
use std::os::fd::AsFd;
use std::os::unix::process::ExitStatusExt;
use std::path::PathBuf;
use std::process::{Child, ChildStderr, ChildStdout, Command, ExitStatus, Stdio};
use std::sync::Arc;
use std::time::{Duration, Instant};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

/// Maximum number of workbooks that a node reads at once. Each child may use memory up to its limit.
const AT_ONCE: usize = 3;
/// Timeout for a slot.
const SLOT_PATIENCE: Duration = Duration::from_secs(30);
/// Maximum total time spent waiting for a child's output. Time spent by the caller does not count.
const HEAD_PATIENCE: Duration = Duration::from_secs(10);
const ROWS_PATIENCE: Duration = Duration::from_secs(60);
/// By default the allocator reserves a gigabyte of address space. That is the limit of a child, so even small
/// workbooks could run out of memory.
const RESERVE: (&str, &str) = ("MIMALLOC_ARENA_RESERVE", "64MiB");
/// Maximum output of a child: a head is a hundred rows, and stderr has a few lines.
const MOST_HEAD_BYTES: u64 = 64 * 1024 * 1024;
const MOST_ERROR_BYTES: u64 = 64 * 1024;

/// Hands out slots for child processes, with a limit on concurrent ones.
#[derive(Clone)]
pub struct Children {
    program: PathBuf,
    slots: Arc<Semaphore>,
}

/// Permission to run one child at a time, released on drop. All methods block.
pub struct Slot {
    program: PathBuf,
    _permit: OwnedSemaphorePermit,
}

impl Children {
    pub fn new(program: PathBuf) -> Self {
        Self {
            program,
            slots: Arc::new(Semaphore::new(AT_ONCE)),
        }
    }

    /// Waits for a free slot.
    ///
    /// # Errors
    /// Returns `TimedOut` if no slot becomes free in time.
    pub async fn slot(&self) -> io::Result<Slot> {
        let permit = tokio::time::timeout(SLOT_PATIENCE, self.slots.clone().acquire_owned())
            .await
            .map_err(|_| io::Error::new(ErrorKind::TimedOut, "too many workbooks are being read"))?
            .map_err(io::Error::other)?;
        Ok(Slot {
            program: self.program.clone(),
            _permit: permit,
        })
    }
}

impl Slot {
    pub fn head(&mut self, source: &Source, order: &Order) -> Result<Head, ReadError> {
        let mut running = self.start(source, order, HEAD_PATIENCE)?;
        let mut json = Vec::new();
        let read = running.out.by_ref().take(MOST_HEAD_BYTES).read_to_end(&mut json);
        running.end(read.map(drop))?;
        serde_json::from_slice(&json).map_err(|_| FileError::Unreadable.into())
    }

    pub fn rows(&mut self, source: &Source, order: &Order) -> Result<ChildRows<'_>, ReadError> {
        let mut running = self.start(source, order, ROWS_PATIENCE)?;
        let out = Patient {
            source: running.out.source.take(),
            patience: running.out.patience,
        };
        let rows = csv::ReaderBuilder::new()
            .has_headers(false)
            .flexible(true)
            .from_reader(BufReader::new(out));
        Ok(ChildRows {
            running: Some(running),
            rows,
            record: csv::StringRecord::new(),
            slot: PhantomData,
        })
    }

    fn start(&self, source: &Source, order: &Order, patience: Duration) -> Result<Running, ReadError> {
        let mut child = Command::new(&self.program)
            .arg(COMMAND)
            .arg(serde_json::to_string(order).map_err(io::Error::from)?)
            .env_clear()
            .env(RESERVE.0, RESERVE.1)
            .stdin(in_memory(source)?)
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()?;
        Ok(Running {
            out: Patient {
                source: child.stdout.take(),
                patience,
            },
            err: Patient {
                source: child.stderr.take(),
                patience,
            },
            child,
        })
    }
}

/// Copies a stored file into an anonymous in-memory file. A faulty child has access to nothing else.
fn in_memory(source: &Source) -> Result<File, ReadError> {
    let memory = memfd_create(c"workbook", MFdFlags::MFD_CLOEXEC).map_err(io::Error::from)?;
    let mut memory = File::from(memory);
    if io::copy(&mut source.open()?.take(FILE_BYTES + 1), &mut memory)? > FILE_BYTES {
        return Err(FileError::TooLarge.into());
    }
    memory.rewind()?;
    Ok(memory)
}

/// A child process, killed on drop.
struct Running {
    child: Child,
    out: Patient<ChildStdout>,
    err: Patient<ChildStderr>,
}

impl Running {
    /// Returns the result of the child. `read` is the result of reading its output.
    fn end(mut self, read: io::Result<()>) -> Result<(), ReadError> {
        match read {
            Err(error) if error.kind() == ErrorKind::TimedOut => return Err(FileError::TimedOut.into()),
            read => read?,
        }
        let mut said = Vec::new();
        self.err.by_ref().take(MOST_ERROR_BYTES).read_to_end(&mut said)?;
        // The child has closed both pipes and is about to exit.
        outcome(self.child.wait()?, &said)
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        // Ignore errors: both calls fail if the child has already exited.
        _ = self.child.kill();
        _ = self.child.wait();
    }
}

fn outcome(status: ExitStatus, said: &[u8]) -> Result<(), ReadError> {
    let signal = status.signal().and_then(|signal| Signal::try_from(signal).ok());
    Err(match (status.code(), signal) {
        (Some(0), _) => return Ok(()),
        (Some(REFUSED), _) => serde_json::from_slice(said)
            .unwrap_or(FileError::Unreadable)
            .into(),
        // The reader panicked or crashed.
        (Some(101), _) | (_, Some(Signal::SIGSEGV | Signal::SIGBUS)) => FileError::Unreadable.into(),
        // The child exceeded its memory limit.
        (_, Some(Signal::SIGABRT)) => FileError::InflatesTooFar.into(),
        (_, Some(Signal::SIGXCPU | Signal::SIGKILL)) => FileError::TimedOut.into(),
        _ => {
            let said = String::from_utf8_lossy(said);
            io::Error::other(format!("the workbook reader exited with {status}: {said}")).into()
        }
    })
}

/// The rows written by a child, which occupies the slot until it is dropped.
pub struct ChildRows<'s> {
    /// `None` after the end.
    running: Option<Running>,
    rows: csv::Reader<BufReader<Patient<ChildStdout>>>,
    record: csv::StringRecord,
    slot: PhantomData<&'s mut Slot>,
}

impl ChildRows<'_> {
    fn read(&mut self) -> Result<Option<Row>, ReadError> {
        let read = self.rows.read_record(&mut self.record).map_err(io::Error::from);
        if let Ok(true) = read {
            let mut cells = self.record.iter();
            let number = cells.next().and_then(|number| number.parse().ok());
            let number = number.ok_or(FileError::Unreadable)?;
            return Ok(Some(Row::new(number, cells.collect())));
        }
        match self.running.take() {
            Some(running) => running.end(read.map(drop)).map(|()| None),
            None => Ok(None),
        }
    }
}

impl Iterator for ChildRows<'_> {
    type Item = Result<Row, ReadError>;

    fn next(&mut self) -> Option<Self::Item> {
        self.running.as_ref()?;
        self.read().transpose()
    }
}

/// A pipe with a limit on the total time spent waiting for data, after which reads fail with `TimedOut`.
struct Patient<P> {
    source: Option<P>,
    patience: Duration,
}

impl<P: AsFd + Read> Read for Patient<P> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let Some(source) = &mut self.source else {
            return Ok(0);
        };
        // The CSV reader does not repeat a read that a signal interrupted.
        loop {
            let began = Instant::now();
            let timeout = PollTimeout::try_from(self.patience).map_err(io::Error::other)?;
            let ready = poll(&mut [PollFd::new(source.as_fd(), PollFlags::POLLIN)], timeout);
            self.patience = self.patience.saturating_sub(began.elapsed());
            return match ready {
                Ok(0) => Err(ErrorKind::TimedOut.into()),
                Ok(_) => source.read(buffer),
                Err(nix::Error::EINTR) => continue,
                Err(error) => Err(error.into()),
            };
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use nix::sys::pthread::pthread_kill;
    use std::io::Write as _;
    use std::os::unix::thread::JoinHandleExt as _;
    use std::sync::mpsc::channel;
    use tokio::signal::unix::{SignalKind, signal};

    #[tokio::test]
    async fn continues_reading_after_a_signal() {
        let mut signals = signal(SignalKind::user_defined2()).unwrap();
        let (source, mut sink) = io::pipe().unwrap();
        let (tell, told) = channel();
        let reading = std::thread::spawn(move || {
            tell.send(nix::unistd::gettid()).unwrap();
            let mut pipe = Patient {
                source: Some(source),
                patience: Duration::from_secs(60),
            };
            pipe.read(&mut [0])
        });
        let state = format!("/proc/self/task/{}/stat", told.recv().unwrap());
        // State S (sleeping): the thread is waiting for data.
        while !std::fs::read_to_string(&state).unwrap().contains(") S ") {
            std::thread::yield_now();
        }
        pthread_kill(reading.as_pthread_t(), Signal::SIGUSR2).unwrap();
        // The handler runs in the waiting thread.
        signals.recv().await;
        sink.write_all(b"1").unwrap();
        assert_eq!(reading.join().unwrap().unwrap(), 1);
    }
}
