//! The fields of a contact: [`Person`], its address, and the properties of each field.

use super::ContactKind::{Agent, Owner};
use super::address::{MAX_CITY, MAX_LINE, MAX_POSTAL_CODE};
use super::field::{Rule, fields, rule, text};
use super::name::{MAX_NAME, MAX_ORGANIZATION_NAME};
use super::plaintext_tax_id;
use jiff::civil::Date;
use serde::{Deserialize, Serialize};

/// A postal address.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default, deny_unknown_fields)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify), tsify(missing_as_null))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Address {
    pub line1: Option<String>,
    pub line2: Option<String>,
    pub city: Option<String>,
    /// Two-letter USPS code if the country is the US.
    pub state: Option<String>,
    /// Text, because leading zeros are significant.
    pub postal_code: Option<String>,
    /// ISO 3166-1 alpha-2 code. `None` means the US.
    pub country: Option<String>,
}

/// Personal data of an agent, an owner or an insured. Fields that do not apply to the contact type must be
/// empty.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default, deny_unknown_fields)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify), tsify(missing_as_null))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Person {
    pub title: Option<String>,
    pub first_name: Option<String>,
    pub middle_name: Option<String>,
    pub last_name: Option<String>,
    pub suffix: Option<String>,
    /// Name of a company, a trust or an estate. Excludes first and last name.
    pub organization_name: Option<String>,
    /// Owners only: 1 Individual, 2 Trust, 3 Corporate, 4 Partnership, 5 Estate, 6 Charity.
    pub owner_type: Option<u8>,
    /// Owners of type Trust only.
    #[serde(deserialize_with = "crate::date::deserialize_optional")]
    #[cfg_attr(feature = "ts", tsify(type = "string | null"))]
    #[cfg_attr(feature = "openapi", schema(value_type = Option<String>, format = Date))]
    pub trust_date: Option<Date>,
    pub email: Option<String>,
    /// Stored as E.164, with an extension as `x12`.
    pub phone: Option<String>,
    pub mobile_phone: Option<String>,
    pub address: Address,
    /// Date of birth.
    #[serde(deserialize_with = "crate::date::deserialize_optional")]
    #[cfg_attr(feature = "ts", tsify(type = "string | null"))]
    #[cfg_attr(feature = "openapi", schema(value_type = Option<String>, format = Date))]
    pub dob: Option<Date>,
    /// `F`, `M` or `X`.
    pub sex: Option<String>,
    /// SSN, ITIN or EIN. In requests, null keeps the stored number and an empty string removes it. Always
    /// null in responses.
    pub tax_id: Option<String>,
    /// Agents only: National Producer Number.
    pub npn: Option<String>,
    /// Agents only: the agency's code for the agent.
    pub agency_code: Option<String>,
    /// Identifier in the firm's own system.
    pub external_id: Option<String>,
    pub notes: Option<String>,
}

