//! Column headers that carriers and agency systems use for contract fields.

use super::ContractField;
use super::abbreviations::written_out;
use crate::contract::Line;
use crate::text::words;
use crate::vocabulary::spelling;

/// Leading words of a header that do not help to identify the field.
const FILLERS: [&str; 6] = ["policy", "contract", "annuity", "current", "life", "total"];

/// Returns the fields that a header may mean, with a confidence in percent.
pub(super) fn candidates(line: Line, header: &str) -> Vec<(ContractField, u8)> {
    let words = words(header);
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    let long: Vec<&str> = words.iter().map(|word| written_out(word)).collect();
    let readings = [
        (spelling(header), 0),
        (without_fillers(&words), 8),
        (long.concat(), 5),
        (without_fillers(&long), 13),
    ];
    for (text, doubt) in readings {
        let found = of_spelling(line, &text);
        if !found.is_empty() {
            let sure = |(field, score): (ContractField, u8)| (field, score.saturating_sub(doubt));
            return found.into_iter().map(sure).collect();
        }
    }
    Vec::new()
}

fn without_fillers(words: &[&str]) -> String {
    let plain = words.iter().skip_while(|word| FILLERS.contains(word));
    plain.copied().collect()
}

fn of_spelling(line: Line, text: &str) -> Vec<(ContractField, u8)> {
    if text.is_empty() {
        return Vec::new();
    }
    let score = |field: ContractField| {
        if [field.label(), field.code()]
            .map(spelling)
            .iter()
            .any(|own| own == text)
        {
            Some(97)
        } else if synonyms(field).contains(&text) {
            Some(90)
        } else {
            None
        }
    };
    ContractField::all(line)
        .filter_map(|field| Some((field, score(field)?)))
        .collect()
}

