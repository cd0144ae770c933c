//! Cities of every state with a ZIP code and an area code, and street names.

use super::random::Random;

pub struct Place {
    pub state: &'static str,
    pub city: &'static str,
    pub zip: &'static str,
    pub area: &'static str,
}

const fn at(state: &'static str, city: &'static str, zip: &'static str, area: &'static str) -> Place {
    Place {
        state,
        city,
        zip,
        area,
    }
}

/// Picks a city. Large states are listed more often.
pub fn any(random: &mut Random) -> &'static Place {
    random.pick(&PLACES)
}

/// Generates a street address, e.g. `2417 Harvest Lane`.
pub fn street(random: &mut Random) -> String {
    let number = random.between(1, 99) * if random.chance(60) { 101 } else { 7 };
    format!("{number} {} {}", random.pick(&STREETS), random.pick(&WAYS))
}

const STREETS: [&str; 48] = [
    "Adams",
    "Aspen",
    "Beech",
    "Bellevue",
    "Birchwood",
    "Brookside",
    "Canal",
    "Cedar",
    "Chapel",
    "Cherry",
    "Church",
    "Clover",
    "College",
    "Dogwood",
    "Eagle Ridge",
    "Elm",
    "Fairview",
    "Forest",
    "Franklin",
    "Garden",
    "Glen",
    "Grove",
    "Harvest",
    "Hawthorne",
    "Hickory",
    "Highland",
    "Hillcrest",
    "Jefferson",
    "Lake",
    "Laurel",
    "Lincoln",
    "Locust",
    "Magnolia",
    "Maple",
    "Meadow",
    "Mill",
    "Oak",
    "Orchard",
    "Park",
    "Pine",
    "Prospect",
    "River",
    "Spring",
    "Spruce",
    "Sunset",
    "Valley",
    "Walnut",
    "Willow",
];
const WAYS: [&str; 9] = [
    "Street",
    "Avenue",
    "Road",
    "Lane",
    "Drive",
    "Court",
    "Boulevard",
    "Way",
    "Place",
];

