//! Tests the server against `docs/openapi.json` with requests that schemathesis generates from it.

use std::path::Path;
use std::thread::{self, ScopedJoinHandle};
use std::time::Duration;

use anyhow::{Context, Result, anyhow, ensure};

use crate::command::program;
use crate::journeys::{free_ports, small};
use crate::project::Project;
use crate::stack::{Plan, Stack};
use crate::steps::Steps;
use crate::test::build_server;
use crate::{python, token, tools};

/// Folder with schemathesis's pinned packages, settings and hooks.
const FOLDER: &str = "xtask/schemathesis";
/// Time limit for the generated requests, which ends a hanging run. A run takes about five minutes on two cores.
const LIMIT: Duration = Duration::from_mins(10);
/// Demo users and the firm that they open: a firm administrator, and a platform administrator with and without a
/// firm. Each caller calls all operations.
const CALLERS: [(&str, Option<u32>); 3] = [
    ("dana.whitfield", None),
    ("vera.holloway", Some(1)),
    ("vera.holloway", None),
];
/// Maximum number of requests per operation and caller. Operations without parameters need fewer.
const EXAMPLES: &str = "16";
/// Minimum number of requests per run. Fewer mean that operations were skipped or that schemathesis ended early.
const LEAST: usize = 5_000;
/// Environment variable that overrides [`EXAMPLES`] and turns off the time limit.
const EXAMPLES_SETTING: &str = "FIRMBOOK_API_EXAMPLES";
/// Server settings for rate limits. With the defaults, most calls would end with 429.
const RATE_LIMITS: [&str; 5] = [
    "FIRMBOOK_EMBED_SESSIONS",
    "FIRMBOOK_SESSION_CALLS",
    "FIRMBOOK_REFUSED_TOKENS",
    "FIRMBOOK_HUB_BURST",
    "FIRMBOOK_HUB_CONNECTIONS",
];

pub fn run(project: &Project) -> Result<()> {
    let mut steps = Steps::new(5);
    let schemathesis = steps.quiet("schemathesis", || {
        python::install(project, FOLDER, "schemathesis")
    })?;
    steps.quiet("npm packages", || tools::npm_ci(project))?;
    steps.loud("server", || build_server(project))?;
    let data = std::env::temp_dir().join(format!("firmbook-api-{}", std::process::id()));
    let plan = Plan {
        settings: RATE_LIMITS.map(|name| (name, "1000000".to_owned())).to_vec(),
        ..small(&free_ports(2)?, &data)
    };
    let stack = steps.quiet("database, demo data, identity provider, server", || {
        Stack::start(project, &plan)
    })?;
    let result = steps.quiet("generated requests", || {
        call_as_all(project, &plan, &schemathesis)
    });
    if let Ok(count) = &result {
        println!("{} requests, {} of them successful", count.all, count.successful);
    }
    if result.is_err() {
        eprintln!("last log lines of the server:\n{}", stack.last_words());
    }
    drop(stack);
    let _ = std::fs::remove_dir_all(data);
    let Count { all, .. } = result?;
    ensure!(
        all >= LEAST || std::env::var_os(EXAMPLES_SETTING).is_some(),
        "Only {all} requests were generated, of at least {LEAST}. Raise EXAMPLES if operations were removed."
    );
    Ok(())
}

/// Number of generated requests.
#[derive(Debug, Clone, Copy, Default)]
struct Count {
    all: usize,
    /// Requests with a 2xx status.
    successful: usize,
}

impl Count {
    /// Reads the file that `hooks.py` writes.
    fn read(path: &Path) -> Result<Self> {
        let text = std::fs::read_to_string(path).context("schemathesis did not count its requests")?;
        let mut numbers = text.split_whitespace().map(str::parse);
        match (numbers.next(), numbers.next()) {
            (Some(Ok(all)), Some(Ok(successful))) => Ok(Self { all, successful }),
            _ => Err(anyhow!("schemathesis wrote no number of requests: {text:?}")),
        }
    }
}

impl std::iter::Sum for Count {
    fn sum<I: Iterator<Item = Self>>(counts: I) -> Self {
        counts.fold(Self::default(), |sum, count| Self {
            all: sum.all + count.all,
            successful: sum.successful + count.successful,
        })
    }
}

/// Runs schemathesis for all callers in parallel and adds up their requests.
fn call_as_all(project: &Project, plan: &Plan, schemathesis: &Path) -> Result<Count> {
    let counts: Vec<_> = thread::scope(|scope| {
        let threads = CALLERS.map(|caller| scope.spawn(move || call_as(project, plan, schemathesis, caller)));
        let join = |thread: ScopedJoinHandle<'_, Result<Count>>| {
            thread
                .join()
                .map_err(|_| anyhow!("a thread that runs schemathesis panicked"))?
        };
        threads.into_iter().map(join).collect()
    });
    counts.into_iter().sum()
}

fn call_as(
    project: &Project,
    plan: &Plan,
    schemathesis: &Path,
    (user, firm): (&str, Option<u32>),
) -> Result<Count> {
    let folder = project.root.join(FOLDER);
    let (_, token) = token::sign_in(project, &plan.issuer(), &plan.url(), user, firm)?;
    let examples = std::env::var(EXAMPLES_SETTING).ok();
    let count = plan
        .data
        .join(format!("{user}-{}.count", firm.unwrap_or_default()));
    let run = program(schemathesis, ["--config-file"])
        .arg(folder.join("schemathesis.toml"))
        .args(["run", "--no-color", "--url", &plan.url(), "--max-examples"])
        .arg(examples.as_deref().unwrap_or(EXAMPLES))
        .arg(project.root.join("docs/openapi.json"))
        .dir(&plan.data)
        .titled(&format!("schemathesis as {user}"))
        .env("SCHEMATHESIS_HOOKS", folder.join("hooks.py"))
        .env("PYTHONPATH", &folder)
        .env("PYTHONDONTWRITEBYTECODE", "1")
        .env("FIRMBOOK_URL", plan.url())
        .env("FIRMBOOK_TOKEN", &token)
        .env("FIRMBOOK_COUNT", &count)
        .plain();
    match examples {
        Some(_) => run.go(),
        None => run.limit(LIMIT).go(),
    }?;
    Count::read(&count)
}
