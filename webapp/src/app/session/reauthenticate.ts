import { ApiError, call } from '@/lib/http';
import { lastActivity, storeActivity } from '@/lib/last-activity';
import type { QueryClient } from '@tanstack/react-query';
import type { UserManager } from 'oidc-client-ts';
import { sessionQuery } from '../auth/session-query';
import { resumeAccount } from './resume-account';

interface EndedSession {
  manager: UserManager;
  queries: QueryClient;
  /** Id of the user at the identity provider. */
  subject: string | undefined;
}

/** The account of the new session: that of the page, another one of the same user, or that of another user. */
export type ReauthResult = 'sameAccount' | 'otherAccount' | 'otherUser';

/** Signs in again in a second window, for a page that stays open after its session ended. */
export async function reauthenticate({ manager, queries, subject }: EndedSession): Promise<ReauthResult> {
  const { profile } = await manager.signinPopup({
    redirect_uri: manager.settings.silent_redirect_uri,
    // Unless the user has already signed in again in another tab.
    ...(lastActivity() === null && { prompt: 'login' }),
  });
  if (profile.sub !== subject) {
    // Discard the tokens of the other user.
    sessionStorage.clear();
    return 'otherUser';
  }
  storeActivity(Date.now());
  return (await resume(queries)) ? 'sameAccount' : 'otherAccount';
}

async function resume(queries: QueryClient): Promise<boolean> {
  try {
    return await resumeAccount(queries);
  } catch (reason) {
    if (!(reason instanceof ApiError) || reason.problem?.code !== 'choose_account') throw reason;
    // A user with several accounts has not selected one in the new session.
    const user = queries.getQueryData(sessionQuery.queryKey)?.user;
    if (!user?.firmId || user.adminUserType !== null) return false;
    const { firmId } = user;
    await call('PUT', 'Account/firm/{firmId}', { path: { firmId }, isForAnyAccount: true });
    return resumeAccount(queries);
  }
}
