import { DataTable, numeric } from '@/components/data-table';
import { Button } from '@mantine/core';
import { outcomeLabel } from 'firmbook-later';
import type { Preview, RowOutcome } from 'firmbook-wasm';
import classes from '../upload.module.css';
import { previewColumns } from './preview-columns';

interface PreviewTableProps {
  preview: Preview;
  isBusy: boolean;
  onPage: (offset: number) => void;
}

const TONES: Partial<Record<RowOutcome, string>> = { new: 'good', update: 'good', error: 'error' };

/** One page of preview rows. */
export function PreviewTable({ preview, isBusy, onPage }: PreviewTableProps) {
  const { rows, limit, counts, mapping } = preview;
  const columns = previewColumns(mapping);
  const last = limit.offset + rows.length;
  const count = (value: number) => value.toLocaleString('en-US');
  return (
    <section className={classes.part} aria-label="Rows">
      <div className={classes.actions}>
        <h2>Rows</h2>
        <span role="status">
          {rows.length === 0
            ? 'None'
            : `${count(limit.offset + 1)} to ${count(last)} of ${count(counts.total)}`}
        </span>
        <Button
          variant="default"
          size="compact-sm"
          disabled={isBusy || limit.offset === 0}
          onClick={() => onPage(Math.max(0, limit.offset - limit.rowCount))}
        >
          Previous
        </Button>
        <Button
          variant="default"
          size="compact-sm"
          disabled={isBusy || last >= counts.total}
          onClick={() => onPage(last)}
        >
          Next
        </Button>
      </div>
      <DataTable
        caption="Rows"
        isCaptionHidden
        isBusy={isBusy}
        columns={[numeric('Row'), 'Outcome', ...columns.map(({ label }) => label), 'Notices']}
      >
        {rows.map((row) => (
          <tr key={row.row}>
            <th scope="row" data-number>
              {row.row}
            </th>
            <td>
              <span className={classes.tag} data-tone={TONES[row.outcome]}>
                {outcomeLabel(row.outcome)}
              </span>
              {row.contactName}
            </td>
            {columns.map(({ key, valueOf }) => (
              <td key={key} className={classes.sample}>
                {valueOf(row) || '-'}
              </td>
            ))}
            <td className={classes.faults}>{row.faults.map(({ message }) => message).join(' ')}</td>
          </tr>
        ))}
      </DataTable>
    </section>
  );
}
