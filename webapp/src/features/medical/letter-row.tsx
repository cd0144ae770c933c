import { IconDownload } from '@/components/icons';
import { Button } from '@mantine/core';
import { formatDate, type MedicalLetter, type MedicalRequest } from 'firmbook-wasm';
import classes from './medical.module.css';
import type { Open } from './open-panel';
import type { MedicalActions } from './use-medical';

interface LetterRowProps {
  letter: MedicalLetter;
  request: MedicalRequest;
  actions: MedicalActions;
  canWrite: boolean;
  onOpen: (open: Open) => void;
}

/** A letter of a request. The office prints or faxes it, and records that here. */
export function LetterRow({ letter, request, actions, canWrite, onOpen }: LetterRowProps) {
  const small = { variant: 'subtle', size: 'compact-sm' } as const;
  const { stepLabel, state } = letter;
  const show = (panel: 'sent' | 'failed' | 'again') => () => onOpen({ panel, request, letter });
  return (
    <tr>
      <th scope="row">{stepLabel}</th>
      <td>{formatDate(letter.letterDate)}</td>
      <td>{letter.methodLabel}</td>
      <td>
        <span className={classes.status} data-failed={state === 'Failed' || undefined}>
          {statusOf(letter)}
        </span>
      </td>
      <td>
        <Button
          {...small}
          leftSection={<IconDownload size={14} aria-hidden />}
          aria-label={`Download letter: ${stepLabel}`}
          onClick={() => void actions.open(letter.document)}
        >
          Download
        </Button>
        {canWrite && state === 'Queued' && (
          <Button {...small} onClick={show('sent')}>
            {letter.method === 'Fax' ? 'Mark as faxed' : 'Mark as mailed'}
          </Button>
        )}
        {canWrite && state !== 'Failed' && (
          <Button {...small} onClick={show('failed')}>
            Mark as not delivered
          </Button>
        )}
        {canWrite && state === 'Failed' && (
          <Button {...small} onClick={show('again')}>
            Send again
          </Button>
        )}
      </td>
    </tr>
  );
}

/** Describes the progress of a letter. */
export function statusOf({ state, stateLabel, method, sentOn, sentBy, failure }: MedicalLetter): string {
  if (state === 'Failed') return failure ? `${stateLabel}: ${failure}` : stateLabel;
  if (state !== 'Sent' || !sentOn) return method === 'Fax' ? 'To fax' : 'To mail';
  const by = sentBy ? ` by ${sentBy}` : '';
  return `${method === 'Fax' ? 'Faxed' : 'Mailed'} ${formatDate(sentOn)}${by}`;
}
