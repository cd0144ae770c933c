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

const loadDialogs = () => import('./session-dialogs');

/** Renders its children while the session lasts, and dialogs about the session on top of them. */
export function SessionGuard({ children }: { children: ReactNode }) {
  const { idle } = useConfig();
  const queries = useQueryClient();
  const [watch, setWatch] = useState(() => new SessionWatch(idle));
  const { secondsLeft, leaving, isKept } = useSyncExternalStore(watch.subscribe, watch.view);
  const [departure, setDeparture] = useState<Departure | null>(null);
  /** A departure that would discard unsaved changes. `kept` if the user chose to stay on the page. */
  const [asked, setAsked] = useState<Departure | 'kept' | null>(null);
  const wanted = isKept || asked !== null || secondsLeft !== null;
  const Dialogs = useModule(loadDialogs, wanted)?.SessionDialogs;
  useEffect(() => {
    const leave = (next: Departure) => {
      if (watch.view().isKept) return false;
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
        return !watch.view().isKept;
      }),
      hearTabs(({ kind }) => {
        if (kind !== 'account' || watch.view().isKept) return;
        setAsked(null);
        if (!hasUnsavedChanges()) return setDeparture('reload');
        void loadDialogs()
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
  if (leaving && !isKept) {
    return leaving === 'elsewhere' ? <SignedOutElsewhere /> : <SigningOut reason={leaving} />;
  }
  if (departure) return <Departing to={departure} />;
  return (
    <>
      {children}
      {Dialogs && (
        <Dialogs
          watch={watch}
          asked={asked}
          onStay={() => setAsked('kept')}
          onLeave={() => setDeparture(asked as Departure)}
          onContinue={(isSameAccount) => {
            setWatch(new SessionWatch(idle));
            setAsked(isSameAccount ? null : 'reload');
          }}
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
