import { OUTCOMES } from '@/lib/upload-files';
import { DataTable, numeric } from '@/components/data-table';
import { Button, NativeSelect } from '@mantine/core';
import { outcomeLabel } from 'firmbook-later';
import type { Decision, Preview, RowOutcome } from 'firmbook-wasm';
import type { UploadKind } from '../upload-kind';
import classes from '../upload.module.css';
import { previewColumns } from './preview-columns';
import { RowChanges, RowMatch } from './row-match';

interface PreviewTableProps {
  preview: Preview;
  kind: UploadKind;
  isBusy: boolean;
  /** Limits the rows to one outcome. Null for all rows. */
  outcome: RowOutcome | null;
  onShow: (offset: number, outcome: RowOutcome | null) => void;
  onDecide: (decision: Decision) => void;
}

const TONES: Partial<Record<RowOutcome, string>> = {
  new: 'good',
  update: 'good',
  review: 'warning',
  error: 'error',
};

/** One page of preview rows. */
export function PreviewTable({ preview, kind, isBusy, outcome, onShow, onDecide }: PreviewTableProps) {
  const { rows, limit, counts, mapping } = preview;
  const count = (value: number) => value.toLocaleString('en-US');
  const columns = previewColumns(mapping);
  const total = outcome ? counts[outcome] : counts.total;
  const last = limit.offset + rows.length;
  return (
    <section className={classes.part} aria-label="Rows">
      <div className={classes.actions}>
        <h2>Rows</h2>
        <NativeSelect
          aria-label="Show rows by outcome"
          value={outcome ?? ''}
          disabled={isBusy}
          data={[
            { value: '', label: `All (${count(counts.total)})` },
            ...OUTCOMES.filter((item) => counts[item] > 0 || item === outcome).map((value) => ({
              value,
              label: `${outcomeLabel(value)} (${count(counts[value])})`,
            })),
          ]}
          onChange={(event) => onShow(0, (event.currentTarget.value || null) as RowOutcome | null)}
        />
        <span role="status">
          {rows.length === 0 ? 'None' : `${count(limit.offset + 1)} to ${count(last)} of ${count(total)}`}
        </span>
        <Button
          variant="default"
          size="compact-sm"
          disabled={isBusy || limit.offset === 0}
          onClick={() => onShow(Math.max(0, limit.offset - limit.rowCount), outcome)}
        >
          Previous
        </Button>
        <Button
          variant="default"
          size="compact-sm"
          disabled={isBusy || last >= total}
          onClick={() => onShow(last, outcome)}
        >
          Next
        </Button>
      </div>
      <DataTable
        caption="Rows"
        isCaptionHidden
        isBusy={isBusy}
        columns={[numeric('Row'), 'Outcome', 'Changes', ...columns.map(({ label }) => label), 'Notices']}
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
              <RowMatch
                row={row}
                kind={kind}
                decisions={mapping.decisions ?? []}
                isBusy={isBusy}
                onDecide={onDecide}
              />
            </td>
            <td>
              <RowChanges row={row} />
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
