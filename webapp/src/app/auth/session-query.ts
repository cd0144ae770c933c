import { call, setAccount } from '@/lib/http';
import type { Session } from '@/lib/session';
import { queryOptions } from '@tanstack/react-query';

/** Loads the signed-in user and account with its permissions. */
export const sessionQuery = queryOptions({
  queryKey: ['session'],
  staleTime: Infinity,
  queryFn: async ({ signal }): Promise<Session> => {
    const [user, permissions] = await Promise.all([
      call('GET', 'User/details', { signal }),
      call('GET', 'User/permissions', { signal }),
    ]);
    setAccount(user.account);
    return { user, permissions };
  },
});
