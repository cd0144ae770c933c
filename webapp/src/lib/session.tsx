import type { Feature, Permissions } from 'firmbook-wasm';
import { createContext, use } from 'react';

/** The signed-in user and the current firm. */
export interface UserDetails {
  /** Id of the account this session works for, sent with every call. */
  account: string;
  firmUserFirstName: string;
  firmUserLastName: string;
  firmName: string;
  firmId: number;
  /** Null for platform staff. */
  firmUserTypeLabel: string | null;
  /** Null for users of a firm. */
  adminUserTypeLabel: string | null;
  hasMultipleFirmAssignments: boolean;
  hasAdminAccount: boolean;
  isDemoFirm: boolean;
  userKey: string;
  timeZone: string;
  theme: 'auto' | 'light' | 'dark';
  density: 'comfortable' | 'compact';
  /** Set while staff impersonates this user. */
  impersonation: Impersonation | null;
}

export interface Impersonation {
  /** The person who impersonates the user. */
  actorName: string;
  reason: string;
  expiresAt: string;
  mayWrite: boolean;
}

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

/** Whether the signed-in user may use a feature. */
export function useCan(feature: Feature, access: 'read' | 'write'): boolean {
  return useSession().permissions.features[feature]?.[access] ?? false;
}
