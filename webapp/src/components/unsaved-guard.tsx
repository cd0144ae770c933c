import { registerUnsavedGuard } from '@/lib/unsaved';
import { useEffect } from 'react';
import { useBlocker } from 'react-router';
import { UnsavedBar } from './unsaved-bar';

interface UnsavedGuardProps {
  /** The guard is disabled while false. */
  isActive?: boolean;
  /** Returns whether there are unsaved changes. Called before leaving. */
  hasUnsaved: () => boolean;
  /** Allows changes of the URL that stay on the page. */
  allowOnPage?: boolean;
  /** Called before the user leaves without saving. */
  onDiscard?: () => void;
}

/** Asks before the user leaves the page or closes the window with unsaved changes. */
export function UnsavedGuard({
  isActive = true,
  hasUnsaved,
  allowOnPage = false,
  onDiscard,
}: UnsavedGuardProps) {
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      isActive && !(allowOnPage && currentLocation.pathname === nextLocation.pathname) && hasUnsaved(),
  );

  useEffect(() => {
    if (!isActive) return;
    const release = registerUnsavedGuard(hasUnsaved);
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
  const discard = () => {
    onDiscard?.();
    blocker.proceed();
  };
  return <UnsavedBar onStay={() => blocker.reset()} onDiscard={discard} />;
}
