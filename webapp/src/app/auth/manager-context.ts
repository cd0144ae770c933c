import type { UserManager } from 'oidc-client-ts';
import { createContext, use } from 'react';

/** The OIDC client, for calls that the `useAuth` hook does not offer. */
export const ManagerContext = createContext<UserManager | null>(null);

export function useManager(): UserManager {
  const manager = use(ManagerContext);
  if (!manager) throw new Error('useManager needs a ManagerContext above it');
  return manager;
}
