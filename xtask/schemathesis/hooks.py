"""Makes generated requests reach the handlers. Most of them get the IDs and versions of existing records, and a
valid body with one changed property. The others stay as generated."""

import atexit
import copy
import os
import pathlib
import random
import re

import records
import schemathesis
from bodies import valid_bodies

# Share of the requests that are changed.
SHARE = 0.75
UUID = re.compile(r"[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}\Z", re.IGNORECASE)
# Maps body properties and query parameters to the known values that are valid for them.
ALIASES = {
    "contactUuids": "FirmAgent",
    "agentUuids": "FirmAgent",
    "annuityUuids": "annuityUuid",
    "cohortUuids": "cohortUuid",
    "professionalKeys": "userKey",
    "reassignTo": "FirmAgent",
    "removedUserKeys": "userKey",
    "scheduleId": "scheduleUuid",
    "subscribedUserKeys": "userKey",
    "trustUuid": "FirmOwner",
    "userKeys": "userKey",
}

# Maps part of a path with the parameter `uuid` to the known values for that parameter.
RECORDS = {kind: kind for kind in records.KINDS} | {"allpolicy": "policyUuid", "allannuity": "annuityUuid"}

chance = random.Random(1)
known, columns = {}, {}
# Paths whose bodies are list queries.
list_paths = set()
# Latest version by record ID.
versions = {}
# Valid bodies by operation.
bodies = {}
# Number of requests by status class.
answers = {}


@atexit.register
def write_count():
    """Writes the number of all and of successful requests to a file, which xtask reads."""
    total = sum(answers.values())
    pathlib.Path(os.environ["FIRMBOOK_COUNT"]).write_text(f"{total} {answers.get(2, 0)}")


@schemathesis.hook
def after_load_schema(context, schema):
    global known, columns
    known, columns = records.load(lists(schema.raw_schema))
    list_paths.update(paths_of_list_queries(schema.raw_schema))
    bodies.update(valid_bodies(known))


@schemathesis.hook
def before_call(context, case, kwargs):
    if chance.random() > SHARE:
        return
    path = case.operation.path
    for place in (case.path_parameters, case.query):
        for name, value in (place or {}).items():
            place[name] = existing(path, name, value)
    body = bodies.get(f"{case.method.upper()} {path}")
    if isinstance(case.body, dict):
        if path in list_paths:
            case.body = list_query(path, case.body)
        elif body:
            case.body = with_one_change(body, case.body)
        case.body = with_existing(path, case.body)
    version = versions.get(next(reversed((case.path_parameters or {"": ""}).values())))
    if version and isinstance(case.body, dict) and "version" in case.body:
        case.body["version"] = version
    if version and "version" in (case.query or {}):
        case.query["version"] = version


@schemathesis.hook
def after_call(context, case, response):
    status_class = response.status_code // 100
    answers[status_class] = answers.get(status_class, 0) + 1
    if response.status_code in (401, 429):
        # All further calls would pass without testing their operations.
        raise RuntimeError(f"{case.operation.label} got {response.status_code}: {response.text}")
    try:
        body = response.json()
    except ValueError:
        return
    if isinstance(body, dict):
        body = body.get("current") or body
        key = next((body[name] for name in ("uuid", "scheduleId", "userKey", "host") if name in body), None)
        if key and "version" in body:
            versions[key] = body["version"]


def existing(path, name, value):
    """Returns the ID of an existing record in place of a generated one."""
    if name == "uuid":
        name = next((known_name for part, known_name in RECORDS.items() if part in path), name)
    values = known.get(ALIASES.get(name, name))
    is_invalid = name.endswith("Uuid") and not UUID.match(str(value))
    return chance.choice(values) if values and not is_invalid else value


def with_existing(path, body):
    if isinstance(body, list):
        return [with_existing(path, item) for item in body]
    if not isinstance(body, dict):
        return body
    changed = {}
    for name, value in body.items():
        if isinstance(value, list) and name in ALIASES:
            changed[name] = [existing(path, name, item) for item in value]
        elif isinstance(value, str):
            changed[name] = existing(path, name, value)
        else:
            changed[name] = with_existing(path, value)
    return changed


def with_one_change(valid, generated):
    """Returns a valid body in which one property, at any depth, comes from the generated body."""
    body = copy.deepcopy(valid)
    if not generated:
        return body
    name = chance.choice(sorted(generated))
    old, new = body.get(name), generated[name]
    body[name] = with_one_change(old, new) if isinstance(old, dict) and isinstance(new, dict) else new
    return body


def lists(document):
    """Returns the first path segment of each list."""
    paths = (path for path in document["paths"] if path.endswith("/columns"))
    return [path.removeprefix("/api/").removesuffix("/columns") for path in paths]


def paths_of_list_queries(document):
    for path, operations in document["paths"].items():
        content = operations.get("post", {}).get("requestBody", {}).get("content", {})
        if content.get("application/json", {}).get("schema", {}).get("$ref", "").endswith("/ListQuery"):
            yield path


def list_query(path, generated):
    """Returns a list query that names existing columns."""
    resource = next((name for name in columns if f"/{name}/search" in path), None)
    if "Contracts" in path:
        resource = "allannuity"
    elif resource is None:
        resource = next((name for name in columns if f"/{name}/" in path), "allpolicy")
    found = columns.get(resource)
    if not found:
        return generated
    query = {name: generated[name] for name in ("searchText", "limit", "sort") if name in generated}
    query["selectColumns"] = [column["key"] for column in chance.sample(found, min(4, len(found)))]
    query["filter"] = [condition(chance.choice([one for one in found if one["canFilter"]]))]
    query["sort"] = [{"column": chance.choice(found)["key"], "direction": chance.choice(["asc", "desc"])}]
    if chance.random() < 0.2:
        query["filter"].append({"any": [condition(chance.choice(found)) for _ in range(2)]})
    if generated and chance.random() < 0.3:
        name = chance.choice(sorted(generated))
        query[name] = generated[name]
    return query


def condition(column):
    kind, op = column["columnType"], chance.choice(column["operators"] or ["eq"])
    values = {
        "choice": [choice["code"] for choice in column["choices"]],
        "integer": [0, 7, -1],
        "money": ["0.00", "1234.50", "99999999999.99"],
        "date": ["2026-01-31", "1900-01-01"],
        "timestamp": ["2026-01-31"],
        "flag": [True, False],
    }.get(kind) or ["a", "Łódź %_", "O'Leary"]
    value = chance.choice(values)
    if op in ("in", "notIn"):
        value = values[:2]
    elif op == "between":
        value = [values[0], values[-1]]
    elif op in ("isEmpty", "isNotEmpty"):
        return {"column": column["key"], "op": op}
    elif op.startswith("in") or op.startswith("anniversary"):
        value = 30
    return {"column": column["key"], "op": op, "value": value}
