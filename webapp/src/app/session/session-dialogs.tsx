import { useSyncExternalStore } from 'react';
import type { Departure } from './departure';
import { EndedDialog } from './ended-dialog';
import { IdleDialog } from './idle-dialog';
import type { SessionWatch } from './session-watch';
import { SwitchedDialog } from './switched-dialog';

export { rejoinAccount } from './rejoin-account';

interface SessionDialogsProps {
  watch: SessionWatch;
  /** As in `SessionGuard`. */
  asked: Departure | 'kept' | null;
  onStay: () => void;
  onLeave: () => void;
  /** Called after a new sign-in, in the account of the page or in another one. */
  onContinue: (isSameAccount: boolean) => void;
}

/** The dialogs about the session, on top of the page. */
export function SessionDialogs({ watch, asked, onStay, onLeave, onContinue }: SessionDialogsProps) {
  const { secondsLeft, announced, leaving, isKept } = useSyncExternalStore(watch.subscribe, watch.view);
  return (
    <>
      {isKept && (
        <EndedDialog
          isElsewhere={leaving === 'elsewhere'}
          onContinue={onContinue}
          onDiscard={watch.discard}
        />
      )}
      {asked && asked !== 'kept' && <SwitchedDialog onStay={onStay} onLeave={onLeave} />}
      {secondsLeft !== null && (
        <IdleDialog
          secondsLeft={secondsLeft}
          announced={announced}
          onStay={() => watch.dispatch('stay')}
          onSignOut={() => watch.dispatch('signOut')}
        />
      )}
    </>
  );
}
