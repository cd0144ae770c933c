//! Recognizes contact fields by their headers.

use crate::contact::{ContactKind, plaintext_tax_id};
use crate::text::words;
use crate::upload::target::Field;

/// Known headers without case, spaces and punctuation. Each one identifies a single field.
const SPELLINGS: [(Field, &[&str]); 25] = [
    (
        Field::FullName,
        &[
            "fullname",
            "name",
            "displayname",
            "completename",
            "lastfirst",
            "lastnamefirstname",
            "firstlast",
            "lastcommafirst",
            "namefull",
            "nombrecompleto",
            "nomcomplet",
            "vollername",
        ],
    ),
    (
        Field::Title,
        &[
            "title",
            "salutation",
            "prefix",
            "nameprefix",
            "courtesytitle",
            "honorific",
            "anrede",
            "tratamiento",
        ],
    ),
    (
        Field::FirstName,
        &[
            "firstname",
            "fname",
            "first",
            "givenname",
            "forename",
            "given",
            "christianname",
            "namefirst",
            "firstnm",
            "frstname",
            "fstname",
            "vorname",
            "prenom",
            "nombre",
            "voornaam",
        ],
    ),
    (
        Field::MiddleName,
        &[
            "middlename",
            "mname",
            "middle",
            "middleinitial",
            "mi",
            "minitial",
            "additionalname",
            "secondname",
            "namemiddle",
            "midname",
            "middleinit",
            "additionalnames",
        ],
    ),
    (
        Field::LastName,
        &[
            "lastname",
            "lname",
            "last",
            "surname",
            "familyname",
            "family",
            "namelast",
            "lastnm",
            "nachname",
            "familienname",
            "nom",
            "apellido",
            "apellidos",
            "achternaam",
            "secondsurname",
        ],
    ),
    (
        Field::Suffix,
        &[
            "suffix",
            "namesuffix",
            "sfx",
            "generation",
            "designation",
            "credentials",
            "suff",
        ],
    ),
    (
        Field::OrganizationName,
        &[
            "organization",
            "organizationname",
            "organisation",
            "organisationname",
            "org",
            "orgname",
            "company",
            "companyname",
            "business",
            "businessname",
            "trustname",
            "nameoftrust",
            "trust",
            "entity",
            "entityname",
            "corporation",
            "corporatename",
            "firma",
            "empresa",
            "societe",
            "legalname",
            "estate",
            "estatename",
            "employer",
            "firm",
            "firmname",
            "agency",
            "agencyname",
            "account",
            "accountname",
        ],
    ),
    (
        Field::OwnerType,
        &[
            "ownertype",
            "entitytype",
            "typeofowner",
            "ownerkind",
            "partytype",
            "ownershiptype",
            "type",
            "taxpayertype",
        ],
    ),
    (
        Field::TrustDate,
        &[
            "trustdate",
            "dateoftrust",
            "trustestablished",
            "trustcreated",
            "datetrust",
            "trustdated",
            "trusteffectivedate",
        ],
    ),
    (
        Field::Npn,
        &[
            "npn",
            "npnnumber",
            "npnno",
            "nationalproducernumber",
            "nationalproducerno",
            "nationalproducerid",
            "nationalproducernum",
            "niprnumber",
            "nipr",
            "producernumber",
            "natlproducernumber",
            "nationalproducer",
        ],
    ),
    (
        Field::AgencyCode,
        &[
            "agencycode",
            "agentcode",
            "writingcode",
            "writingnumber",
            "producercode",
            "agencynumber",
            "agencyno",
            "agencyid",
            "agentnumber",
            "agentno",
            "repcode",
            "writingagentnumber",
            "agentid",
            "repid",
            "repnumber",
        ],
    ),
    (
        Field::Email,
        &[
            "email",
            "emailaddress",
            "mail",
            "emailid",
            "eaddress",
            "emailaddr",
            "emails",
            "correo",
            "correoelectronico",
            "courriel",
            "emailaddress1",
            "email1",
            "primaryemail",
            "emailprimary",
            "contactemail",
            "email1value",
            "mailaddress",
            "eml",
        ],
    ),
    (
        Field::Phone,
        &[
            "phone",
            "phonenumber",
            "telephone",
            "tel",
            "phoneno",
            "telephonenumber",
            "phonenum",
            "homephone",
            "workphone",
            "businessphone",
            "officephone",
            "dayphone",
            "daytimephone",
            "primaryphone",
            "phone1",
            "telefon",
            "telefono",
            "telno",
            "contactnumber",
            "phoneprimary",
            "phonehome",
            "phonework",
            "phone1value",
            "ph",
            "phonenbr",
            "eveningphone",
            "landline",
            "mainphone",
            "phoneoffice",
            "phonebusiness",
        ],
    ),
    (
        Field::MobilePhone,
        &[
            "mobile",
            "mobilephone",
            "cell",
            "cellphone",
            "cellular",
            "mobilenumber",
            "cellnumber",
            "mobileno",
            "handy",
            "cellno",
            "phone2",
            "secondaryphone",
            "alternatephone",
            "altphone",
            "phonemobile",
            "phonecell",
            "otherphone",
            "phone2value",
            "movil",
            "portable",
            "mobiletelephone",
            "cellphonenumber",
            "mobilephonenumber",
        ],
    ),
    (
        Field::Line1,
        &[
            "address",
            "addressline1",
            "address1",
            "addr",
            "addr1",
            "street",
            "streetaddress",
            "line1",
            "street1",
            "mailingaddress",
            "mailingaddress1",
            "homeaddress",
            "addressline",
            "address1street",
            "strasse",
            "direccion",
            "adresse",
            "residenceaddress",
            "addressstreet",
            "mailingstreet",
            "address1line1",
            "streetline1",
            "addrline1",
            "businessaddress",
            "workaddress",
            "physicaladdress",
        ],
    ),
    (
        Field::Line2,
        &[
            "addressline2",
            "address2",
            "addr2",
            "line2",
            "street2",
            "apt",
            "apartment",
            "unit",
            "suite",
            "aptsuite",
            "addresssuite",
            "mailingaddress2",
            "suburb",
            "apartmentnumber",
            "aptno",
            "streetline2",
            "addrline2",
            "aptunit",
        ],
    ),
    (
        Field::City,
        &[
            "city",
            "town",
            "cityname",
            "addresscity",
            "mailingcity",
            "locality",
            "address1city",
            "ort",
            "stadt",
            "ciudad",
            "ville",
            "municipality",
            "citystatezip",
            "citystatezipcode",
            "citystzip",
            "citystate",
            "cityst",
            "csz",
        ],
    ),
    (
        Field::State,
        &[
            "state",
            "st",
            "stateprovince",
            "province",
            "region",
            "statecode",
            "addressstate",
            "mailingstate",
            "stateabbr",
            "stateabbreviation",
            "residentstate",
            "residencestate",
            "homestate",
            "address1region",
            "provstate",
            "stateprov",
            "usstate",
            "statename",
            "estado",
            "domicilestate",
        ],
    ),
    (
        Field::PostalCode,
        &[
            "zip",
            "zipcode",
            "postalcode",
            "postcode",
            "postal",
            "zip5",
            "zippostalcode",
            "zippostal",
            "zipcode5",
            "mailingzip",
            "addresszip",
            "plz",
            "codigopostal",
            "codepostal",
            "addresspostalcode",
            "postalzip",
            "zip4",
            "address1postalcode",
            "zipplus4",
            "mailingpostalcode",
            "mailingzipcode",
            "zipcd",
            "pincode",
        ],
    ),
    (
        Field::Country,
        &[
            "country",
            "countrycode",
            "nation",
            "addresscountry",
            "mailingcountry",
            "land",
            "pais",
            "pays",
            "address1country",
            "countryname",
            "countryregion",
        ],
    ),
    (
        Field::Dob,
        &[
            "dob",
            "dateofbirth",
            "birthdate",
            "birthday",
            "birthdt",
            "bdate",
            "birth",
            "dateofbirthdob",
            "birthdaydate",
            "geburtsdatum",
            "fechadenacimiento",
            "datedenaissance",
            "dobdate",
            "borndate",
            "born",
            "bday",
            "birthdte",
            "dtofbirth",
            "dobirth",
        ],
    ),
    (
        Field::Sex,
        &[
            "sex",
            "gender",
            "mf",
            "sexcode",
            "gendercode",
            "geschlecht",
            "sexo",
            "sexe",
        ],
    ),
    (Field::TaxId, plaintext_tax_id::SPELLINGS),
    (
        Field::ExternalId,
        &[
            "externalid",
            "id",
            "recordid",
            "clientid",
            "customerid",
            "contactid",
            "crmid",
            "systemid",
            "sourceid",
            "accountnumber",
            "uniqueid",
            "recid",
            "clientnumber",
            "externalidentifier",
            "accountid",
            "refid",
            "reference",
            "clientno",
            "customernumber",
            "uniquekey",
            "key",
            "memberid",
            "personid",
            "legacyid",
            "ownerid",
            "insuredid",
        ],
    ),
    (
        Field::Notes,
        &[
            "notes",
            "note",
            "comments",
            "comment",
            "remarks",
            "remark",
            "memo",
            "description",
            "bemerkung",
            "notas",
            "additionalinfo",
            "additionalinformation",
        ],
    ),
];

