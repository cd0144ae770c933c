import { DataTable } from '@/components/data-table';
import { IconCloudUp, IconDownload, IconPencil, IconSend } from '@/components/icons';
import { formatFileSize } from '@/lib/file-size';
import { Timestamp } from '@/record/facts';
import { Button, FileButton } from '@mantine/core';
import { formatDate, formatPhone, type MedicalDocument, type MedicalRequest } from 'firmbook-wasm';
import { useId } from 'react';
import { LetterRow } from './letter-row';
import classes from './medical.module.css';
import { editing, hasOpenLetter, type Open } from './open-panel';
import type { MedicalActions } from './use-medical';

const LETTERS = ['Letter', 'Date', 'Method', 'Status', 'Actions'];
const RECORDS = ['Record', 'Size', 'Added', 'By', 'Actions'];
/** States without further work. */
const CLOSED = new Set(['Received', 'Refused', 'Expired', 'Cancelled']);

interface RequestSectionProps {
  request: MedicalRequest;
  actions: MedicalActions;
  canWrite: boolean;
  onOpen: (open: Open) => void;
}

/** A request with its letters and the received records. */
export function RequestSection({ request, actions, canWrite, onOpen }: RequestSectionProps) {
  const title = useId();
  const { letters, records, gaps, closedBecause, nextLetter, dueOn, provider } = request;
  const isDraft = request.state === 'Draft';
  const isClosed = CLOSED.has(request.state);
  const small = { variant: 'default', size: 'compact-md' } as const;
  return (
    <section className={classes.request} aria-labelledby={title}>
      <div className={classes.head}>
        <div>
          <h2 id={title}>
            {request.requestTypeLabel}, {provider.name}
          </h2>
          <p className={classes.about}>
            <strong>{request.stateLabel}</strong>
            {` · Records from ${formatDate(request.dateFrom)} to ${formatDate(request.dateTo)}`}
            {request.sentOn && ` · Sent ${formatDate(request.sentOn)}`}
            {dueOn && ` · Next step due ${formatDate(dueOn)}`}
          </p>
          <p className={classes.about}>
            {request.purpose}
            {provider.phone && ` · Phone ${formatPhone(provider.phone)}`}
            {provider.fax && ` · Fax ${formatPhone(provider.fax)}`}
          </p>
        </div>
        {canWrite && (
          <div className={classes.buttons}>
            {isDraft && (
              <Button
                {...small}
                leftSection={<IconPencil size={16} aria-hidden />}
                onClick={() => onOpen(editing(request))}
              >
                {request.authorization ? 'Edit' : 'Add authorization'}
              </Button>
            )}
            {nextLetter && !hasOpenLetter(request) && (
              <Button
                size="compact-md"
                leftSection={<IconSend size={16} aria-hidden />}
                disabled={isDraft && gaps.length > 0}
                title={isDraft && gaps.length > 0 ? 'The authorization is not complete.' : undefined}
                onClick={() => onOpen({ panel: 'send', request })}
              >
                {isDraft ? 'Create letter' : nextLetter}
              </Button>
            )}
            {request.canReceive && (
              <FileButton onChange={(file) => file && void actions.storeRecord(request, file)}>
                {(props) => (
                  <Button
                    {...props}
                    {...small}
                    loading={actions.isStoring}
                    leftSection={<IconCloudUp size={16} aria-hidden />}
                  >
                    Upload record
                  </Button>
                )}
              </FileButton>
            )}
            {request.canRefuse && (
              <Button {...small} onClick={() => onOpen({ panel: 'refuse', request })}>
                Mark as refused
              </Button>
            )}
            {request.canCancel && (
              <Button {...small} color="danger" onClick={() => onOpen({ panel: 'cancel', request })}>
                Cancel request
              </Button>
            )}
            {isClosed && (
              <Button {...small} onClick={() => onOpen({ panel: 'request', request, isCopy: true })}>
                Copy to new request
              </Button>
            )}
          </div>
        )}
      </div>
      {closedBecause && <p className={classes.about}>{closedBecause}</p>}
      {gaps.length > 0 && (
        <div className={classes.gaps} role="note" aria-label="Missing for the authorization">
          <strong>This request cannot be sent yet.</strong>
          <ul>
            {gaps.map(({ element, message }) => (
              <li key={element + message}>{message}</li>
            ))}
          </ul>
        </div>
      )}
      {request.notes && <p className={classes.notes}>{request.notes}</p>}
      {letters.length > 0 && (
        <DataTable caption="Letters" isCaptionHidden label={`Letters to ${provider.name}`} columns={LETTERS}>
          {letters.map((letter) => (
            <LetterRow
              key={letter.uuid}
              letter={letter}
              request={request}
              actions={actions}
              canWrite={canWrite && !isClosed}
              onOpen={onOpen}
            />
          ))}
        </DataTable>
      )}
      {records.length > 0 && (
        <DataTable
          caption="Records"
          isCaptionHidden
          label={`Records from ${provider.name}`}
          columns={RECORDS}
        >
          {records.map((record) => (
            <RecordRow key={record.documentId} record={record} onOpen={() => void actions.open(record)} />
          ))}
        </DataTable>
      )}
    </section>
  );
}

const RecordRow = ({ record, onOpen }: { record: MedicalDocument; onOpen: () => void }) => (
  <tr>
    <th scope="row">{record.name}</th>
    <td>{formatFileSize(record.sizeBytes)}</td>
    <td>
      <Timestamp at={record.storedAt} />
    </td>
    <td>{record.storedBy ?? '-'}</td>
    <td>
      <Button
        variant="subtle"
        size="compact-sm"
        leftSection={<IconDownload size={14} aria-hidden />}
        aria-label={`Download record ${record.name}`}
        onClick={onOpen}
      >
        Download
      </Button>
    </td>
  </tr>
);
