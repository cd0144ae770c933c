import { loadBranding, unbranded, type Branding } from './load-branding';
import type { IdleLimits } from 'firmbook-wasm';
import { createContext, use } from 'react';

/** What the server tells the page about its surroundings. */
export interface AppConfig {
  platformName: string;
  issuer: string;
  clientId: string;
  audience: string;
  scope: string;
  /** How far back the notifications reach, in days. */
  notificationDays: number;
  /** Whether to keep a connection to the hub. */
  realTime: boolean;
  /** How the portal looks under this host name. */
  branding: Branding;
  idle: IdleLimits;
  /** Where failures are reported to; nowhere when null. */
  errorReporting: { dsn: string; environment: string } | null;
  /** Where visits of pages are counted; nowhere when null. */
  analyticsUrl: string | null;
}

const ConfigContext = createContext<AppConfig | null>(null);
export const ConfigProvider = ConfigContext.Provider;

export function useConfig(): AppConfig {
  const config = use(ConfigContext);
  if (!config) throw new Error('useConfig needs a ConfigProvider above it');
  return config;
}

export async function loadConfig(): Promise<AppConfig> {
  const [answer, branding] = await Promise.all([
    fetch('/config.json', { credentials: 'same-origin' }),
    loadBranding(),
  ]);
  if (!answer.ok) throw new Error(`The configuration could not be read (${answer.status}).`);
  const config = (await answer.json()) as Omit<AppConfig, 'branding'>;
  return { ...config, branding: branding ?? unbranded(config.platformName) };
}