/// Headers in lower case without spaces and punctuation.
fn synonyms(field: ContractField) -> &'static [&'static str] {
    match field.code() {
        "policyNumber" | "contractNumber" => &[
            "policyno",
            "policynum",
            "policy",
            "policyid",
            "polno",
            "polnum",
            "policynumber",
            "contractno",
            "contractnum",
            "contract",
            "contractid",
            "contractnumber",
            "certificate",
            "certificateno",
            "certificatenumber",
        ],
        "carrier" => &[
            "carriername",
            "insurer",
            "insurancecompany",
            "insurancecarrier",
            "company",
            "companyname",
            "issuer",
            "naic",
            "naiccode",
        ],
        "status" => &[
            "policystatus",
            "contractstatus",
            "statuscode",
            "statusdescription",
        ],
        "statusDate" => &["statuseffectivedate", "statuschangedate", "dateofstatus"],
        "productType" => &[
            "type",
            "policytype",
            "contracttype",
            "annuitytype",
            "plantype",
            "producttypecode",
        ],
        "productName" => &[
            "productname",
            "plan",
            "planname",
            "planofinsurance",
            "plandescription",
        ],
        "agent" => &[
            "agentname",
            "writingagent",
            "writingagentname",
            "agentnpn",
            "writingagentnpn",
            "npn",
            "producer",
            "producername",
            "producernpn",
            "advisor",
            "advisorname",
            "broker",
            "rep",
            "servicingagent",
        ],
        "owner" => &[
            "ownername",
            "policyowner",
            "policyownername",
            "policyholder",
            "contractowner",
            "client",
        ],
        "insured" => &[
            "insuredname",
            "primaryinsured",
            "primaryinsuredname",
            "lifeinsured",
            "nameofinsured",
        ],
        "annuitant" => &["annuitantname", "primaryannuitant", "primaryannuitantname"],
        "agentShare" => &["commissionshare", "commissionsplit", "splitpercent", "agentsplit"],
        "agent2" => &[
            "agent2name",
            "coagent",
            "splitagent",
            "secondagentnpn",
            "agent2npn",
        ],
        "agent2Share" => &["agent2split", "coagentshare"],
        "owner2" => &["owner2name", "jointowner", "jointownername", "coowner"],
        "owner2Share" => &["jointownershare"],
        "insured2" => &["insured2name", "secondinsured", "jointinsuredname", "coinsured"],
        "annuitant2" => &["annuitant2name", "secondannuitant", "jointannuitantname"],
        "riders" => &["rider", "riderlist", "ridernames"],
        "surrenderSchedule" => &["surrendercharges", "surrenderchargeschedule", "cdscschedule"],
        "deathBenefit" => &[
            "db",
            "deathbenefitamount",
            "currentdeathbenefit",
            "totaldeathbenefit",
            "netdeathbenefit",
        ],
        "faceAmount" => &[
            "face",
            "faceamt",
            "specifiedamount",
            "specamount",
            "coverage",
            "coverageamount",
            "sumassured",
            "baseface",
        ],
        "premiumMode" => &[
            "mode",
            "billingmode",
            "paymentmode",
            "premiumfrequency",
            "billingfrequency",
            "paymentfrequency",
            "frequency",
        ],
        "modalPremium" => &[
            "modepremium",
            "premium",
            "premiumamount",
            "billedpremium",
            "plannedpremium",
        ],
        "annualizedPremium" => &[
            "annualpremium",
            "yearlypremium",
            "totalannualpremium",
            "annualprem",
        ],
        "policyCashValue" => &[
            "cv",
            "cashvalueamount",
            "accountvalue",
            "accumulationvalue",
            "grosscashvalue",
        ],
        "annuityCashValue" => &["cv", "cashvalueamount", "grosscashvalue"],
        "policySurrenderValue" | "annuitySurrenderValue" => &[
            "csv",
            "cashsurrendervalue",
            "netsurrendervalue",
            "netcashvalue",
            "surrendervalueamount",
        ],
        "contractValue" => &[
            "accountvalue",
            "accumulationvalue",
            "totalvalue",
            "currentvalue",
            "av",
        ],
        "loanBalance" => &[
            "loan",
            "loanamount",
            "outstandingloan",
            "loanoutstanding",
            "policyloan",
            "totalloan",
        ],
        "loanRate" => &["loaninterestrate"],
        "issueDate" => &[
            "effectivedate",
            "policydate",
            "contractdate",
            "dateofissue",
            "inceptiondate",
            "issued",
            "policyeffectivedate",
        ],
        "issueState" => &["stateofissue", "contractstate", "jurisdiction", "state"],
        "issueAge" => &["ageatissue"],
        "paidToDate" => &[
            "paidtodate",
            "ptd",
            "premiumpaidto",
            "paidthrough",
            "paidthroughdate",
        ],
        "nextPremiumDate" => &[
            "nextpremiumdate",
            "nextduedate",
            "premiumduedate",
            "nextpremiumdue",
            "duedate",
            "nextbilldate",
            "nextpaymentdate",
            "nextpremiumduedate",
        ],
        "lastPremiumDate" => &["lastpremiumpaiddate", "lastpaymentdate", "datelastpaid"],
        "lastPremiumAmount" => &["lastpremiumpaid", "lastpaymentamount", "lastpayment"],
        "paymentMethod" => &["billingmethod", "billtype", "methodofpayment"],
        "maturityDate" => &["maturitydate", "dateofmaturity"],
        "levelPeriodEndDate" => &[
            "leveltermend",
            "levelperiodend",
            "levelpremiumend",
            "termexpirydate",
            "termenddate",
        ],
        "conversionExpiryDate" => &[
            "conversionexpiry",
            "conversiondeadline",
            "conversiondate",
            "convertibleuntil",
            "conversionexpirydate",
        ],
        "gracePeriodEndDate" => &[
            "graceperiodend",
            "graceend",
            "gracedate",
            "graceperiodenddate",
            "graceperiodexpires",
        ],
        "projectedLapseDate" => &["lapsedate", "projectedlapsedate"],
        "riskClass" => &[
            "underwritingclass",
            "rateclass",
            "ratingclass",
            "class",
            "uwclass",
        ],
        "isTobacco" => &["tobaccouse", "smoker", "smokerstatus", "tobaccostatus"],
        "deathBenefitOption" => &["dboption", "dbo"],
        "creditingRate" | "creditedRate" => &[
            "interestrate",
            "currentrate",
            "creditedinterestrate",
            "currentinterestrate",
            "creditingrate",
            "creditedrate",
        ],
        "valuesAsOf" => &["asof", "asofdate", "valuesasofdate", "dataasof"],
        "accountValueDate" => &["accountvaluedate", "valuationdate", "valuedate", "valueason"],
        "costBasis" => &["basis", "taxbasis"],
        "premiumsPaid" => &[
            "totalpremiums",
            "totalpremium",
            "premium",
            "premiumstodate",
            "cumulativepremium",
            "totalpremiumspaid",
            "purchasepayments",
        ],
        "taxType" => &[
            "taxstatus",
            "taxqualification",
            "qualification",
            "taxqualificationtype",
            "registrationtype",
        ],
        "surrenderPeriodEndDate" => &[
            "surrenderend",
            "surrenderchargeend",
            "surrenderperiodend",
            "surrenderchargeenddate",
            "surrenderperiodenddate",
        ],
        "surrenderPeriodYears" => &["surrenderyears", "surrenderperiod", "surrenderchargeyears"],
        "freeWithdrawalPercent" => &["penaltyfreepercent", "freewithdrawalpercent", "freewithdrawalpct"],
        "hasMarketValueAdjustment" => &["mva"],
        "guaranteedRate" => &["guaranteedinterestrate", "minimumguaranteedrate"],
        "guaranteedRateEndDate" => &[
            "guaranteeend",
            "guaranteeenddate",
            "rateguaranteeend",
            "guaranteeperiodend",
        ],
        "rmdAmount" => &["rmd", "rmdamt", "requiredminimumdistribution"],
        "rmdDueDate" => &["rmdduedate", "rmddate"],
        "annuitizationDate" => &["annuitizationdate", "annuitystartdate", "incomestartdate"],
        "maxAnnuityAge" => &["maxannuityage", "maxage"],
        _ => &[],
    }
}
