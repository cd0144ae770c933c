import { useSyncExternalStore } from 'react';
import type { ExitReason } from './page-exit';
import { SessionEndedDialog } from './session-ended-dialog';
import { IdleDialog } from './idle-dialog';
import type { SessionMonitor } from './session-monitor';
import { AccountSwitchedDialog } from './account-switched-dialog';

export { resumeAccount } from './resume-account';

interface SessionDialogsProps {
  monitor: SessionMonitor;
  /** As in `SessionGuard`. */
  pendingExit: ExitReason | 'stayed' | null;
  onStay: () => void;
  onLeave: () => void;
  /** Called after a new sign-in, in the account of the page or in another one. */
  onContinue: (isSameAccount: boolean) => void;
}

/** The dialogs about the session, on top of the page. */
export function SessionDialogs({ monitor, pendingExit, onStay, onLeave, onContinue }: SessionDialogsProps) {
  const { secondsLeft, announced, endReason, keepsPageOpen } = useSyncExternalStore(
    monitor.subscribe,
    monitor.view,
  );
  return (
    <>
      {keepsPageOpen && (
        <SessionEndedDialog
          isElsewhere={endReason === 'elsewhere'}
          onContinue={onContinue}
          onDiscard={monitor.discard}
        />
      )}
      {pendingExit && pendingExit !== 'stayed' && <AccountSwitchedDialog onStay={onStay} onLeave={onLeave} />}
      {secondsLeft !== null && (
        <IdleDialog
          secondsLeft={secondsLeft}
          announced={announced}
          onStay={() => monitor.dispatch('stay')}
          onSignOut={() => monitor.dispatch('signOut')}
        />
      )}
    </>
  );
}
