import { Button } from '@mantine/core';
import { mappingProblems } from 'firmbook-later';
import type { StepProps } from '../open-upload';
import { Steps } from '../steps';
import classes from '../upload.module.css';
import type { MappedColumn } from '../whole-mapping';
import { MappingTable } from './mapping-table';
import { MatchOptions } from './match-options';
import { ReadingBar } from './reading-bar';

/** Second step: parse options and column mapping. */
export function MapStep({ file, wizard, mapping, reading, isReading, onChoose, bar }: StepProps) {
  const { change, isPreviewing, requestPreview } = wizard;
  const changeColumn = (column: MappedColumn) =>
    change({
      columns: mapping.columns.map((old) => (old.sourceColumn === column.sourceColumn ? column : old)),
    });
  const found = mappingProblems(file.kind, mapping);
  const problems = found.filter(({ warning }) => !warning);
  const warnings = found.filter(({ warning }) => warning);
  return (
    <Steps
      title={file.name}
      step={1}
      actions={
        <Button
          loading={isPreviewing}
          disabled={problems.length > 0 || isReading || file.storageGuid === null}
          onClick={() => requestPreview(mapping)}
        >
          Preview
        </Button>
      }
    >
      {bar}
      {file.error && (
        <p role="alert" className={classes.error}>
          {file.error}
        </p>
      )}
      <ReadingBar reading={reading} rows={file.rows} isReading={isReading} onChoose={onChoose} />
      {problems.length > 0 && (
        <ul className={classes.error} role="status" aria-label="Mapping errors">
          {problems.map(({ field, code, message }) => (
            <li key={`${field} ${code}`}>{message}</li>
          ))}
        </ul>
      )}
      {warnings.length > 0 && (
        <ul className={classes.warning} role="status" aria-label="Mapping warnings">
          {warnings.map(({ field, message }) => (
            <li key={field}>{message}</li>
          ))}
        </ul>
      )}
      <MappingTable
        kind={file.kind}
        columns={mapping.columns}
        customFields={file.customFields}
        onChange={changeColumn}
      />
      <MatchOptions kind={file.kind} mapping={mapping} onChange={change} />
    </Steps>
  );
}
