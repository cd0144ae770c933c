import { call } from '@/lib/http';
import type { PathValues, Schemas } from '@/lib/api';
import { queryOptions } from '@tanstack/react-query';
import type { BrandingInput } from 'firmbook-wasm';

/** Branding of one of the firm's host names. */
export type BrandingSettings = Schemas['BrandingSettings'];

export type LogoKind = PathValues<'PUT', 'Branding/logo/{logo}'>['logo'];

export const brandingSettingsQuery = queryOptions({
  queryKey: ['brandingSettings'],
  queryFn: ({ signal }) => call('GET', 'Branding/settings', { signal }),
});

export const saveBranding = (input: BrandingInput) => call('PUT', 'Branding', { body: input });

export const setLogo = (host: string, kind: LogoKind, picture: File) =>
  call('PUT', 'Branding/logo/{logo}', { path: { logo: kind }, query: { host }, body: picture });

export const removeLogo = (host: string, kind: LogoKind) =>
  call('DELETE', 'Branding/logo/{logo}', { path: { logo: kind }, query: { host } });
