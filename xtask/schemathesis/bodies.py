"""Valid request bodies, built from records of the demo firm."""

import records


def valid_bodies(known):
    """Returns bodies keyed by operation, such as `POST /api/FirmAgent/{firmId}`. Empty IDs are filled in later."""
    valid = {}
    for resource, noun in records.KINDS.items():
        if resource not in known:
            continue
        person = records.call("GET", f"{resource}/{noun}/{known[resource][0]}")["person"] | {"npn": None}
        valid[f"POST /api/{resource}/{{firmId}}"] = {"person": person}
        valid[f"POST /api/{resource}/{{firmId}}/{noun}/{{uuid}}"] = {"person": person, "version": 1}
        attach = f"PUT /api/{resource}/{{firmId}}/policy/{{policyId}}"
        valid[attach] = {"uuid": known[resource][0], "typeId": 1}
        valid[f"{attach}/type/{{typeId}}"] = {"uuid": known[resource][0]}
    for resource, noun, plural in (("FirmAgent", "agent", "firmAgentsIds"), ("FirmOwner", "owner", "firmOwnersIds")):
        if resource not in known:
            continue
        group = resource.removeprefix("Firm") + "Resolution"
        selected = {plural: known[resource][:1]}
        for call in ("AffectedPolicies", "AffectedUsers", f"Affected{noun.capitalize()}s"):
            valid[f"POST /api/{group}/{call}"] = selected
        record = records.call("GET", f"{resource}/{noun}/{known[resource][0]}")
        target = {"uuid": record["uuid"], "version": record["version"], "person": record["person"]}
        merge = {f"{noun}Data": target} | selected
        valid[f"POST /api/{resource}/duplicates"] = {"person": record["person"]}
        valid[f"POST /api/{group}/CanResolve"] = valid[f"POST /api/{group}"] = merge
    for resource, number in (("allpolicy", "policyNumber"), ("allannuity", "contractNumber")):
        parameter = resource.removeprefix("all") + "Uuid"
        if parameter not in known:
            continue
        contract = records.call("GET", f"{resource}/{known[parameter][0]}")["contract"]
        valid[f"POST /api/{resource}/{{{parameter}}}"] = {"contract": contract, "version": 1}
        new = contract | {number: "G-1", "status": "Pending"}
        valid[f"POST /api/{resource}"] = valid[f"POST /api/{resource}/check"] = {"contract": new}
        status = {"status": "Terminated", "statusDate": "2026-11-20", "version": 1}
        valid[f"POST /api/{resource}/{{{parameter}}}/status"] = status
        change = {"kind": "field", "field": "productName", "value": "Gold"}
        bulk = {"contracts": {"rowUuids": [known[parameter][0]]}, "change": change}
        valid[f"POST /api/{resource}/bulk"] = valid[f"POST /api/{resource}/bulk/preview"] = bulk
    for resource in ("FirmAgent", "FirmOwner"):
        book = {"uuid": known.get(resource, [""])[0], "templateUuid": known.get("templateUuid", [""])[0]}
        valid[f"POST /api/BookOfBusiness/{resource}/generate"] = book
    valid["POST /api/ReportSummary/generate"] = {
        "uuid": known.get("reportUuid", [""])[0], "templateUuid": "b00c0000-0000-4000-8000-000000000003",
        "deliverableType": 3,
    }
    template = {
        "name": "Another", "isDefault": False, "version": 1,
        "settings": {
            "sections": ["summary", "contracts"], "policyColumns": ["status"], "annuityColumns": ["status"],
            "groupBy": 1, "pageSize": "Letter", "isLandscape": True, "header": "", "footer": "",
        },
    }
    valid["POST /api/template"] = valid["PUT /api/template/{templateUuid}"] = template
    partner = {"name": "Another", "origins": ["https://b.example"], "isActive": True, "version": 1}
    valid["POST /api/Embed/partners"] = valid["PUT /api/Embed/partners/{partnerUuid}"] = partner
    text = {"value": {"type": "doc", "content": []}}
    for path in (
        "BookOfBusiness/BookOfBusinessSettings/firmagent/{part}",
        "BookOfBusiness/BookOfBusinessSettings/firmowner/{part}",
        "ReportSummary/ReportSummarySettings/{part}/3",
        "ReportSummary/ReportSummarySettings/{part}/4",
        "Trust/LetterSettings/{part}",
    ):
        valid[f"PUT /api/{path}"] = text | {"version": None}
        valid[f"POST /api/{path}/preview"] = text
    work = "PUT /api/Home/queue/{workKind}/{workUuid}"
    valid[f"{work}/snooze"] = {"day": None, "until": "2027-03-01"}
    valid[f"{work}/assignment"] = {"day": None, "userKey": known.get("userKey", [""])[0]}
    valid["POST /api/DuplicatePair/review"] = {"uuids": known.get("pairUuid", [""])[:1], "isDismissed": True}
    gift = {"amount": "5000", "giftDate": "2026-12-01", "letterDate": "2026-12-04", "premiumDue": "2027-01-15"}
    valid["POST /api/allpolicy/{policyUuid}/gifts"] = gift
    heir = {"class": "Contingent", "name": "Bo Lee", "sharePercent": "1", "version": 1}
    for contract in ("/api/allpolicy/{policyUuid}", "/api/allannuity/{annuityUuid}"):
        one = f"{contract}/beneficiary/{{beneficiaryUuid}}"
        valid[f"POST {contract}/beneficiary"] = valid[f"PUT {one}"] = heir
        entry = {"kind": "Withdrawal", "transactionDate": "2026-11-20", "amount": "5000", "version": 1}
        one = f"{contract}/transactions/{{transactionUuid}}"
        valid[f"POST {contract}/transactions"] = valid[f"PUT {one}"] = entry
    valid["PUT /api/Trust/{uuid}"] = {"version": 0, "trustType": "Ilit", "governingState": "DE", "notes": ""}
    person = {"role": "Beneficiary", "name": "Bo Lee", "sharePercent": "1", "hasWithdrawalRight": True, "version": 1}
    valid["POST /api/Trust/{uuid}/person"] = valid["PUT /api/Trust/{uuid}/person/{personUuid}"] = person
    letters = {"giftUuid": "", "giftVersion": 1, "letterDate": "2026-12-01"}
    valid["POST /api/Trust/{uuid}/letters"] = letters | {"letters": [{"personUuid": "", "amount": "1.00"}]}
    delivery = {"method": "Hand", "deliveredOn": "2026-11-20", "letters": [{"uuid": "", "version": 1}]}
    valid["POST /api/Trust/{uuid}/letters/delivery"] = delivery
    valid["PUT /api/Trust/{uuid}/letters/{letterUuid}/proof"] = {"version": 1, "documentId": ""}
    forms = "/api/PolicyOwner/{ownerType}/{ownerId}/BestInterest"
    form = {"recommendation": {"annuityUuid": "none", "basis": "No need for income."}}
    valid[f"POST {forms}"] = {"form": form}
    valid[f"PUT {forms}"] = {"uuid": known.get("formUuid", [""])[0], "version": 1, "form": form}
    signed = {"consumer": "Ada Lee", "consumerSignedOn": "2026-11-20", "producer": "Dana Whitfield"}
    valid[f"POST {forms}/{{formUuid}}/signature"] = signed | {"producerSignedOn": "2026-11-20", "version": 1}
    guideline = {"parameter": "policyCashValue", "minimum": "1.00"}
    valid["PUT /api/allpolicy/{policyUuid}/guidelines"] = {"guidelines": [guideline], "before": []}
    cohort = {"name": "Another", "kind": "Static", "contactType": 1, "contactUuids": [""]}
    valid["POST /api/Cohort"] = cohort
    valid["PUT /api/Cohort/{cohortUuid}"] = {"name": "Another", "version": 1}
    valid["POST /api/Cohort/{cohortUuid}/contact"] = {"contactUuids": [""]}
    valid["POST /api/Cohort/{cohortUuid}/contact/removal"] = {"contactUuids": [""]}
    valid["POST /api/Cohort/counts"] = {"cohortUuids": [""]}
    valid["POST /api/Cohort/{cohortUuid}/schedule"] = {
        "name": "Monthly", "subject": "Policies", "message": "Hello", "frequency": "Monthly", "sendTo": "Me",
        "firstSendDate": "2100-01-31", "time": "09:00", "timeZone": "America/New_York",
    }
    query = {"selectColumns": ["policyNumber"], "filter": [], "sort": []}
    valid["POST /api/report"] = {"name": "Another", "reportType": 1, "query": query}
    valid["PUT /api/report/{reportUuid}"] = {"name": "Another", "query": query, "version": 1}
    valid["POST /api/report/{reportUuid}/access"] = {"userKeys": [""]}
    valid["PUT /api/report/{reportUuid}/subscription"] = {"isDigest": True, "subscribedUserKeys": [""]}
    profile = {"firstName": "Dana", "lastName": "Whitfield", "density": "compact", "theme": "dark"}
    valid["PUT /api/User/profile"] = profile | {"timeZone": "America/Chicago"}
    digest = {"frequency": "Weekly", "weekday": 2, "hour": 7}
    valid["PUT /api/UserNotification/preferences"] = {"digest": digest, "kinds": []}
    valid["POST /api/UserNotification/rules/preview"] = {"from": "2026-11-21", "to": "2026-11-30"}
    valid["PUT /api/UserNotification/rules/settings"] = {"premiumReminderDays": 45}
    valid["PUT /api/Branding"] = {"host": "localhost", "platformName": "Portal", "version": 1}
    valid["POST /api/FirmUser"] = {"login": "new.person", "firmUserType": 2}
    valid["PUT /api/FirmUser/{userKey}"] = {"firmUserType": 4, "isActive": True, "version": 1}
    reason = {"minutes": 5, "reason": "A test of the API", "write": False, "userKey": ""}
    valid["POST /api/Impersonation"] = reason
    valid["PUT /api/TableState/{list}"] = {"columns": [{"key": "name"}]}
    if "storageGuid" in known:
        upload = records.call("GET", f"Cohort/bulk/{known['storageGuid'][0]}")
        valid["POST /api/Cohort/bulk/preview/{storageGuid}"] = {"mapping": upload["mapping"]}
    return valid
