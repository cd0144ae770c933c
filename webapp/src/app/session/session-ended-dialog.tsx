import { failureText } from '@/lib/failure-text';
import { ApiError } from '@/lib/http';
import { storeSignOut } from '@/lib/last-activity';
import { broadcastToTabs } from '@/lib/tabs';
import { useEscape } from '@/lib/use-escape';
import { Button } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { ErrorResponse } from 'oidc-client-ts';
import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { useAuth } from 'react-oidc-context';
import { useManager } from '../auth/manager-context';
import endedClasses from './session-ended-dialog.module.css';
import { clearStoredData } from './forget';
import classes from './idle-dialog.module.css';
import { reauthenticate } from './reauthenticate';

interface SessionEndedDialogProps {
  /** Another tab signed out and cleared the stored data. */
  isElsewhere: boolean;
  /** Called after a new sign-in of the same user, in the account of the page or in another one. */
  onContinue: (isSameAccount: boolean) => void;
  onDiscard: () => void;
}

const OTHER_USER = 'You signed in as a different user. Sign in as the user of this page to continue.';

/** Returns the server's or the identity provider's reason. Otherwise, the browser has opened no window. */
const failureAdvice = (reason: unknown) =>
  reason instanceof ApiError || reason instanceof ErrorResponse
    ? failureText(reason)
    : 'Allow pop-ups for this site, and try again.';

/** Covers a page with unsaved changes whose session has ended, until the user signs in again. */
export function SessionEndedDialog({ isElsewhere, onContinue, onDiscard }: SessionEndedDialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const start = useRef<HTMLButtonElement>(null);
  const manager = useManager();
  const queries = useQueryClient();
  const auth = useAuth();
  const [subject] = useState(auth.user?.profile.sub);
  const [failure, setFailure] = useState<string | null>(null);
  // Escape must not close what is below.
  useEscape(true, () => undefined);
  useLayoutEffect(() => {
    const shown = dialog.current;
    shown?.showModal();
    start.current?.focus();
    return () => shown?.close();
  }, []);
  useEffect(() => {
    sessionStorage.clear();
    if (isElsewhere) return;
    broadcastToTabs({ kind: 'signOut' });
    void clearStoredData();
    storeSignOut();
  }, [isElsewhere]);
  const signIn = () => {
    setFailure(null);
    reauthenticate({ manager, queries, subject }).then(
      (result) => (result === 'otherUser' ? setFailure(OTHER_USER) : onContinue(result === 'sameAccount')),
      (reason: unknown) => setFailure(`We couldn’t sign you in. ${failureAdvice(reason)}`),
    );
  };
  return (
    <dialog
      ref={dialog}
      role="alertdialog"
      aria-labelledby="ended-title"
      aria-describedby="ended-text"
      className={`${classes.dialog} ${endedClasses.dialog}`}
      onCancel={(event) => event.preventDefault()}
      // Browsers close a dialog at the second Escape.
      onClose={() => dialog.current?.showModal()}
    >
      <h2 id="ended-title">Your session has ended</h2>
      <p id="ended-text">
        {isElsewhere ? 'You signed out in another tab.' : 'You were signed out.'} Your unsaved changes are
        still on this page. To continue, sign in again in a new window.
      </p>
      {failure && (
        <p role="alert" className={endedClasses.problem}>
          {failure}
        </p>
      )}
      <div className={classes.actions}>
        <Button color="danger" variant="subtle" onClick={onDiscard}>
          Discard changes
        </Button>
        <Button ref={start} onClick={signIn}>
          Sign in
        </Button>
      </div>
    </dialog>
  );
}
