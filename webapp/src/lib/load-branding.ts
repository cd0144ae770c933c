/** Whose portal this is: what the firm behind the host name puts in place of the platform's own. */
export interface Branding {
  platformName: string;
  /** For the header; null shows the platform's own mark. */
  appLogoUrl: string | null;
  /** For pages without a header; null shows the platform's own mark. */
  fullLogoUrl: string | null;
  /** The help center; null where there is none. */
  supportUrl: string | null;
  contactPhoneNumber: string | null;
  /** `#rrggbb`; null for the platform's own. */
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

/** Nothing is worth waiting longer for: the platform's own looks do. */
const PATIENCE_MS = 3000;

/** The branding of this host; null where it cannot be had. */
export async function loadBranding(): Promise<Branding | null> {
  try {
    const answer = await fetch('/api/Branding', { signal: AbortSignal.timeout(PATIENCE_MS) });
    return answer.ok ? ((await answer.json()) as Branding) : null;
  } catch {
    return null;
  }
}
