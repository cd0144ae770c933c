import { Button } from '@mantine/core';
import { mappingProblems } from 'firmbook-later';
import type { UploadDetails } from 'firmbook-wasm';
import { useState } from 'react';
import { Steps } from '../steps';
import classes from '../upload.module.css';
import type { UseWizard } from '../use-wizard';
import type { Column, WholeMapping } from '../whole-mapping';
import { MappingTable } from './mapping-table';
import { MatchOptions } from './match-options';
import { ReadingBar } from './reading-bar';

/** The second step: how the file is read, and what its columns become. */
export function MapStep({ details, ...wizard }: UseWizard & { details: UploadDetails }) {
  const { upload, customFields } = details;
  const saved = wizard.mapping;
  const [edited, setEdited] = useState<{ of: WholeMapping; mapping: WholeMapping } | null>(null);
  // Another reading of the file has other columns: what was chosen for the old ones is gone with them.
  const mapping = edited?.of === saved ? edited.mapping : saved;
  const change = (next: Partial<WholeMapping>) => setEdited({ of: saved, mapping: { ...mapping, ...next } });
  const changeColumn = (column: Column) =>
    change({
      columns: mapping.columns.map((old) => (old.sourceColumn === column.sourceColumn ? column : old)),
    });
  const problems = mappingProblems(upload.uploadType, mapping);
  return (
    <Steps
      title={upload.fileName}
      step={1}
      actions={
        <div className={classes.actions}>
          <Button
            loading={wizard.isLooking}
            disabled={problems.length > 0 || wizard.isReading}
            onClick={() => wizard.look(mapping)}
          >
            Preview
          </Button>
        </div>
      }
    >
      {upload.error && (
        <p role="alert" className={classes.error}>
          {upload.error.message}
        </p>
      )}
      <ReadingBar reading={wizard.reading} isReading={wizard.isReading} onChoose={wizard.choose} />
      {problems.length > 0 && (
        <ul className={classes.error} role="status" aria-label="To be decided">
          {problems.map(({ field, code, message }) => (
            <li key={`${field} ${code}`}>{message}</li>
          ))}
        </ul>
      )}
      <MappingTable
        kind={upload.uploadType}
        columns={mapping.columns}
        customFields={customFields}
        onChange={changeColumn}
      />
      <MatchOptions kind={upload.uploadType} mapping={mapping} onChange={change} />
    </Steps>
  );
}
