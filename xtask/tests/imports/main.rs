//! Checks the imports of the server: its rooms form layers, and import cycles between files stay small.
//!
//! A room is a folder or file directly below `server/src`. [`ROOMS`] is the order of the layers: a room imports
//! only from rooms listed before it. Within a room, files may import each other, up to a limit.

mod graph;
mod source;

use std::collections::BTreeMap;
use std::path::Path;

use graph::cycles;
use source::{Module, Sources};

/// The rooms of the server, lowest layer first.
const ROOMS: &[&str] = &[
    // Foundations, which are independent of the server's features.
    "clock",
    "ids",
    "priority",
    "telemetry",
    "error",
    "crypto",
    "config",
    "headers",
    "cors",
    "listen",
    "unread_body",
    "db",
    "limiter",
    "request",
    "scan",
    // Access control, lists and storage.
    "audit",
    "auth",
    "written",
    "list",
    "store",
    "records",
    "sealing",
    // Background work and features that span requests.
    "duplicates",
    "webhooks",
    "notify",
    "report",
    "deliverables",
    "sends",
    "mail",
    "book",
    "hub",
    "upload",
    "files",
    "export",
    "metrics",
    // The application, its routes and its commands.
    "app",
    "routes",
    "web",
    "router",
    "demo",
    "start",
    "check",
    "notify_user",
    "load_book",
    "rotate_key",
    "send_digest",
    "verify_audit",
];
/// Maximum number of files in an import cycle.
const LARGEST_CYCLE: usize = 6;

type Imports = BTreeMap<Module, Vec<Module>>;

#[test]
fn server_rooms_import_only_from_lower_layers() {
    let src = Path::new("../server/src");
    let imports = Sources::read(src).unwrap().imports();
    assert!(
        imports.len() > 100,
        "read {} modules of the server",
        imports.len()
    );
    let faults = faults(&imports, ROOMS, LARGEST_CYCLE);
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

#[test]
fn routes_run_no_sql_statements() {
    let src = Path::new("../server/src");
    let sources = Sources::read(src).unwrap();
    // Every diesel statement needs this trait to run, including raw SQL.
    let trait_name = "diesel_async::RunQueryDsl";
    assert!(
        sources.using("records", trait_name).len() > 20,
        "the rooms below the routes use it"
    );
    let found: Vec<String> = sources
        .using("routes", trait_name)
        .iter()
        .map(ToString::to_string)
        .collect();
    assert!(
        found.is_empty(),
        "move the statements of these modules to `records`, or to the room that owns the tables: {}",
        found.join(", ")
    );
}

/// Returns a line for every import that points upwards, every room without a layer, and every cycle over the
/// limit.
fn faults(imports: &Imports, rooms: &[&str], largest_cycle: usize) -> Vec<String> {
    let mut faults = Vec::new();
    let layer = |module: &Module| rooms.iter().position(|room| *room == module.room());
    for (importer, imported) in imports {
        let Some(own) = layer(importer) else {
            let room = importer.room();
            faults.push(format!(
                "{importer}: add `{room}` to the layers in xtask/tests/imports"
            ));
            continue;
        };
        for module in imported {
            if layer(module).is_some_and(|other| other > own) {
                faults.push(format!("{importer} imports {module}, which is in a higher layer"));
            }
        }
    }
    for cycle in cycles(imports) {
        if cycle.len() > largest_cycle {
            let names: Vec<String> = cycle.iter().map(ToString::to_string).collect();
            faults.push(format!(
                "{} files import each other in a circle: {}",
                names.len(),
                names.join(", ")
            ));
        }
    }
    faults
}

fn imports(pairs: &[(&str, &str)]) -> Imports {
    let mut imports = Imports::new();
    for (importer, imported) in pairs {
        imports.entry(Module::named(imported)).or_default();
        imports
            .entry(Module::named(importer))
            .or_default()
            .push(Module::named(imported));
    }
    imports
}

#[test]
fn accepts_imports_from_lower_layers_and_within_a_room() {
    let imports = imports(&[
        ("list::page", "db"),
        ("list::page", "list::row"),
        ("list::row", "list::page"),
    ]);
    assert!(faults(&imports, &["db", "list"], 2).is_empty());
}

#[test]
fn rejects_an_import_from_a_higher_layer() {
    let imports = imports(&[("db::pool", "list::page")]);
    assert_eq!(
        faults(&imports, &["db", "list"], 2),
        ["db::pool imports list::page, which is in a higher layer"]
    );
}

#[test]
fn rejects_a_room_without_a_layer() {
    let found = faults(&imports(&[("mail::queue", "db")]), &["db"], 2);
    assert_eq!(
        found,
        ["mail::queue: add `mail` to the layers in xtask/tests/imports"]
    );
}

#[test]
fn rejects_a_cycle_over_the_limit() {
    let imports = imports(&[("db::a", "db::b"), ("db::b", "db::c"), ("db::c", "db::a")]);
    assert!(faults(&imports, &["db"], 3).is_empty());
    assert!(faults(&imports, &["db"], 2)[0].starts_with("3 files import each other"));
}
