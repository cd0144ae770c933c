import type { Feature, Permissions } from 'firmbook-wasm';
import { createContext, use } from 'react';

/** Who is signed in, for which firm. */
export interface UserDetails {
  firmUserFirstName: string;
  firmUserLastName: string;
  firmName: string;
  firmId: number;
  firmUserTypeLabel: string;
  adminUserType: string | null;
  hasMultipleFirmAssignments: boolean;
  hasAdminAccount: boolean;
  isDemoFirm: boolean;
  userKey: string;
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
