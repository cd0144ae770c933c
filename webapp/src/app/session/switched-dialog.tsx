import { Button } from '@mantine/core';
import { useLayoutEffect, useRef } from 'react';
import classes from './idle-dialog.module.css';

interface SwitchedDialogProps {
  onStay: () => void;
  onLeave: () => void;
}

/** Asks before an account switch in another tab discards unsaved changes in this one. */
export function SwitchedDialog({ onStay, onLeave }: SwitchedDialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  useLayoutEffect(() => {
    const shown = dialog.current;
    shown?.showModal();
    return () => shown?.close();
  }, []);
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
        You switched to another account in a different tab. Changes on this page cannot be saved there. To
        save them, keep this page and switch back first.
      </p>
      <div className={classes.actions}>
        <Button color="danger" variant="subtle" onClick={onLeave}>
          Discard and reload
        </Button>
        <Button autoFocus onClick={onStay}>
          Keep this page
        </Button>
      </div>
    </dialog>
  );
}
