//! Countries with ISO 3166-1 alpha-2 codes.

use crate::text::fold;

/// Codes and names, sorted by code. Names are compared without spaces and punctuation.
const COUNTRIES: &str = "AD Andorra|AE United Arab Emirates|AF Afghanistan|AG Antigua and Barbuda|AI Anguilla|\
AL Albania|AM Armenia|AO Angola|AQ Antarctica|AR Argentina|AS American Samoa|AT Austria|AU Australia|AW Aruba|\
AX Aland Islands|AZ Azerbaijan|BA Bosnia and Herzegovina|BB Barbados|BD Bangladesh|BE Belgium|BF Burkina Faso|\
BG Bulgaria|BH Bahrain|BI Burundi|BJ Benin|BL Saint Barthelemy|BM Bermuda|BN Brunei|BO Bolivia|\
BQ Caribbean Netherlands|BR Brazil|BS Bahamas|BT Bhutan|BV Bouvet Island|BW Botswana|BY Belarus|BZ Belize|\
CA Canada|CC Cocos Islands|CD Democratic Republic of the Congo|CF Central African Republic|CG Congo|\
CH Switzerland|CI Ivory Coast|CK Cook Islands|CL Chile|CM Cameroon|CN China|CO Colombia|CR Costa Rica|CU Cuba|\
CV Cape Verde|CW Curacao|CX Christmas Island|CY Cyprus|CZ Czechia|DE Germany|DJ Djibouti|DK Denmark|DM Dominica|\
DO Dominican Republic|DZ Algeria|EC Ecuador|EE Estonia|EG Egypt|EH Western Sahara|ER Eritrea|ES Spain|ET Ethiopia|\
FI Finland|FJ Fiji|FK Falkland Islands|FM Micronesia|FO Faroe Islands|FR France|GA Gabon|GB United Kingdom|\
GD Grenada|GE Georgia|GF French Guiana|GG Guernsey|GH Ghana|GI Gibraltar|GL Greenland|GM Gambia|GN Guinea|\
GP Guadeloupe|GQ Equatorial Guinea|GR Greece|GS South Georgia|GT Guatemala|GU Guam|GW Guinea-Bissau|GY Guyana|\
HK Hong Kong|HM Heard and McDonald Islands|HN Honduras|HR Croatia|HT Haiti|HU Hungary|ID Indonesia|IE Ireland|\
IL Israel|IM Isle of Man|IN India|IO British Indian Ocean Territory|IQ Iraq|IR Iran|IS Iceland|IT Italy|JE Jersey|\
JM Jamaica|JO Jordan|JP Japan|KE Kenya|KG Kyrgyzstan|KH Cambodia|KI Kiribati|KM Comoros|KN Saint Kitts and Nevis|\
KP North Korea|KR South Korea|KW Kuwait|KY Cayman Islands|KZ Kazakhstan|LA Laos|LB Lebanon|LC Saint Lucia|\
LI Liechtenstein|LK Sri Lanka|LR Liberia|LS Lesotho|LT Lithuania|LU Luxembourg|LV Latvia|LY Libya|MA Morocco|\
MC Monaco|MD Moldova|ME Montenegro|MF Saint Martin|MG Madagascar|MH Marshall Islands|MK North Macedonia|ML Mali|\
MM Myanmar|MN Mongolia|MO Macao|MP Northern Mariana Islands|MQ Martinique|MR Mauritania|MS Montserrat|MT Malta|\
MU Mauritius|MV Maldives|MW Malawi|MX Mexico|MY Malaysia|MZ Mozambique|NA Namibia|NC New Caledonia|NE Niger|\
NF Norfolk Island|NG Nigeria|NI Nicaragua|NL Netherlands|NO Norway|NP Nepal|NR Nauru|NU Niue|NZ New Zealand|\
OM Oman|PA Panama|PE Peru|PF French Polynesia|PG Papua New Guinea|PH Philippines|PK Pakistan|PL Poland|\
PM Saint Pierre and Miquelon|PN Pitcairn|PR Puerto Rico|PS Palestine|PT Portugal|PW Palau|PY Paraguay|QA Qatar|\
RE Reunion|RO Romania|RS Serbia|RU Russia|RW Rwanda|SA Saudi Arabia|SB Solomon Islands|SC Seychelles|SD Sudan|\
SE Sweden|SG Singapore|SH Saint Helena|SI Slovenia|SJ Svalbard and Jan Mayen|SK Slovakia|SL Sierra Leone|\
SM San Marino|SN Senegal|SO Somalia|SR Suriname|SS South Sudan|ST Sao Tome and Principe|SV El Salvador|\
SX Sint Maarten|SY Syria|SZ Eswatini|TC Turks and Caicos Islands|TD Chad|TF French Southern Territories|TG Togo|\
TH Thailand|TJ Tajikistan|TK Tokelau|TL Timor-Leste|TM Turkmenistan|TN Tunisia|TO Tonga|TR Turkey|\
TT Trinidad and Tobago|TV Tuvalu|TW Taiwan|TZ Tanzania|UA Ukraine|UG Uganda|UM US Minor Outlying Islands|\
US United States|UY Uruguay|UZ Uzbekistan|VA Vatican City|VC Saint Vincent and the Grenadines|VE Venezuela|\
VG British Virgin Islands|VI US Virgin Islands|VN Vietnam|VU Vanuatu|WF Wallis and Futuna|WS Samoa|YE Yemen|\
YT Mayotte|ZA South Africa|ZM Zambia|ZW Zimbabwe";

