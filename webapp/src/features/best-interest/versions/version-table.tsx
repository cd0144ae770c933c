import { DataTable } from '@/components/data-table';
import { IconDownload, IconEye } from '@/components/icons';
import { StatusDot } from '@/components/status';
import { Button } from '@mantine/core';
import { formatDate, type BestInterestVersion } from 'firmbook-wasm';
import type { Owner } from '../api';
import classes from '../best-interest.module.css';
import { usePanel } from '../use-panel';
import { ReviewDue } from '../view/review-due';
import { useFormActions } from '../view/use-form-actions';

const COLUMNS = ['Version', 'Status', 'Consumer', 'Producer', 'Review due', 'Retain until', 'Actions'];

interface VersionTableProps {
  owner: Owner;
  /** Newest first. */
  versions: readonly BestInterestVersion[];
  /** The version that is displayed above. */
  shown: string;
  /** Called after another version is selected. */
  onShown: () => void;
}

/** All versions of an owner's form. */
export function VersionTable({ owner, versions, shown, onShown }: VersionTableProps) {
  const panel = usePanel();
  const { isDownloading, download } = useFormActions(owner);
  const small = { variant: 'subtle', size: 'compact-sm' } as const;
  return (
    <section className={classes.versions} aria-label="Versions">
      <div className={classes.head}>
        <h2>Versions</h2>
        {versions.length > 1 && (
          <Button variant="default" size="compact-md" onClick={() => panel.compare(true)}>
            Compare versions
          </Button>
        )}
      </div>
      <DataTable caption="Versions" isCaptionHidden columns={COLUMNS}>
        {versions.map((version, index) => (
          <tr key={version.uuid} data-now={version.uuid === shown || undefined}>
            <th scope="row">
              {version.number}
              {version.uuid === shown && <span className={classes.by}>shown above</span>}
            </th>
            <td>
              <StatusDot code={version.state} label={version.state} />
            </td>
            <Signatures of={version} />
            <td>
              <ReviewDue version={version} />
            </td>
            <td>{dateOf(version.retainUntil)}</td>
            <td>
              {version.uuid !== shown && (
                <Button
                  {...small}
                  leftSection={<IconEye size={14} aria-hidden />}
                  aria-label={`View version ${version.number}`}
                  onClick={() => {
                    panel.show(index === 0 ? null : version.uuid);
                    onShown();
                  }}
                >
                  View
                </Button>
              )}
              <Button
                {...small}
                leftSection={<IconDownload size={14} aria-hidden />}
                aria-label={`Download version ${version.number}`}
                disabled={isDownloading}
                onClick={() => download(version)}
              >
                Download
              </Button>
            </td>
          </tr>
        ))}
      </DataTable>
    </section>
  );
}

/** Cells with the signers, each with the date of their own signature. */
function Signatures({ of: { content } }: { of: BestInterestVersion }) {
  const signature = content.signature;
  if (!signature) {
    return (
      <>
        <td>-</td>
        <td>-</td>
      </>
    );
  }
  const { consumer, consumerSignedOn, producer, producerSignedOn } = signature;
  return (
    <>
      <td>
        {consumer}, {formatDate(consumerSignedOn)}
      </td>
      <td>
        {producer}, {formatDate(producerSignedOn)}
      </td>
    </>
  );
}

const dateOf = (day: string | null) => (day === null ? '-' : formatDate(day));
