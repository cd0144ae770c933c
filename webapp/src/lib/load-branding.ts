import type { AnswerOf, ApiPath, Schemas } from './api';

/** Branding of the firm behind this host name. */
export type Branding = Schemas['Branding'];

const NONE: Omit<Branding, 'platformName'> = {
  appLogoUrl: null,
  fullLogoUrl: null,
  supportUrl: null,
  supportEmail: null,
  contactPhoneNumber: null,
  primaryColor: null,
};

export const defaultBranding = (platformName: string): Branding => ({ ...NONE, platformName });

/** After this timeout the app starts with the platform's branding. */
const TIMEOUT_MS = 3000;

const PATH = 'Branding' satisfies ApiPath<'GET'>;

/** Loads the branding of this host. Returns null on failure. */
export async function loadBranding(): Promise<Branding | null> {
  try {
    const response = await fetch(`/api/${PATH}`, { signal: AbortSignal.timeout(TIMEOUT_MS) });
    return response.ok ? ((await response.json()) as AnswerOf<'GET', typeof PATH>) : null;
  } catch {
    return null;
  }
}
