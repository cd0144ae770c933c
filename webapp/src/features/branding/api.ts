import { call } from '@/lib/http';
import type { Branding } from '@/lib/branding';
import { queryOptions } from '@tanstack/react-query';
import type { BrandingInput } from 'firmbook-wasm';

/** Branding of one of the firm's host names. */
export interface BrandingSettings extends Branding {
  host: string;
  version: number;
}

export type LogoKind = 'app' | 'full';

export const brandingSettingsQuery = queryOptions({
  queryKey: ['brandingSettings'],
  queryFn: ({ signal }) => call<BrandingSettings[]>('GET', 'Branding/settings', { signal }),
});

export const saveBranding = (input: BrandingInput) =>
  call<BrandingSettings>('PUT', 'Branding', { body: input });

export const setLogo = (host: string, kind: LogoKind, picture: File) =>
  call<BrandingSettings>('PUT', `Branding/logo/${kind}`, { query: { host }, body: picture });

export const removeLogo = (host: string, kind: LogoKind) =>
  call<BrandingSettings>('DELETE', `Branding/logo/${kind}`, { query: { host } });