/// Other names of countries, and three-letter codes.
const ALIASES: &str = "US USA|US United States of America|US America|GB UK|GB Great Britain|GB England|GB Scotland|\
GB Wales|GB Northern Ireland|GB GBR|CA CAN|MX MEX|DE DEU|DE Deutschland|FR FRA|ES ESP|IT ITA|NL NLD|NL Holland|\
NL The Netherlands|CH CHE|AT AUT|AU AUS|NZ NZL|IN IND|CN CHN|CN Peoples Republic of China|JP JPN|BR BRA|IE IRL|\
IE Republic of Ireland|KR KOR|KR Korea|KR Republic of Korea|CZ Czech Republic|RU Russian Federation|\
VN Viet Nam|AE UAE|CI Cote d'Ivoire|CV Cabo Verde|TR Turkiye|SZ Swaziland|MK Macedonia|MM Burma|HK Hongkong|\
MO Macau|BS The Bahamas|GM The Gambia|PH PHL|PH The Philippines|VA Holy See|VA Vatican|IR Islamic Republic of Iran|\
SY Syrian Arab Republic|LA Lao|TZ United Republic of Tanzania|BO Plurinational State of Bolivia|\
VE Bolivarian Republic of Venezuela|MD Republic of Moldova|PS State of Palestine|BN Brunei Darussalam|\
CD DR Congo|CD Congo Kinshasa|CG Republic of the Congo|CG Congo Brazzaville|VI Virgin Islands of the US";

/// Returns the alpha-2 code of a country by code or name, ignoring case, accents, spaces and punctuation.
pub fn code(typed: &str) -> Option<&'static str> {
    let letters: String = typed.chars().filter(char::is_ascii_alphabetic).collect();
    let typed = spelled(typed);
    let all = COUNTRIES.split('|').chain(ALIASES.split('|'));
    let mut known = all.filter_map(|entry| entry.split_once(' '));
    if let Some((code, _)) = known
        .clone()
        .find(|(code, _)| code.eq_ignore_ascii_case(&letters))
    {
        return Some(code);
    }
    known
        .find(|(_, name)| spelled(name) == typed)
        .map(|(code, _)| code)
}

/// Normalizes a name for comparison: folds it, spells out `&` as `and` and `St.` as `Saint`, and drops spaces
/// and punctuation.
fn spelled(name: &str) -> String {
    let name = fold(name).replace('&', " and ");
    let words = name.split(|c: char| !c.is_alphanumeric() && c != '.' && c != '\'');
    let words = words.map(|word| match word.trim_end_matches('.') {
        "st" => "saint",
        word => word,
    });
    words.collect::<String>().replace(['.', '\''], "")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn finds_a_country_by_code_or_name() {
        for (typed, expected) in [
            ("US", Some("US")),
            ("u.s.a.", Some("US")),
            ("United States of America", Some("US")),
            ("ca", Some("CA")),
            ("Canada", Some("CA")),
            ("MÉXICO", Some("MX")),
            ("UK", Some("GB")),
            ("U.K.", Some("GB")),
            ("united  kingdom", Some("GB")),
            ("St. Lucia", Some("LC")),
            ("Trinidad & Tobago", Some("TT")),
            ("Côte d’Ivoire", Some("CI")),
            ("The Netherlands", Some("NL")),
            ("Guinea-Bissau", Some("GW")),
            ("Guinea", Some("GN")),
            ("Narnia", None),
            ("XX", None),
            ("st", Some("ST")),
            ("", None),
        ] {
            assert_eq!(code(typed), expected, "{typed}");
        }
    }

    #[test]
    fn every_country_is_listed_once_and_found_by_its_code_and_name() {
        let known: Vec<(&str, &str)> = COUNTRIES
            .split('|')
            .filter_map(|entry| entry.split_once(' '))
            .collect();
        assert_eq!(known.len(), 249);
        assert!(known.is_sorted_by(|one, other| one.0 < other.0));
        for (of, name) in &known {
            assert_eq!((code(of), code(name)), (Some(*of), Some(*of)), "{name}");
        }
        for alias in ALIASES.split('|') {
            let (of, name) = alias.split_once(' ').unwrap();
            assert!(code(of) == Some(of) && code(name) == Some(of), "{alias}");
        }
    }
}
