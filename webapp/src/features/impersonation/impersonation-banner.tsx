import { withHubDisconnected } from '@/lib/hub-events';
import { IconEye } from '@/components/icons';
import { enterAccount } from '@/lib/enter-account';
import { paths } from '@/lib/paths';
import { useSession, type Impersonation } from '@/lib/session';
import { showFailure } from '@/lib/toast';
import { Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useEffect } from 'react';
import { endImpersonation } from './api/impersonation';
import classes from './impersonation.module.css';

/** Banner shown during an impersonation. Returns to the list of users when it ends. */
export function ImpersonationBanner({ impersonation }: { impersonation: Impersonation }) {
  const { user } = useSession();
  const { actorName, expiresAt, mayWrite } = impersonation;
  const end = useMutation({
    mutationFn: () => withHubDisconnected(endImpersonation),
    onSuccess: () => enterAccount(paths.users),
    onError: (reason) => showFailure(undefined, reason),
  });
  useEffect(() => {
    const timer = setTimeout(
      () => window.location.assign(paths.users),
      new Date(expiresAt).getTime() - Date.now(),
    );
    return () => clearTimeout(timer);
  }, [expiresAt]);
  return (
    <aside className={classes.banner} aria-label="Impersonation">
      <IconEye size={16} aria-hidden />
      <p>
        <strong>{actorName}</strong> is signed in as{' '}
        <strong>{`${user.firmUserFirstName} ${user.firmUserLastName}`.trim()}</strong> of {user.firmName}{' '}
        until <time dateTime={expiresAt}>{clockTime(expiresAt, user.timeZone)}</time>
        {mayWrite ? ' and can make changes.' : ' (view only).'}
      </p>
      <Button
        size="compact-sm"
        variant="default"
        loading={end.isPending || end.isSuccess}
        onClick={() => end.mutate()}
      >
        Stop acting as {user.firmUserFirstName}
      </Button>
    </aside>
  );
}

const clockTime = (iso: string, timeZone: string) =>
  new Intl.DateTimeFormat('en-US', { timeZone, timeStyle: 'short' }).format(new Date(iso));
