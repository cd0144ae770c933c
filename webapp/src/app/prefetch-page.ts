import type { AppConfig } from '@/lib/config';
import { contactKinds } from '@/lib/contact-kinds';
import { customFieldsQuery } from '@/list/data/custom-fields';
import { tableStateQuery } from '@/list/state/table-state';
import type { QueryClient } from '@tanstack/react-query';
import type { ListName } from 'firmbook-wasm';
import type { UserManager } from 'oidc-client-ts';
import { sessionQuery } from './auth/session-query';
import type { AppRouter } from './router';
import { hasSessionEnded } from './session/session-monitor';

/** Id of the route whose pages need a session. */
export const ACCOUNT_ROUTE = 'account';

/** The `handle` of a route that shows a list. */
export interface ListHandle {
  list: ListName;
  /** Loads the code of the record page. */
  loadRecord: () => Promise<unknown>;
}

/** Prefetches data for the first page while its code loads: the session and, for a list, its saved table. */
export async function prefetchPage(
  queries: QueryClient,
  manager: UserManager,
  { state: { matches } }: AppRouter,
  { idle }: Pick<AppConfig, 'idle'>,
): Promise<void> {
  const needsSession = matches.some(({ route }) => route.id === ACCOUNT_ROUTE);
  if (!needsSession || hasSessionEnded(idle) || !(await manager.getUser())) return;
  await queries.prefetchQuery(sessionQuery);
  const session = queries.getQueryData(sessionQuery.queryKey);
  const list = (matches.at(-1)?.route.handle as ListHandle | undefined)?.list;
  if (!session || !list) return;
  void queries.prefetchQuery(tableStateQuery(list, session.user.userKey, list));
  const kind = Object.values(contactKinds).find((item) => item.list === list);
  if (kind) void queries.prefetchQuery(customFieldsQuery(kind));
}
