import { call } from '@/lib/http';
import { useEscape } from '@/lib/use-escape';
import { Button } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useLayoutEffect, useRef } from 'react';
import { sessionQuery } from '../auth/session-query';
import classes from './idle-dialog.module.css';

interface AccountSwitchedDialogProps {
  onStay: () => void;
  onLeave: () => void;
}

/** Asks before an account switch in another tab discards unsaved changes in this one. */
export function AccountSwitchedDialog({ onStay, onLeave }: AccountSwitchedDialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const start = useRef<HTMLButtonElement>(null);
  useEscape(true, onStay);
  useLayoutEffect(() => {
    const shown = dialog.current;
    shown?.showModal();
    start.current?.focus();
    return () => shown?.close();
  }, []);
  const { from, to } = useFirms();
  return (
    <dialog
      ref={dialog}
      role="alertdialog"
      aria-labelledby="switched-title"
      aria-describedby="switched-text"
      className={classes.dialog}
      onCancel={(event) => {
        event.preventDefault();
        onStay();
      }}
    >
      <h2 id="switched-title">You have unsaved changes</h2>
      <p id="switched-text">
        You switched to {to} in another tab. Switch back to {from} to save the changes on this page.
      </p>
      <div className={classes.actions}>
        <Button color="danger" variant="subtle" onClick={onLeave}>
          Discard and reload
        </Button>
        <Button ref={start} onClick={onStay}>
          Keep this page
        </Button>
      </div>
    </dialog>
  );
}

/** Names the firms of this page and of the session. Two accounts of the same firm, and unknown ones, have no names. */
function useFirms() {
  const from = useQueryClient().getQueryData(sessionQuery.queryKey)?.user.firmName;
  const to = useQuery({
    queryKey: ['switchedTo'],
    queryFn: ({ signal }) => call('GET', 'User/details', { isForAnyAccount: true, signal }),
    gcTime: 0,
  }).data?.firmName;
  return from && to && from !== to ? { from, to } : { from: 'the former account', to: 'another account' };
}
