import { SidePanel } from '@/components/side-panel';
import { useUnsaved } from '@/lib/use-unsaved';
import type { MedicalRecord, MedicalRequest } from 'firmbook-wasm';
import { useState } from 'react';
import { CloseForm } from './close-form';
import { LetterForm } from './letter-form';
import { RequestForm } from './request/request-form';
import type { Open } from './open-panel';
import { SendForm } from './send-form';
import type { MedicalActions } from './use-medical';

interface PanelsProps {
  insured: string;
  record: MedicalRecord;
  actions: MedicalActions;
  /** Null closes the panel. */
  open: Open | null;
  onClose: () => void;
}

/** Side panels for medical requests. One is open at a time. */
export function Panels({ open, onClose, ...props }: PanelsProps) {
  const { hasUnsaved, setUnsaved } = useUnsaved();
  // Keeps showing the form while the panel closes.
  const [last, setLast] = useState(open);
  if (open && open !== last) setLast(open);
  return (
    <SidePanel
      title={last ? titleOf(last) : ''}
      opened={open !== null}
      onClose={onClose}
      hasUnsaved={hasUnsaved}
    >
      {open && <Form open={open} onClose={onClose} onUnsaved={setUnsaved} {...props} />}
    </SidePanel>
  );
}

function titleOf(open: Open): string {
  switch (open.panel) {
    case 'request':
      return open.request && !open.isCopy ? 'Edit medical request' : 'Add medical request';
    case 'send':
      return open.request.nextLetter === 'Request' ? 'Create letter' : 'Create follow-up letter';
    case 'refuse':
      return 'Record refusal';
    case 'cancel':
      return 'Cancel request';
    case 'sent':
      return open.letter.method === 'Fax' ? 'Mark as faxed' : 'Mark as mailed';
    case 'failed':
      return 'Letter not delivered';
    case 'again':
      return 'Send letter again';
  }
}

interface FormProps extends PanelsProps {
  open: Open;
  onUnsaved: (isUnsaved: boolean) => void;
}

/** Shows a panel's form for the latest loaded version of the request, so that saving again overwrites it. */
function Form({ open, ...props }: FormProps) {
  const { requests } = props.record;
  const latest = <T extends MedicalRequest | null>(opened: T): T =>
    (requests.find(({ uuid }) => uuid === opened?.uuid) as T | undefined) ?? opened;
  switch (open.panel) {
    case 'request':
      return (
        <RequestForm
          {...props}
          request={latest(open.request)}
          isCopy={open.isCopy ?? false}
          addsAuthorization={open.addsAuthorization ?? false}
        />
      );
    case 'send':
      return <SendForm {...props} request={latest(open.request)} />;
    case 'refuse':
    case 'cancel':
      return <CloseForm {...props} request={latest(open.request)} state={open.panel} />;
    default: {
      const request = latest(open.request);
      const letter = request.letters.find(({ uuid }) => uuid === open.letter.uuid) ?? open.letter;
      return <LetterForm {...props} request={request} letter={letter} change={open.panel} />;
    }
  }
}
