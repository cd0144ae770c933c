"""Records of the demo firm for the generated requests. Creates records that are missing in the demo book."""

import os

import requests

API = os.environ["FIRMBOOK_URL"] + "/api"
TOKEN = {"Authorization": f"Bearer {os.environ['FIRMBOOK_TOKEN']}"}
FIRM = 1
KINDS = {"FirmAgent": "agent", "FirmOwner": "owner", "FirmInsured": "insured"}


def call(method, path, **content):
    """Returns the JSON of a response, or None if the caller may not make the call."""
    response = requests.request(method, f"{API}/{path}", headers=TOKEN, timeout=60, **content)
    if response.status_code in (403, 404, 422):
        return None
    response.raise_for_status()
    return response.json() if response.content else None


def first(path, **content):
    """Returns the UUIDs of the first rows of a list."""
    page = call("POST", f"{path}/search", json={"limit": {"rowCount": 5}, **content})
    return [row["uuid"] for row in page["items"]] if page else []


def uuid_of(record, key="uuid"):
    return [record[key]] if record else []


def load(lists):
    """Returns known values by parameter, and the columns of each list. Values for `uuid` are keyed by resource.

    `lists` contains the first path segment of each list.
    """
    known = {resource: first(resource) for resource in KINDS}
    known["policyUuid"] = first("allpolicy", filter=[{"column": "status", "op": "eq", "value": "InForce"}])
    known["annuityUuid"] = first("allannuity")
    known["pairUuid"] = first("DuplicatePair")
    known["Trust"] = first("Trust")
    unsigned = [{"column": "bestInterestStatus", "op": "in", "value": ["Draft", "Complete"]}]
    known["ownerId"] = first("FirmOwner", filter=unsigned)
    known["ownerType"] = [1]
    files = [call("GET", f"PolicyOwner/1/{owner}/BestInterest") for owner in known["ownerId"]]
    known["formUuid"] = [form["uuid"] for file in files if file for form in file["versions"]]
    known["workKind"] = ["premiumsDue"]
    known["workUuid"] = known["policyUuid"]
    known["policyId"] = known["policyUuid"] + known["annuityUuid"]
    known["firmId"] = [FIRM]
    known["userKey"] = [user["userKey"] for user in call("GET", "FirmUser") or []]
    known["adminUserKey"] = [account["adminUserKey"] for account in call("GET", "Account/admin")]
    notifications = call("GET", "UserNotification") or []
    known["notificationId"] = [one["userNotificationHistoryId"] for one in notifications[:5]]
    known["host"] = [branding["host"] for branding in call("GET", "Branding/settings") or []]
    known["carrierUuid"] = [carrier["uuid"] for carrier in call("GET", "Carrier")][:3]
    known.update(new_records(known))
    columns = {resource: call("GET", f"{resource}/columns") or [] for resource in lists}
    return {name: values for name, values in known.items() if values}, columns


def new_records(known):
    name = f"Generated {os.getpid()}"
    static = {"name": name, "kind": "Static", "contactType": 1, "contactUuids": known["FirmAgent"][:3]}
    cohorts = uuid_of(call("POST", "Cohort", json=static))
    rule = {"column": "state", "op": "eq", "value": "CT"}
    by_rule = {"name": f"{name} rule", "kind": "Rule", "contactType": 1, "filter": [rule]}
    cohorts += uuid_of(call("POST", "Cohort", json=by_rule))
    report = {"name": name, "reportType": 1, "query": {"selectColumns": ["policyNumber"], "filter": []}}
    new = {"cohortUuid": cohorts, "cohortId": [*cohorts, "none"]}
    new["reportUuid"] = uuid_of(call("POST", "report", json=report))
    if cohorts:
        plan = {"name": name, "subject": name, "message": name, "frequency": "Monthly", "sendTo": "Contact"}
        plan |= {"firstSendDate": "2100-01-31", "time": "09:00", "timeZone": "America/New_York"}
        new["scheduleUuid"] = uuid_of(call("POST", f"Cohort/{cohorts[0]}/schedule", json=plan), "scheduleId")
    partner = call("POST", "Embed/partners", json={"name": name, "origins": ["https://a.example"], "isActive": True})
    new["partnerUuid"] = uuid_of(partner)
    if partner:
        call("POST", f"Embed/partners/{partner['uuid']}/keys")
        new["keyUuid"] = [key["uuid"] for one in call("GET", "Embed/partners") for key in one["keys"]]
    agents = known["FirmAgent"]
    if agents:
        document = call("POST", f"FirmAgent/agent/{agents[0]}/documents?name=note.txt", data=b"A note.")
        new["documentUuid"] = uuid_of(document)
        templates = call("GET", "template?templateType=1&includeGlobalDefaults=true") or []
        new["templateUuid"] = [template["uuid"] for template in templates]
        new["part"] = ["CoverPage", "Disclosure", "Recommendation", "Letter"]
        stored = call("GET", f"BookOfBusiness/FirmAgent/{agents[0]}/Existing") or []
        new["documentId"] = [document["documentId"] for document in stored]
    if known["policyUuid"]:
        heir = {"class": "Contingent", "name": name}
        path = f"allpolicy/{known['policyUuid'][0]}/beneficiary"
        new["beneficiaryUuid"] = uuid_of(call("POST", path, json=heir))
        entry = {"kind": "Loan", "transactionDate": "2026-11-20", "amount": "5000"}
        path = f"allpolicy/{known['policyUuid'][0]}/transactions"
        new["transactionUuid"] = uuid_of(call("POST", path, json=entry))
    if known["Trust"]:
        person = {"role": "Grantor", "name": name}
        new["personUuid"] = uuid_of(call("POST", f"Trust/{known['Trust'][0]}/person", json=person))
    for trust in known["Trust"]:
        gifts = (call("GET", f"Trust/{trust}/letters") or {"gifts": []})["gifts"]
        open_gifts = [gift for gift in gifts if gift["recipients"] and not gift["blockedBecause"]]
        new.setdefault("giftUuid", []).extend(gift["gift"]["uuid"] for gift in open_gifts)
        for gift in open_gifts[:1]:
            letters = [{"personUuid": one["personUuid"], "amount": one["amount"]} for one in gift["recipients"]]
            letters = {"letterDate": "2026-12-01", "letters": letters}
            letters |= {"giftUuid": gift["gift"]["uuid"], "giftVersion": gift["gift"]["version"]}
            created = call("POST", f"Trust/{trust}/letters", json=letters)
            new.setdefault("letterUuid", []).extend(letter["uuid"] for letter in created["letters"])
    csv = ("agents.csv", b"First Name,Last Name,NPN\nAda,Lee,17654321\nBo,,x\n")
    upload = call("POST", f"Cohort/bulk/map/1/firm/{FIRM}", files={"file": csv})
    new["storageGuid"] = uuid_of(upload, "storageGuid")
    return new
