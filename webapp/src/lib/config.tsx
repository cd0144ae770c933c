import { defaultBranding, loadBranding, type Branding } from './load-branding';
import type { IdleLimits } from 'firmbook-wasm';
import { createContext, use } from 'react';

/** Configuration from `/config.json`, plus the branding of this host. */
export interface AppConfig {
  platformName: string;
  issuer: string;
  clientId: string;
  audience: string;
  scope: string;
  /** Days of notifications to show. */
  notificationDays: number;
  /** Whether to connect to the hub. */
  realTime: boolean;
  /** Whether the server can send email. */
  sendsEmail: boolean;
  branding: Branding;
  idle: IdleLimits;
  /** Error reporting service. Null if disabled. */
  errorReporting: { dsn: string; environment: string } | null;
  /** URL that receives page visits. Null if disabled. */
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
  const [response, branding] = await Promise.all([
    fetch('/config.json', { credentials: 'same-origin' }),
    loadBranding(),
  ]);
  if (!response.ok) throw new Error(`The configuration could not be read (${response.status}).`);
  const config = (await response.json()) as Omit<AppConfig, 'branding'>;
  return { ...config, branding: branding ?? defaultBranding(config.platformName) };
}
