import { Dialog } from '@/components/dialog';
import { SearchPicker } from '@/components/search-picker';
import { formatCount } from '@/list/grid/format-cell';
import { fullName, listFailures, type ContactRecord } from 'firmbook-wasm';
import { useState } from 'react';
import { findContacts, type FoundContact } from '../../api/find-contacts';
import type { ContactKindConfig } from '@/lib/contact-kinds';
import classes from './successor-dialog.module.css';

interface SuccessorDialogProps {
  kind: ContactKindConfig;
  record: ContactRecord;
  /** Why the contact cannot be deleted directly. Null while the dialog is closed. */
  rejection: string | null;
  isRunning: boolean;
  onChoose: (successor: FoundContact) => void;
  onClose: () => void;
}

const MAX_RESULTS = 20;

/** Selects the contact that takes over the contracts of a contact to be deleted. */
export function SuccessorDialog({
  kind,
  record,
  rejection,
  isRunning,
  onChoose,
  onClose,
}: SuccessorDialogProps) {
  const [successor, setSuccessor] = useState<FoundContact | null>(null);
  const contracts = countContracts(record);
  const close = () => {
    setSuccessor(null);
    onClose();
  };
  const search = async (text: string, signal: AbortSignal) => {
    const found = await findContacts(kind, text, MAX_RESULTS, signal);
    return found.filter((contact) => contact.uuid !== record.uuid);
  };
  return (
    <Dialog
      title={`Delete ${fullName(record.person)}`}
      opened={rejection !== null}
      onClose={close}
      action={{
        label: successor ? `Delete and move to ${successor.displayName}` : 'Choose who takes over',
        run: () => successor && onChoose(successor),
        isRunning,
        isDisabled: !successor,
        isDestructive: true,
      }}
    >
      <p>{rejection}</p>
      <p className={classes.what}>
        {contracts} will move to the {kind.singular} you choose.
      </p>
      <SearchPicker
        label="Who takes over"
        placeholder="Name, number or email"
        noun={kind.plural.toLowerCase()}
        cacheKey={[kind.list, record.uuid]}
        search={search}
        describeFailure={() => listFailures(kind.list).load.message}
        picked={successor ? [successor.uuid] : []}
        onPick={setSuccessor}
      >
        {(contact) => (
          <>
            {contact.displayName}
            {contact.detail && <span className={classes.detail}>{contact.detail}</span>}
          </>
        )}
      </SearchPicker>
    </Dialog>
  );
}

function countContracts({ totals: { policyCount, annuityCount } }: ContactRecord): string {
  const count = (n: number, one: string, many: string) =>
    n ? [`${formatCount(n)} ${n === 1 ? one : many}`] : [];
  return [...count(policyCount, 'policy', 'policies'), ...count(annuityCount, 'annuity', 'annuities')].join(
    ' and ',
  );
}
