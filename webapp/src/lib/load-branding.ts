/** Branding of the firm behind this host name. */
export interface Branding {
  platformName: string;
  /** Logo in the header; null for the platform's logo. */
  appLogoUrl: string | null;
  /** Logo of pages without a header; null for the platform's logo. */
  fullLogoUrl: string | null;
  /** Address of the help center; null if there is none. */
  supportUrl: string | null;
  contactPhoneNumber: string | null;
  /** `#rrggbb`; null for the platform's color. */
  primaryColor: string | null;
}

const NONE: Omit<Branding, 'platformName'> = {
  appLogoUrl: null,
  fullLogoUrl: null,
  supportUrl: null,
  contactPhoneNumber: null,
  primaryColor: null,
};

export const unbranded = (platformName: string): Branding => ({ ...NONE, platformName });

/** After this timeout the app starts with the platform's branding. */
const PATIENCE_MS = 3000;

/** Loads the branding of this host. Returns null on failure. */
export async function loadBranding(): Promise<Branding | null> {
  try {
    const answer = await fetch('/api/Branding', { signal: AbortSignal.timeout(PATIENCE_MS) });
    return answer.ok ? ((await answer.json()) as Branding) : null;
  } catch {
    return null;
  }
}
