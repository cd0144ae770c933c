import { IconDownload, IconSend, IconTrash } from '@/components/icons';
import { useCan, useSession } from '@/lib/session';
import { Button, FileButton } from '@mantine/core';
import { formatDate, formatMoney, type CrummeyLetter } from 'firmbook-wasm';
import classes from './letters.module.css';
import { isOpen, isRecorded, statusOf } from './status';
import type { useLetters } from './use-letters';

interface LetterRowProps {
  letter: CrummeyLetter;
  actions: ReturnType<typeof useLetters>;
  /** Opens the delivery of this letter. Null for read-only users. */
  onDeliver: (() => void) | null;
  onDelete: () => void;
}

/** A letter in the table of its gift. */
export function LetterRow({ letter, actions, onDeliver, onDelete }: LetterRowProps) {
  const { timeZone } = useSession().user;
  // The documents of a trust belong to its owner record.
  const canOpen = useCan('contacts', 'read');
  const canUpload = useCan('contacts', 'write') && onDeliver !== null;
  const { beneficiary, addressee, proof } = letter;
  const isBusy = actions.running === letter.uuid;
  const small = { variant: 'subtle', size: 'compact-sm' } as const;
  return (
    <tr>
      <th scope="row">
        {beneficiary}
        {addressee !== beneficiary && <span className={classes.detail}>To {addressee}</span>}
      </th>
      <td data-number>{formatMoney(letter.amount, 2)}</td>
      <td>{formatDate(letter.letterDate)}</td>
      <td>
        <span className={classes.status} data-failed={letter.state === 'Failed' || undefined}>
          {statusOf(letter, timeZone)}
        </span>
        {letter.isOutdated && (
          <span className={`${classes.status} ${classes.detail}`}>
            The gift was changed after this letter was created.
            {isOpen(letter) && ' Delete the letter and create it again.'}
          </span>
        )}
      </td>
      <td>
        {proof && canOpen && (
          <Button
            {...small}
            aria-label={`Download proof ${proof.name}`}
            onClick={() => void actions.open(proof)}
          >
            {proof.name}
          </Button>
        )}
        {proof && !canOpen && proof.name}
        {canUpload && proof && (
          <Button
            {...small}
            color="danger"
            loading={isBusy}
            aria-label={`Remove proof of the letter to ${addressee}`}
            onClick={() => void actions.removeProof(letter)}
          >
            Remove
          </Button>
        )}
        {canUpload && !proof && (
          <FileButton onChange={(file) => file && void actions.addProof(letter, file)}>
            {(props) => (
              <Button
                {...props}
                {...small}
                loading={isBusy}
                aria-label={`Add proof of the letter to ${addressee}`}
              >
                Add proof
              </Button>
            )}
          </FileButton>
        )}
        {!canUpload && !proof && '-'}
      </td>
      <td>
        {canOpen && (
          <Button
            {...small}
            leftSection={<IconDownload size={14} aria-hidden />}
            aria-label={`Download letter to ${addressee}`}
            onClick={() => void actions.open(letter.document)}
          >
            Download
          </Button>
        )}
        {onDeliver && isOpen(letter) && (
          <>
            <Button
              {...small}
              leftSection={<IconSend size={14} aria-hidden />}
              aria-label={`Deliver letter to ${addressee}`}
              onClick={onDeliver}
            >
              Deliver
            </Button>
            <Button
              {...small}
              color="danger"
              leftSection={<IconTrash size={14} aria-hidden />}
              aria-label={`Delete letter to ${addressee}`}
              onClick={onDelete}
            >
              Delete
            </Button>
          </>
        )}
        {onDeliver && isRecorded(letter) && (
          <Button
            {...small}
            color="danger"
            aria-label={`Remove delivery to ${addressee}`}
            loading={isBusy}
            onClick={() => void actions.removeDelivery(letter)}
          >
            Remove delivery
          </Button>
        )}
      </td>
    </tr>
  );
}
