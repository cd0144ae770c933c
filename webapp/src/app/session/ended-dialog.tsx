import { failureText } from '@/lib/failure-text';
import { ApiError } from '@/lib/http';
import { noteSignOut } from '@/lib/last-activity';
import { tellTabs } from '@/lib/tabs';
import { useEscape } from '@/lib/use-escape';
import { Button } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { ErrorResponse } from 'oidc-client-ts';
import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { useAuth } from 'react-oidc-context';
import { useManager } from '../auth/manager-context';
import endedClasses from './ended-dialog.module.css';
import { forgetEverything } from './forget';
import classes from './idle-dialog.module.css';
import { signInAgain } from './sign-in-again';

interface EndedDialogProps {
  /** Another tab signed out and cleared the stored data. */
  isElsewhere: boolean;
  /** Called after a new sign-in of the same user, in the account of the page or in another one. */
  onContinue: (isSameAccount: boolean) => void;
  onDiscard: () => void;
}

const OTHER_USER = 'You signed in as a different user. Sign in as the user of this page to continue.';

/** Returns the server's or the identity provider's reason. Otherwise, the browser has opened no window. */
const adviceFor = (reason: unknown) =>
  reason instanceof ApiError || reason instanceof ErrorResponse
    ? failureText(reason)
    : 'Allow pop-ups for this site, and try again.';

/** Covers a page with unsaved changes whose session has ended, until the user signs in again. */
export function EndedDialog({ isElsewhere, onContinue, onDiscard }: EndedDialogProps) {
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
    tellTabs({ kind: 'signOut' });
    void forgetEverything();
    noteSignOut();
  }, [isElsewhere]);
  const signIn = () => {
    setFailure(null);
    signInAgain({ manager, queries, subject }).then(
      (signedIn) =>
        signedIn === 'otherUser' ? setFailure(OTHER_USER) : onContinue(signedIn === 'sameAccount'),
      (reason: unknown) => setFailure(`We couldn’t sign you in. ${adviceFor(reason)}`),
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
