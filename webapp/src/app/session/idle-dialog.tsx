import { paths } from '@/lib/paths';
import { Button, VisuallyHidden } from '@mantine/core';
import { useLayoutEffect, useRef, type MouseEvent } from 'react';
import classes from './idle-dialog.module.css';

interface IdleDialogProps {
  secondsLeft: number;
  /** The remaining seconds to announce to screen readers. */
  announced: number | null;
  onStay: () => void;
  onSignOut: () => void;
}

/** Modal warning before the idle timeout, shown above all other content. */
export function IdleDialog({ secondsLeft, announced, onStay, onSignOut }: IdleDialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const stay = useRef<HTMLButtonElement>(null);
  useLayoutEffect(() => {
    const shown = dialog.current;
    shown?.showModal();
    stay.current?.focus();
    // Closing a modal dialog restores the previous focus.
    return () => shown?.close();
  }, []);
  const signOut = (event: MouseEvent) => {
    event.preventDefault();
    onSignOut();
  };
  return (
    <dialog
      ref={dialog}
      role="alertdialog"
      aria-labelledby="idle-title"
      aria-describedby="idle-text"
      className={classes.dialog}
      onCancel={(event) => {
        event.preventDefault();
        onStay();
      }}
    >
      <h2 id="idle-title">Are you still there?</h2>
      <p id="idle-text">To keep your information secure, we will automatically sign you out in...</p>
      <p className={classes.countdown} role="timer" aria-live="off">
        <strong>{secondsLeft}</strong> {secondsLeft === 1 ? 'second' : 'seconds'}
      </p>
      <VisuallyHidden aria-live="assertive">
        {announced !== null && `Signing you out in ${announced} seconds.`}
      </VisuallyHidden>
      <div className={classes.actions}>
        <a href={paths.logout} data-mantine-stop-propagation="true" onClick={signOut}>
          Sign Out
        </a>
        <Button ref={stay} data-mantine-stop-propagation="true" onClick={onStay}>
          I'm Here
        </Button>
      </div>
    </dialog>
  );
}
