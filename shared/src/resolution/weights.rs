//! Points of each field. Their sum is the score in percent.
//!
//! `docs/RESOLUTION.md` lists them and explains how they were chosen.

/// An equal NPN or tax ID is decisive by itself.
pub(super) const DECISIVE: i16 = 100;
/// Maximum score without an equal NPN or tax ID.
pub(super) const MAX_WITHOUT_IDENTIFIER: i16 = 99;
/// Equal tax ID of two organizations with different names, such as two trusts of a grantor.
pub(super) const SHARED_TAX_ID: i16 = 40;

pub(super) const LAST_EXACT: i16 = 34;
pub(super) const LAST_FREQUENT: i16 = 26;
/// First and last names are swapped.
pub(super) const LAST_SWAPPED: i16 = 31;
pub(super) const LAST_SIMILAR: i16 = 25;
pub(super) const LAST_SOUNDS: i16 = 21;
pub(super) const LAST_PARTIAL: i16 = 20;
pub(super) const LAST_INITIAL: i16 = 8;
/// Small, because people change their last name when they marry.
pub(super) const LAST_DIFFERS: i16 = -7;

pub(super) const FIRST_EXACT: i16 = 24;
pub(super) const FIRST_NICKNAME: i16 = 21;
pub(super) const FIRST_SIMILAR: i16 = 20;
pub(super) const FIRST_SOUNDS: i16 = 17;
pub(super) const FIRST_MIDDLE: i16 = 12;
pub(super) const FIRST_INITIAL: i16 = 10;
pub(super) const FIRST_DIFFERS: i16 = -18;

pub(super) const MIDDLE_EXACT: i16 = 6;
pub(super) const MIDDLE_INITIAL: i16 = 3;
pub(super) const MIDDLE_DIFFERS: i16 = -12;

pub(super) const SUFFIX_EXACT: i16 = 1;
/// Not subtracted if the birth dates are equal.
pub(super) const SUFFIX_ONE_SIDED: i16 = -12;

pub(super) const BIRTH_EXACT: i16 = 50;
pub(super) const BIRTH_TRANSPOSED: i16 = 36;
pub(super) const BIRTH_ONE_DIGIT: i16 = 33;
pub(super) const BIRTH_PARTIAL: i16 = 18;
/// The years are at most one apart, so these are not a parent and a child.
pub(super) const BIRTH_NEAR: i16 = 0;
pub(super) const BIRTH_DIFFERS: i16 = -40;

/// Maximum combined points of email, phone and address if the first names or organization names agree.
pub(super) const CONTACT_MAX: i16 = 56;
/// The same maximum if the match is uncertain: only an initial or part of an organization's name agrees, a
/// first name is missing, or the middle name or suffix suggests two family members.
pub(super) const CONTACT_MAX_UNCERTAIN: i16 = 42;
/// The same maximum if the names differ, because households and offices share these values.
pub(super) const CONTACT_MAX_OTHER_NAME: i16 = 24;

pub(super) const EMAIL_EXACT: i16 = 51;
pub(super) const EMAIL_SIMILAR: i16 = 34;
/// Same local part at a different host.
pub(super) const EMAIL_PARTIAL: i16 = 19;
pub(super) const EMAIL_SHARED: i16 = 12;
pub(super) const EMAIL_DIFFERS: i16 = -3;

pub(super) const PHONE_EXACT: i16 = 25;
pub(super) const PHONE_TYPO: i16 = 10;
pub(super) const PHONE_DIFFERS: i16 = -2;

pub(super) const ADDRESS_EXACT: i16 = 26;
pub(super) const ADDRESS_SIMILAR: i16 = 21;
pub(super) const ADDRESS_ZIP: i16 = 17;
pub(super) const ADDRESS_CITY: i16 = 5;
pub(super) const ADDRESS_DIFFERS: i16 = -3;

pub(super) const ORGANIZATION_EXACT: i16 = 66;
/// The name has a single distinctive word.
pub(super) const ORGANIZATION_ONE_WORD: i16 = 54;
pub(super) const ORGANIZATION_SIMILAR: i16 = 56;
pub(super) const ORGANIZATION_PARTIAL: i16 = 40;
pub(super) const ORGANIZATION_DIFFERS: i16 = -48;

pub(super) const TRUST_DATE_EXACT: i16 = 20;
pub(super) const TRUST_DATE_TYPO: i16 = 12;
pub(super) const TRUST_DATE_DIFFERS: i16 = -30;