/// Words that carry no meaning for the field.
const FILLERS: [&str; 26] = [
    "primary",
    "main",
    "home",
    "work",
    "business",
    "office",
    "mailing",
    "residence",
    "residential",
    "physical",
    "personal",
    "current",
    "preferred",
    "legal",
    "the",
    "of",
    "contact",
    "person",
    "individual",
    "value",
    "number",
    "no",
    "client",
    "customer",
    "policyholder",
    "default",
];

/// Words that name the person a column is about; `None` for people who are not imported.
const KINDS: [(&str, Option<ContactKind>); 22] = [
    ("agent", Some(ContactKind::Agent)),
    ("producer", Some(ContactKind::Agent)),
    ("advisor", Some(ContactKind::Agent)),
    ("adviser", Some(ContactKind::Agent)),
    ("broker", Some(ContactKind::Agent)),
    ("rep", Some(ContactKind::Agent)),
    ("writing", Some(ContactKind::Agent)),
    ("owner", Some(ContactKind::Owner)),
    ("policyowner", Some(ContactKind::Owner)),
    ("insured", Some(ContactKind::Insured)),
    ("annuitant", Some(ContactKind::Insured)),
    ("life", Some(ContactKind::Insured)),
    ("spouse", None),
    ("beneficiary", None),
    ("assistant", None),
    ("manager", None),
    ("supervisor", None),
    ("payor", None),
    ("employer", None),
    ("emergency", None),
    ("referral", None),
    ("carrier", None),
];

