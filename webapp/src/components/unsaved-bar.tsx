import { Button } from '@mantine/core';
import { BOTTOM_BAR } from './toast-place';
import classes from './unsaved-bar.module.css';

interface UnsavedBarProps {
  onStay: () => void;
  onDiscard: () => void;
}

/** Asks whether to discard unsaved changes, at the bottom of the form. */
export const UnsavedBar = ({ onStay, onDiscard }: UnsavedBarProps) => (
  <div className={classes.guard} role="alertdialog" aria-label="Unsaved changes" {...BOTTOM_BAR}>
    <span>You have unsaved changes.</span>
    <Button variant="default" autoFocus onClick={onStay}>
      Keep editing
    </Button>
    <Button color="danger" onClick={onDiscard}>
      Discard
    </Button>
  </div>
);