const PLACES: [Place; 103] = [
    at("AK", "Anchorage", "99501", "907"),
    at("AK", "Juneau", "99801", "907"),
    at("AL", "Birmingham", "35203", "205"),
    at("AL", "Mobile", "36602", "251"),
    at("AR", "Little Rock", "72201", "501"),
    at("AS", "Pago Pago", "96799", "684"),
    at("AZ", "Phoenix", "85004", "602"),
    at("AZ", "Tucson", "85701", "520"),
    at("CA", "Fresno", "93721", "559"),
    at("CA", "Los Angeles", "90012", "213"),
    at("CA", "Oakland", "94612", "510"),
    at("CA", "Sacramento", "95814", "916"),
    at("CA", "San Diego", "92101", "619"),
    at("CA", "San José", "95113", "408"),
    at("CO", "Boulder", "80302", "303"),
    at("CO", "Colorado Springs", "80903", "719"),
    at("CT", "Hartford", "06103", "860"),
    at("CT", "New Haven", "06510", "203"),
    at("DC", "Washington", "20001", "202"),
    at("DE", "Wilmington", "19801", "302"),
    at("FL", "Jacksonville", "32202", "904"),
    at("FL", "Miami", "33130", "305"),
    at("FL", "Naples", "34102", "239"),
    at("FL", "Orlando", "32801", "407"),
    at("FL", "Tampa", "33602", "813"),
    at("GA", "Atlanta", "30303", "404"),
    at("GA", "Savannah", "31401", "912"),
    at("GU", "Hagåtña", "96910", "671"),
    at("HI", "Hilo", "96720", "808"),
    at("HI", "Honolulu", "96813", "808"),
    at("IA", "Cedar Rapids", "52401", "319"),
    at("IA", "Des Moines", "50309", "515"),
    at("ID", "Boise", "83702", "208"),
    at("IL", "Chicago", "60602", "312"),
    at("IL", "Peoria", "61602", "309"),
    at("IL", "Springfield", "62701", "217"),
    at("IN", "Fort Wayne", "46802", "260"),
    at("IN", "Indianapolis", "46204", "317"),
    at("KS", "Topeka", "66603", "785"),
    at("KS", "Wichita", "67202", "316"),
    at("KY", "Lexington", "40507", "859"),
    at("KY", "Louisville", "40202", "502"),
    at("LA", "Baton Rouge", "70801", "225"),
    at("LA", "New Orleans", "70112", "504"),
    at("MA", "Boston", "02108", "617"),
    at("MA", "Worcester", "01608", "508"),
    at("MD", "Annapolis", "21401", "410"),
    at("MD", "Baltimore", "21202", "410"),
    at("ME", "Portland", "04101", "207"),
    at("MI", "Detroit", "48226", "313"),
    at("MI", "Grand Rapids", "49503", "616"),
    at("MN", "Duluth", "55802", "218"),
    at("MN", "Minneapolis", "55401", "612"),
    at("MO", "Kansas City", "64106", "816"),
    at("MO", "St. Louis", "63101", "314"),
    at("MP", "Saipan", "96950", "670"),
    at("MS", "Jackson", "39201", "601"),
    at("MT", "Billings", "59101", "406"),
    at("NC", "Charlotte", "28202", "704"),
    at("NC", "Raleigh", "27601", "919"),
    at("ND", "Fargo", "58102", "701"),
    at("NE", "Omaha", "68102", "402"),
    at("NH", "Manchester", "03101", "603"),
    at("NJ", "Newark", "07102", "973"),
    at("NJ", "Trenton", "08608", "609"),
    at("NM", "Albuquerque", "87102", "505"),
    at("NM", "Española", "87532", "505"),
    at("NV", "Las Vegas", "89101", "702"),
    at("NV", "Reno", "89501", "775"),
    at("NY", "Albany", "12207", "518"),
    at("NY", "Brooklyn", "11201", "718"),
    at("NY", "Buffalo", "14202", "716"),
    at("NY", "New York", "10007", "212"),
    at("NY", "Rochester", "14604", "585"),
    at("OH", "Cincinnati", "45202", "513"),
    at("OH", "Cleveland", "44113", "216"),
    at("OH", "Columbus", "43215", "614"),
    at("OK", "Tulsa", "74103", "918"),
    at("OR", "Eugene", "97401", "541"),
    at("OR", "Portland", "97204", "503"),
    at("PA", "Harrisburg", "17101", "717"),
    at("PA", "Philadelphia", "19107", "215"),
    at("PA", "Pittsburgh", "15222", "412"),
    at("PR", "Mayagüez", "00680", "787"),
    at("PR", "San Juan", "00901", "787"),
    at("RI", "Providence", "02903", "401"),
    at("SC", "Charleston", "29401", "843"),
    at("SD", "Sioux Falls", "57104", "605"),
    at("TN", "Memphis", "38103", "901"),
    at("TN", "Nashville", "37219", "615"),
    at("TX", "Austin", "78701", "512"),
    at("TX", "Dallas", "75201", "214"),
    at("TX", "El Paso", "79901", "915"),
    at("TX", "Houston", "77002", "713"),
    at("UT", "Salt Lake City", "84111", "801"),
    at("VA", "Norfolk", "23510", "757"),
    at("VA", "Richmond", "23219", "804"),
    at("VI", "Charlotte Amalie", "00802", "340"),
    at("VT", "Burlington", "05401", "802"),
    at("WA", "Seattle", "98104", "206"),
    at("WI", "Milwaukee", "53202", "414"),
    at("WV", "Charleston", "25301", "304"),
    at("WY", "Cheyenne", "82001", "307"),
];

#[cfg(test)]
mod tests {
    use super::*;
    use shared::contact::{address, phone, state::STATES};

    #[test]
    fn every_state_has_a_city_with_valid_zip_and_area_code() {
        for (code, name) in STATES
            .iter()
            .filter(|(code, _)| !["AA", "AE", "AP"].contains(code))
        {
            assert!(PLACES.iter().any(|place| place.state == *code), "{name}");
        }
        for place in &PLACES {
            assert_eq!(
                address::zip_code(place.zip, Some(place.state)).as_deref(),
                Ok(place.zip)
            );
            assert!(
                phone::normalize(&format!("{}5550100", place.area)).is_ok(),
                "{}",
                place.city
            );
        }
    }
}
