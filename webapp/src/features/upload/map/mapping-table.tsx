import { TableHead } from '@/components/data-table';
import tables from '@/components/data-table.module.css';
import { useProgressiveCount } from '@/lib/use-progressive-count';
import { NativeSelect } from '@mantine/core';
import { leftOutLabel, targetChoices, transformChoices, transformLabel } from 'firmbook-later';
import type { UploadType, LeftOut, Transform } from 'firmbook-wasm';
import { useMemo, type ReactNode } from 'react';
import classes from '../upload.module.css';
import type { MappedColumn } from '../whole-mapping';

interface MappingTableProps {
  kind: UploadType;
  columns: readonly MappedColumn[];
  /** Names of the firm's custom fields. */
  customFields: readonly string[];
  onChange: (column: MappedColumn) => void;
}

const HEADINGS = ['Column', 'Values', 'Maps to', 'Read as', 'Confidence'];
/** Number of rows added per frame. Each has a select with all targets. */
const COLUMNS_PER_FRAME = 6;

/** Maps the columns of the file to contact fields, with sample values. */
export function MappingTable({ kind, columns, customFields, onChange }: MappingTableProps) {
  const choices = useMemo(() => targetChoices(kind, [...customFields]), [kind, customFields]);
  const renderedCount = useProgressiveCount(columns.length, COLUMNS_PER_FRAME);
  // Shared by all rows.
  const options = useMemo(
    () =>
      choices.map(({ target, label }) => (
        <option key={target} value={target}>
          {label}
        </option>
      )),
    [choices],
  );
  return (
    <section className={classes.part} aria-label="Columns of the file">
      <h2>Columns of the file</h2>
      <table className={`${tables.table} ${classes.mapping}`} aria-label="Columns of the file">
        <TableHead columns={HEADINGS} />
        <tbody>
          {columns.slice(0, renderedCount).map((column) => (
            <ColumnRow
              key={column.sourceColumn}
              column={column}
              choices={choices}
              options={options}
              onChange={onChange}
            />
          ))}
        </tbody>
      </table>
    </section>
  );
}

interface ColumnRowProps {
  column: MappedColumn;
  choices: ReturnType<typeof targetChoices>;
  /** `choices` as option elements. */
  options: ReactNode;
  onChange: (column: MappedColumn) => void;
}

function ColumnRow({ column, choices, options, onChange }: ColumnRowProps) {
  const { header, sample, target, transform, confidence, leftOut } = column;
  const ownTarget = `custom:${header.trim().replaceAll(/\s+/g, ' ').slice(0, 60)}`;
  const isNew = (value: string) => choices.every((choice) => choice.target !== value);
  const customTargets = [...new Set([target ?? ownTarget, ownTarget])].filter(isNew);
  const readings = target ? transformChoices(target) : [];
  const become = (next: string) =>
    onChange({
      ...column,
      target: next || null,
      transform: (next && transformChoices(next)[0]) || 'asIs',
      confidence: 100,
    });
  return (
    <tr>
      <th scope="row">{header}</th>
      <td className={classes.sample}>{sample.join(' · ') || 'No values'}</td>
      <td className={classes.becomes}>
        <NativeSelect
          size="xs"
          aria-label={`${header} becomes`}
          value={target ?? ''}
          onChange={(event) => become(event.currentTarget.value)}
        >
          <option value="">Leave out</option>
          {options}
          {customTargets.map((value) => (
            <option key={value} value={value}>
              New field “{value.replace(/^custom:/, '')}”
            </option>
          ))}
        </NativeSelect>
      </td>
      <td className={classes.becomes}>
        {readings.length > 1 ? (
          <NativeSelect
            size="xs"
            aria-label={`${header} is read as`}
            value={transform}
            data={readings.map((value) => ({ value, label: transformLabel(value) }))}
            onChange={(event) =>
              onChange({ ...column, transform: event.currentTarget.value as Transform, confidence: 100 })
            }
          />
        ) : (
          <span className={classes.muted}>{target ? transformLabel(transform) : reason(leftOut)}</span>
        )}
      </td>
      <td className={classes.sure}>{target ? <Confidence confidence={confidence} /> : '-'}</td>
    </tr>
  );
}

const reason = (leftOut: LeftOut | null) => (leftOut ? leftOutLabel(leftOut) : '-');

/** Suggestions below this confidence (in percent) are flagged for review. */
const HIGH_CONFIDENCE = 70;

function Confidence({ confidence }: { confidence: number }) {
  if (confidence >= HIGH_CONFIDENCE) return <span className={classes.muted}>{confidence}%</span>;
  return (
    <span className={classes.tag} data-tone="warning">
      {confidence}%, check
    </span>
  );
}
