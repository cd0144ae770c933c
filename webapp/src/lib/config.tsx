import { createContext, use } from 'react';

/** What the server tells the page about its surroundings. */
export interface AppConfig {
  platformName: string;
  issuer: string;
  clientId: string;
  audience: string;
  scope: string;
}

const ConfigContext = createContext<AppConfig | null>(null);
export const ConfigProvider = ConfigContext.Provider;

export function useConfig(): AppConfig {
  const config = use(ConfigContext);
  if (!config) throw new Error('useConfig needs a ConfigProvider above it');
  return config;
}

export async function loadConfig(): Promise<AppConfig> {
  const answer = await fetch('/config.json', { credentials: 'same-origin' });
  if (!answer.ok) throw new Error(`The configuration could not be read (${answer.status}).`);
  return (await answer.json()) as AppConfig;
}
