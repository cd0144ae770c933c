import { BarePage } from '@/components/bare-page';
import { PageLoader } from '@/components/page-loader';
import { PageMessage } from '@/components/page-message';
import { failureText } from '@/lib/failure-text';
import { call, workFor } from '@/lib/http';
import { paths } from '@/lib/paths';
import { SessionProvider, type Session } from '@/lib/session';
import { Button } from '@mantine/core';
import { queryOptions, useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Link } from 'react-router';

const sessionQuery = queryOptions({
  queryKey: ['session'],
  staleTime: Infinity,
  queryFn: async ({ signal }): Promise<Session> => {
    const [user, permissions] = await Promise.all([
      call('GET', 'User/details', { signal }),
      call('GET', 'User/permissions', { signal }),
    ]);
    workFor(user.account);
    return { user, permissions };
  },
});

/** Loads the signed-in user and account before rendering its children, which depend on them. */
export function LoadSession({ children }: { children: ReactNode }) {
  const session = useQuery(sessionQuery);
  if (session.data) return <SessionProvider value={session.data}>{children}</SessionProvider>;
  if (session.isError) {
    return (
      <BarePage>
        <PageMessage
          title="Your account could not be loaded"
          text={failureText(session.error)}
          action={
            <>
              <Button onClick={() => void session.refetch()}>Retry</Button>
              <Button component={Link} to={paths.logout} variant="default">
                Sign Out
              </Button>
            </>
          }
        />
      </BarePage>
    );
  }
  return <PageLoader label="Loading your account" />;
}