/// Returns the fields that a header may mean, with a confidence in percent.
pub(super) fn candidates(kind: ContactKind, header: &str) -> Vec<(Field, u8)> {
    let words = words(header);
    let whole = words.concat();
    let mut score = 97;
    let mut found = of_spelling(&whole, score);
    if found.is_empty() {
        let is_of = |word: &String| KINDS.iter().find(|(known, _)| known == word);
        let others = words.iter().filter_map(is_of).any(|(_, of)| *of != Some(kind));
        let rest: Vec<&String> = words.iter().filter(|word| is_of(word).is_none()).collect();
        let plain: Vec<&str> = rest
            .iter()
            .map(|word| word.as_str())
            .filter(|word| !FILLERS.contains(word))
            .collect();
        let rest: String = rest.into_iter().map(String::as_str).collect();
        for (text, sure) in [(rest, 92), (plain.concat(), 88)] {
            score = if others { 35 } else { sure };
            found = of_spelling(&text, score);
            if !found.is_empty() {
                break;
            }
        }
        if found.is_empty() {
            let score = if others { 30 } else { 62 };
            found = plain
                .iter()
                .rev()
                .flat_map(|word| of_spelling(word, score))
                .take(1)
                .collect();
        }
    }
    found
}

fn of_spelling(text: &str, score: u8) -> Vec<(Field, u8)> {
    let named = SPELLINGS
        .iter()
        .filter(|(_, spellings)| spellings.contains(&text))
        .map(|(field, _)| (*field, score));
    let mut found: Vec<(Field, u8)> = named.collect();
    // A second phone column is suggested as the mobile phone.
    if found.iter().any(|(named, _)| *named == Field::Phone) {
        found.push((Field::MobilePhone, score.saturating_sub(30)));
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn each_spelling_names_one_field() {
        let mut seen = BTreeSet::new();
        for (field, spellings) in SPELLINGS {
            for spelling in spellings {
                assert!(seen.insert(spelling), "{spelling} of {field:?} is listed twice");
                assert!(
                    spelling
                        .chars()
                        .all(|c| c.is_ascii_lowercase() || c.is_ascii_digit())
                );
            }
        }
    }

    #[test]
    fn splits_a_header_into_words() {
        for (header, expected) in [
            ("FirstName", vec!["first", "name"]),
            ("FNAME", vec!["fname"]),
            ("first_name", vec!["first", "name"]),
            ("E-mail 1 - Value", vec!["e", "mail", "1", "value"]),
            ("Prénom", vec!["prenom"]),
            ("", vec![]),
        ] {
            assert_eq!(words(header), expected, "{header}");
        }
    }
}
