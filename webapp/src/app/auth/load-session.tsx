import { BarePage } from '@/components/bare-page';
import { PageLoader } from '@/components/page-loader';
import { PageMessage } from '@/components/page-message';
import { failureText } from '@/lib/failure-text';
import { paths } from '@/lib/paths';
import { SessionProvider } from '@/lib/session';
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useDeferredValue, type ReactNode } from 'react';
import { Link } from 'react-router';
import { sessionQuery } from './session-query';

/** Loads the signed-in user and account before rendering its children, which depend on them. */
export function LoadSession({ children }: { children: ReactNode }) {
  const session = useQuery(sessionQuery);
  // React renders a deferred update in short tasks.
  const loaded = useDeferredValue(session.data);
  if (loaded) return <SessionProvider value={loaded}>{children}</SessionProvider>;
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