// Each entry lists: code, label in uploads, path in requests, member of `Person`, validation rule, and the
// column headers that mean this field, in lower case without spaces and punctuation.
fields! {
    /// The full name in one upload cell: title, first, middle and last name, and suffix.
    FullName = "fullName", "Full name", "person.fullName" {
        text(MAX_NAME),
        &[
            "fullname", "name", "displayname", "completename", "lastfirst", "lastnamefirstname", "firstlast",
            "lastcommafirst", "namefull", "nombrecompleto", "nomcomplet", "vollername",
        ]
    }
    Title = "title", "Title", "person.title" in Text(title) {
        text(30).personal(),
        &["title", "salutation", "prefix", "nameprefix", "courtesytitle", "honorific", "anrede", "tratamiento"]
    }
    FirstName = "firstName", "First name", "person.firstName" in Text(first_name) {
        text(MAX_NAME).personal(),
        &[
            "firstname", "fname", "first", "givenname", "forename", "given", "christianname", "namefirst",
            "firstnm", "frstname", "fstname", "vorname", "prenom", "nombre", "voornaam",
        ]
    }
    MiddleName = "middleName", "Middle name", "person.middleName" in Text(middle_name) {
        text(MAX_NAME).personal(),
        &[
            "middlename", "mname", "middle", "middleinitial", "mi", "minitial", "additionalname", "secondname",
            "namemiddle", "midname", "middleinit", "additionalnames",
        ]
    }
    LastName = "lastName", "Last name", "person.lastName" in Text(last_name) {
        text(MAX_NAME).personal(),
        &[
            "lastname", "lname", "last", "surname", "familyname", "family", "namelast", "lastnm", "nachname",
            "familienname", "nom", "apellido", "apellidos", "achternaam", "secondsurname",
        ]
    }
    Suffix = "suffix", "Suffix", "person.suffix" in Text(suffix) {
        text(10).personal(),
        &["suffix", "namesuffix", "sfx", "generation", "designation", "credentials", "suff"]
    }
    OrganizationName = "organizationName", "Organization", "person.organizationName" in Text(organization_name) {
        text(MAX_ORGANIZATION_NAME).only_for(&[Agent, Owner]),
        &[
            "organization", "organizationname", "organisation", "organisationname", "org", "orgname", "company",
            "companyname", "business", "businessname", "trustname", "nameoftrust", "trust", "entity",
            "entityname", "corporation", "corporatename", "firma", "empresa", "societe", "legalname", "estate",
            "estatename", "employer", "firm", "firmname", "agency", "agencyname", "account", "accountname",
        ]
    }
    OwnerType = "ownerType", "Owner type", "person.ownerType" in OwnerType(owner_type) {
        rule(Rule::OwnerType).only_for(&[Owner]),
        &[
            "ownertype", "entitytype", "typeofowner", "ownerkind", "partytype", "ownershiptype", "type",
            "taxpayertype",
        ]
    }
    TrustDate = "trustDate", "Trust date", "person.trustDate" in Date(trust_date) {
        rule(Rule::Date).only_for(&[Owner]),
        &[
            "trustdate", "dateoftrust", "trustestablished", "trustcreated", "datetrust", "trustdated",
            "trusteffectivedate",
        ]
    }
    Npn = "npn", "NPN", "person.npn" in Text(npn) {
        rule(Rule::Npn).only_for(&[Agent]),
        &[
            "npn", "npnnumber", "npnno", "nationalproducernumber", "nationalproducerno", "nationalproducerid",
            "nationalproducernum", "niprnumber", "nipr", "producernumber", "natlproducernumber",
            "nationalproducer",
        ]
    }
    AgencyCode = "agencyCode", "Agency code", "person.agencyCode" in Text(agency_code) {
        text(30).only_for(&[Agent]),
        &[
            "agencycode", "agentcode", "writingcode", "writingnumber", "producercode", "agencynumber",
            "agencyno", "agencyid", "agentnumber", "agentno", "repcode", "writingagentnumber", "agentid",
            "repid", "repnumber",
        ]
    }
    Email = "email", "Email", "person.email" in Text(email) {
        rule(Rule::Email),
        &[
            "email", "emailaddress", "mail", "emailid", "eaddress", "emailaddr", "emails", "correo",
            "correoelectronico", "courriel", "emailaddress1", "email1", "primaryemail", "emailprimary",
            "contactemail", "email1value", "mailaddress", "eml",
        ]
    }
    Phone = "phone", "Phone", "person.phone" in Text(phone) {
        rule(Rule::Phone),
        &[
            "phone", "phonenumber", "telephone", "tel", "phoneno", "telephonenumber", "phonenum", "homephone",
            "workphone", "businessphone", "officephone", "dayphone", "daytimephone", "primaryphone", "phone1",
            "telefon", "telefono", "telno", "contactnumber", "phoneprimary", "phonehome", "phonework",
            "phone1value", "ph", "phonenbr", "eveningphone", "landline", "mainphone", "phoneoffice",
            "phonebusiness",
        ]
    }
    MobilePhone = "mobilePhone", "Mobile phone", "person.mobilePhone" in Text(mobile_phone) {
        rule(Rule::Phone),
        &[
            "mobile", "mobilephone", "cell", "cellphone", "cellular", "mobilenumber", "cellnumber", "mobileno",
            "handy", "cellno", "phone2", "secondaryphone", "alternatephone", "altphone", "phonemobile",
            "phonecell", "otherphone", "phone2value", "movil", "portable", "mobiletelephone", "cellphonenumber",
            "mobilephonenumber",
        ]
    }
    Line1 = "addressLine1", "Address line 1", "person.address.line1" in Text(address.line1) {
        rule(Rule::Address(MAX_LINE)),
        &[
            "address", "addressline1", "address1", "addr", "addr1", "street", "streetaddress", "line1",
            "street1", "mailingaddress", "mailingaddress1", "homeaddress", "addressline", "address1street",
            "strasse", "direccion", "adresse", "residenceaddress", "addressstreet", "mailingstreet",
            "address1line1", "streetline1", "addrline1", "businessaddress", "workaddress", "physicaladdress",
        ]
    }
    Line2 = "addressLine2", "Address line 2", "person.address.line2" in Text(address.line2) {
        rule(Rule::Address(MAX_LINE)),
        &[
            "addressline2", "address2", "addr2", "line2", "street2", "apt", "apartment", "unit", "suite",
            "aptsuite", "addresssuite", "mailingaddress2", "apartmentnumber", "aptno", "streetline2",
            "addrline2", "aptunit",
        ]
    }
    City = "city", "City", "person.address.city" in Text(address.city) {
        rule(Rule::Address(MAX_CITY)),
        &[
            "city", "town", "cityname", "addresscity", "mailingcity", "locality", "address1city", "ort",
            "stadt", "ciudad", "ville", "municipality", "suburb", "citystatezip", "citystatezipcode", "citystzip",
            "citystate", "cityst", "csz",
        ]
    }
    State = "state", "State", "person.address.state" in Text(address.state) {
        rule(Rule::Address(MAX_CITY)),
        &[
            "state", "st", "stateprovince", "province", "region", "statecode", "addressstate", "mailingstate",
            "stateabbr", "stateabbreviation", "residentstate", "residencestate", "homestate", "address1region",
            "provstate", "stateprov", "usstate", "statename", "estado", "domicilestate",
        ]
    }
    PostalCode = "postalCode", "ZIP code", "person.address.postalCode" in Text(address.postal_code) {
        rule(Rule::Address(MAX_POSTAL_CODE)),
        &[
            "zip", "zipcode", "postalcode", "postcode", "postal", "zip5", "zippostalcode", "zippostal",
            "zipcode5", "mailingzip", "addresszip", "plz", "codigopostal", "codepostal", "addresspostalcode",
            "postalzip", "zip4", "address1postalcode", "zipplus4", "mailingpostalcode", "mailingzipcode",
            "zipcd", "pincode",
        ]
    }
    Country = "country", "Country", "person.address.country" in Text(address.country) {
        rule(Rule::Address(MAX_CITY)),
        &[
            "country", "countrycode", "nation", "addresscountry", "mailingcountry", "land", "pais", "pays",
            "address1country", "countryname", "countryregion",
        ]
    }
    Dob = "dob", "Date of birth", "person.dob" in Date(dob) {
        rule(Rule::Date).personal(),
        &[
            "dob", "dateofbirth", "birthdate", "birthday", "birthdt", "bdate", "birth", "dateofbirthdob",
            "birthdaydate", "geburtsdatum", "fechadenacimiento", "datedenaissance", "dobdate", "borndate",
            "born", "bday", "birthdte", "dtofbirth", "dobirth",
        ]
    }
    Sex = "sex", "Sex", "person.sex" in Text(sex) {
        rule(Rule::Sex).personal(),
        &["sex", "gender", "mf", "sexcode", "gendercode", "geschlecht", "sexo", "sexe"]
    }
    TaxId = "taxId", "SSN or EIN", "person.taxId" in Text(tax_id) {
        rule(Rule::TaxId),
        plaintext_tax_id::SPELLINGS
    }
    ExternalId = "externalId", "External ID", "person.externalId" in Text(external_id) {
        text(60),
        &[
            "externalid", "id", "recordid", "clientid", "customerid", "contactid", "crmid", "systemid",
            "sourceid", "accountnumber", "uniqueid", "recid", "clientnumber", "externalidentifier", "accountid",
            "refid", "reference", "clientno", "customernumber", "uniquekey", "key", "memberid", "personid",
            "legacyid", "ownerid", "insuredid",
        ]
    }
    Notes = "notes", "Notes", "person.notes" in Text(notes) {
        rule(Rule::Lines(10_000)),
        &[
            "notes", "note", "comments", "comment", "remarks", "remark", "memo", "description", "bemerkung",
            "notas", "additionalinfo", "additionalinformation",
        ]
    }
}

/// The fields that the search box searches, in the same order as in the `search_text` database column.
pub(super) const SEARCHED: [Field; 7] = [
    Field::Email,
    Field::Phone,
    Field::MobilePhone,
    Field::Npn,
    Field::AgencyCode,
    Field::ExternalId,
    Field::City,
];
