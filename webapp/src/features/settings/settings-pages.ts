import { AppearancePart } from './appearance-part';
import { ProfilePart } from './profile-part';
import { FirstPart, SettingsPage } from './settings-page';

/** The settings layout, the redirect to the first section, and the small sections that all users have. */
export const settingsPages = {
  all: SettingsPage,
  first: FirstPart,
  profile: ProfilePart,
  appearance: AppearancePart,
};
