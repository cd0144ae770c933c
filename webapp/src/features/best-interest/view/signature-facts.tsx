import { IconCopy, IconDownload } from '@/components/icons';
import { linkToDocument } from '@/features/documents/api';
import { downloadUrl } from '@/lib/download';
import { showFailure, showSuccess } from '@/lib/toast';
import { Fact, Section } from '@/record/facts';
import { ActionIcon, Button } from '@mantine/core';
import { formatDate, type BestInterestVersion } from 'firmbook-wasm';
import classes from '../best-interest.module.css';
import { ReviewDue } from './review-due';

/** Number of hash characters shown. */
const HASH_CHARS = 12;

/** Signatures, review date, retention date and hash of a form. Renders nothing for unsigned forms. */
export function SignatureFacts({ version }: { version: BestInterestVersion }) {
  const { content, hash, reviewDueDate, retainUntil } = version;
  if (!content.signature) return null;
  const { consumer, consumerSignedOn, producer, producerSignedOn, documentId } = content.signature;
  return (
    <Section title="Signatures">
      <Fact label="Consumer">
        {consumer}, {formatDate(consumerSignedOn)}
      </Fact>
      <Fact label="Producer">
        {producer}, {formatDate(producerSignedOn)}
      </Fact>
      {documentId !== null && (
        <Fact label="Signed document">
          <Button
            variant="subtle"
            size="compact-sm"
            leftSection={<IconDownload size={14} aria-hidden />}
            onClick={() => void open(documentId)}
          >
            Download signed document
          </Button>
        </Fact>
      )}
      {reviewDueDate !== null && (
        <Fact label="Review due">
          <ReviewDue version={version} />
        </Fact>
      )}
      {retainUntil !== null && <Fact label="Retain until">{formatDate(retainUntil)}</Fact>}
      {hash !== null && (
        <Fact label="Document hash">
          <span className={classes.hash}>
            <code title={hash}>{hash.slice(0, HASH_CHARS)}…</code>
            <ActionIcon aria-label="Copy hash" size={24} onClick={() => void copy(hash)}>
              <IconCopy size={14} aria-hidden />
            </ActionIcon>
          </span>
        </Fact>
      )}
    </Section>
  );
}

async function open(documentId: string) {
  try {
    downloadUrl((await linkToDocument(documentId)).url, 'Signed document');
  } catch (reason) {
    showFailure('downloadDocument', reason);
  }
}

async function copy(hash: string) {
  try {
    await navigator.clipboard.writeText(hash);
    showSuccess('Hash copied');
  } catch {
    // Browsers can deny access to the clipboard. The title shows the whole hash.
  }
}
