import type { Schemas } from './api';
import type { Feature, Permissions } from 'firmbook-wasm';
import { createContext, use } from 'react';

/** The signed-in user and the current firm. */
export type UserDetails = Schemas['UserDetails'];

export type Impersonation = Schemas['ImpersonationDetails'];

export interface Session {
  user: UserDetails;
  permissions: Permissions;
}

const SessionContext = createContext<Session | null>(null);
export const SessionProvider = SessionContext.Provider;

export function useSession(): Session {
  const session = use(SessionContext);
  if (!session) throw new Error('useSession needs a SessionProvider above it');
  return session;
}

/** Returns whether the signed-in user may use a feature. */
export function useCan(feature: Feature, access: 'read' | 'write'): boolean {
  return useSession().permissions.features[feature]?.[access] ?? false;
}
