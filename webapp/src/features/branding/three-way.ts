import { conflictsFirst, differenceOf, withTheirs, type Choices, type Difference } from '@/record/three-way';
import { formatPhone } from 'firmbook-wasm';
import type { BrandingSettings } from './api';

const LABELS: readonly (readonly [keyof BrandingValues, string])[] = [
  ['platformName', 'Platform name'],
  ['supportUrl', 'Help center URL'],
  ['supportEmail', 'Support email'],
  ['contactPhoneNumber', 'Phone'],
  ['primaryColor', 'Primary color'],
];

/** Values of the branding form. */
export type BrandingValues = ReturnType<typeof valuesOf>;

export const valuesOf = (settings: BrandingSettings) => ({
  platformName: settings.platformName,
  supportUrl: settings.supportUrl ?? '',
  supportEmail: settings.supportEmail ?? '',
  contactPhoneNumber: settings.contactPhoneNumber ? formatPhone(settings.contactPhoneNumber) : '',
  primaryColor: settings.primaryColor ?? '',
});

/**
 * Returns the fields that another user changed since `base`, unless the form has the same value.
 * Conflicts come first.
 */
export function differences(
  base: BrandingSettings,
  mine: BrandingValues,
  theirs: BrandingSettings,
): Difference[] {
  const [before, saved] = [valuesOf(base), valuesOf(theirs)];
  const found = LABELS.flatMap(([path, label]) =>
    differenceOf(path, label, [before[path], mine[path], saved[path]]),
  );
  return conflictsFirst(found);
}

export const merge = (mine: BrandingValues, theirs: BrandingSettings, choices: Choices): BrandingValues =>
  withTheirs(mine, valuesOf(theirs), choices);
