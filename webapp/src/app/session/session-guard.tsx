import { PageLoader } from '@/components/page-loader';
import { useConfig } from '@/lib/config';
import { addressInAccount, here } from '@/lib/own-address';
import { paths } from '@/lib/paths';
import { hearTabs } from '@/lib/tabs';
import { hasUnsavedChanges } from '@/lib/unsaved';
import { useModule } from '@/lib/use-module';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState, useSyncExternalStore, type ReactNode } from 'react';
import { useNavigate } from 'react-router';
import { onDeparture, type Departure } from './departure';
import { rememberEnding, type Ending } from './ending';
import { SessionWatch } from './session-watch';

const loadIdle = () => import('./idle-dialog');
const loadSwitched = () => import('./switched');

/** Renders its children while the session lasts, and the idle warning on top of them. */
export function SessionGuard({ children }: { children: ReactNode }) {
  const { idle } = useConfig();
  const queries = useQueryClient();
  const [watch] = useState(() => new SessionWatch(idle));
  const { secondsLeft, announced, leaving } = useSyncExternalStore(watch.subscribe, watch.view);
  const [departure, setDeparture] = useState<Departure | null>(null);
  /** A departure that would discard unsaved changes. `kept` if the user chose to stay on the page. */
  const [asked, setAsked] = useState<Departure | 'kept' | null>(null);
  const Idle = useModule(loadIdle, secondsLeft !== null)?.IdleDialog;
  const Switched = useModule(loadSwitched, asked !== null)?.SwitchedDialog;
  useEffect(() => {
    const leave = (next: Departure) => {
      if (!hasUnsavedChanges()) {
        setDeparture(next);
        return true;
      }
      setAsked((before) => before ?? next);
      return false;
    };
    const stops = [
      onDeparture((next) => {
        if (next !== 'unauthenticated') return leave(next);
        watch.dispatch('unauthenticated');
        return true;
      }),
      hearTabs(({ kind }) => {
        if (kind !== 'account') return;
        setAsked(null);
        if (!hasUnsavedChanges()) return setDeparture('reload');
        void loadSwitched()
          .then(({ rejoinAccount }) => rejoinAccount(queries))
          .catch(() => false)
          .then((isBack) => isBack || leave('reload'));
      }),
    ];
    return () => {
      for (const stop of stops) stop();
    };
  }, [watch, queries]);

  // Unmount the page first: unsaved changes must not block the redirect.
  if (leaving === 'elsewhere') return <SignedOutElsewhere />;
  if (leaving) return <SigningOut reason={leaving} />;
  if (departure) return <Departing to={departure} />;
  return (
    <>
      {children}
      {Switched && asked && asked !== 'kept' && (
        <Switched onStay={() => setAsked('kept')} onLeave={() => setDeparture(asked)} />
      )}
      {Idle && secondsLeft !== null && (
        <Idle
          secondsLeft={secondsLeft}
          announced={announced}
          onStay={() => watch.dispatch('stay')}
          onSignOut={() => watch.dispatch('signOut')}
        />
      )}
    </>
  );
}

function SigningOut({ reason }: { reason: Ending['reason'] }) {
  const navigate = useNavigate();
  useEffect(() => {
    const ending: Ending = reason === 'chosen' ? { reason } : { reason, returnTo: here() };
    void navigate(paths.logout, { replace: true, state: ending });
  }, [navigate, reason]);
  return <PageLoader label="Signing out" />;
}

function SignedOutElsewhere() {
  useEffect(() => {
    sessionStorage.clear();
    rememberEnding({ reason: 'chosen' });
    window.location.replace(paths.signedOut);
  }, []);
  return <PageLoader label="Signing out" />;
}

function Departing({ to }: { to: Departure }) {
  useEffect(() => {
    if (to === 'reload') window.location.reload();
    else
      window.location.replace(
        `${paths.selectAccount}?returnTo=${encodeURIComponent(addressInAccount(here()))}`,
      );
  }, [to]);
  return <PageLoader label="Loading your account" />;
}
