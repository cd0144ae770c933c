import { guardUnsaved } from '@/lib/unsaved';
import { Button } from '@mantine/core';
import { useEffect } from 'react';
import { useBlocker } from 'react-router';
import classes from './unsaved-guard.module.css';

interface UnsavedGuardProps {
  /** The guard is disabled while false. */
  isActive?: boolean;
  /** Whether there are unsaved changes. Called before leaving. */
  hasUnsaved: () => boolean;
  /** Allows changes of the URL that stay on the page. */
  staysOnPage?: boolean;
}

/** Asks before unsaved changes are lost, including when the window is closed. */
export function UnsavedGuard({ isActive = true, hasUnsaved, staysOnPage = false }: UnsavedGuardProps) {
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      isActive && !(staysOnPage && currentLocation.pathname === nextLocation.pathname) && hasUnsaved(),
  );

  useEffect(() => {
    if (!isActive) return;
    const release = guardUnsaved(hasUnsaved);
    const warn = (event: BeforeUnloadEvent) => {
      if (hasUnsaved()) event.preventDefault();
    };
    window.addEventListener('beforeunload', warn);
    return () => {
      release();
      window.removeEventListener('beforeunload', warn);
    };
  }, [isActive, hasUnsaved]);

  if (blocker.state !== 'blocked') return null;
  return (
    <div className={classes.guard} role="alertdialog" aria-label="Unsaved changes">
      <span>You have unsaved changes.</span>
      <Button variant="default" autoFocus onClick={() => blocker.reset()}>
        Keep editing
      </Button>
      <Button color="danger" onClick={() => blocker.proceed()}>
        Discard
      </Button>
    </div>
  );
}
