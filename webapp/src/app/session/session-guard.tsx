import { PageLoader } from '@/components/page-loader';
import { useConfig } from '@/lib/config';
import { currentUrl, returnUrlInAccount } from '@/lib/return-url';
import { paths } from '@/lib/paths';
import { onTabMessage } from '@/lib/tabs';
import { hasUnsavedChanges } from '@/lib/unsaved';
import { useModule } from '@/lib/use-module';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState, useSyncExternalStore, type ReactNode } from 'react';
import { useNavigate } from 'react-router';
import { onExitRequest, type ExitReason } from './page-exit';
import { storeSessionEnd, type SessionEnd } from './ending';
import { SessionMonitor } from './session-monitor';

const loadDialogs = () => import('./session-dialogs');

/** Renders its children while the session lasts, and dialogs about the session on top of them. */
export function SessionGuard({ children }: { children: ReactNode }) {
  const { idle } = useConfig();
  const queries = useQueryClient();
  const [monitor, setMonitor] = useState(() => new SessionMonitor(idle));
  const { secondsLeft, endReason, keepsPageOpen } = useSyncExternalStore(monitor.subscribe, monitor.view);
  const [exitReason, setExitReason] = useState<ExitReason | null>(null);
  /** An exit that would discard unsaved changes. `stayed` if the user chose to stay on the page. */
  const [pendingExit, setPendingExit] = useState<ExitReason | 'stayed' | null>(null);
  const needsDialogs = keepsPageOpen || pendingExit !== null || secondsLeft !== null;
  const Dialogs = useModule(loadDialogs, needsDialogs)?.SessionDialogs;
  useEffect(() => {
    const leave = (next: ExitReason) => {
      if (monitor.view().keepsPageOpen) return false;
      if (!hasUnsavedChanges()) {
        setExitReason(next);
        return true;
      }
      setPendingExit((before) => before ?? next);
      return false;
    };
    const stops = [
      onExitRequest((next) => {
        if (next !== 'unauthenticated') return leave(next);
        monitor.dispatch('unauthenticated');
        return !monitor.view().keepsPageOpen;
      }),
      onTabMessage(({ kind }) => {
        if (kind !== 'account' || monitor.view().keepsPageOpen) return;
        setPendingExit(null);
        if (!hasUnsavedChanges()) return setExitReason('reload');
        void loadDialogs()
          .then(({ resumeAccount }) => resumeAccount(queries))
          .catch(() => false)
          .then((isBack) => isBack || leave('reload'));
      }),
    ];
    return () => {
      for (const stop of stops) stop();
    };
  }, [monitor, queries]);

  // Unmount the page first: unsaved changes must not block the redirect.
  if (endReason && !keepsPageOpen) {
    return endReason === 'elsewhere' ? <SignedOutElsewhere /> : <SigningOut reason={endReason} />;
  }
  if (exitReason) return <ExitPage to={exitReason} />;
  return (
    <>
      {children}
      {Dialogs && (
        <Dialogs
          monitor={monitor}
          pendingExit={pendingExit}
          onStay={() => setPendingExit('stayed')}
          onLeave={() => setExitReason(pendingExit as ExitReason)}
          onContinue={(isSameAccount) => {
            setMonitor(new SessionMonitor(idle));
            setPendingExit(isSameAccount ? null : 'reload');
          }}
        />
      )}
    </>
  );
}

function SigningOut({ reason }: { reason: SessionEnd['reason'] }) {
  const navigate = useNavigate();
  useEffect(() => {
    const sessionEnd: SessionEnd = reason === 'chosen' ? { reason } : { reason, returnTo: currentUrl() };
    void navigate(paths.logout, { replace: true, state: sessionEnd });
  }, [navigate, reason]);
  return <PageLoader label="Signing out" />;
}

function SignedOutElsewhere() {
  useEffect(() => {
    sessionStorage.clear();
    storeSessionEnd({ reason: 'chosen' });
    window.location.replace(paths.signedOut);
  }, []);
  return <PageLoader label="Signing out" />;
}

function ExitPage({ to }: { to: ExitReason }) {
  useEffect(() => {
    if (to === 'reload') window.location.reload();
    else
      window.location.replace(
        `${paths.selectAccount}?returnTo=${encodeURIComponent(returnUrlInAccount(currentUrl()))}`,
      );
  }, [to]);
  return <PageLoader label="Loading your account" />;
}
