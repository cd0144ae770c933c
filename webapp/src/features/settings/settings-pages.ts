import { AppearancePart } from './appearance-part';
import { ProfilePart } from './profile-part';
import { FirstPart, SettingsPage } from './settings-page';

/** The frame of the settings, what it shows at first, and the small parts that everyone has. */
export const settingsPages = {
  all: SettingsPage,
  first: FirstPart,
  profile: ProfilePart,
  appearance: AppearancePart,
};
