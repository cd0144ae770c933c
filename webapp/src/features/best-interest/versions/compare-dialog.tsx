import '@mantine/core/styles/Switch.layer.css';
import { DataTable } from '@/components/data-table';
import { LargeDialog } from '@/components/large-dialog';
import { NativeSelect, Switch } from '@mantine/core';
import { compareBestInterest } from 'firmbook-later';
import type { BestInterestVersion, ComparedField } from 'firmbook-wasm';
import { Fragment, useState } from 'react';
import classes from './compare.module.css';

interface CompareDialogProps {
  /** At least two, newest first. */
  versions: readonly BestInterestVersion[];
  opened: boolean;
  onClose: () => void;
}

/** Dialog that compares two versions of a form. */
export const CompareDialog = ({ versions, opened, onClose }: CompareDialogProps) => (
  <LargeDialog title="Compare versions" opened={opened} onClose={onClose} size="72rem">
    <Comparison versions={versions} />
  </LargeDialog>
);

function Comparison({ versions }: Pick<CompareDialogProps, 'versions'>) {
  const [newest, previous] = versions;
  const [oldUuid, setOld] = useState(previous?.uuid);
  const [newUuid, setNew] = useState(newest?.uuid);
  const [onlyChanged, setOnlyChanged] = useState(true);
  // A version may have been deleted since it was chosen.
  const older = versions.find(({ uuid }) => uuid === oldUuid) ?? previous;
  const newer = versions.find(({ uuid }) => uuid === newUuid) ?? newest;
  if (!older || !newer) return null;

  const blocks = compareBestInterest(older.content, newer.content)
    .map(({ title, fields }) => ({ title, fields: fields.filter((item) => item.isChanged || !onlyChanged) }))
    .filter(({ fields }) => fields.length > 0);
  const columns = ['Field', `Version ${older.number}`, `Version ${newer.number}`];
  const options = versions.map(({ uuid, number, state }) => ({
    value: uuid,
    label: `Version ${number} (${state})`,
  }));
  return (
    <div className={classes.body}>
      <div className={classes.choices}>
        <NativeSelect
          label="Compare"
          data={options}
          value={older.uuid}
          onChange={({ currentTarget }) => setOld(currentTarget.value)}
        />
        <NativeSelect
          label="With"
          data={options}
          value={newer.uuid}
          onChange={({ currentTarget }) => setNew(currentTarget.value)}
        />
        <Switch
          label="Only differences"
          checked={onlyChanged}
          onChange={({ currentTarget }) => setOnlyChanged(currentTarget.checked)}
        />
      </div>
      {blocks.length === 0 ? (
        <p role="status">{older === newer ? 'Choose two versions.' : 'No differences.'}</p>
      ) : (
        <DataTable
          className={classes.table}
          caption={`Versions ${older.number} and ${newer.number}`}
          isCaptionHidden
          columns={older === newer ? [columns[0] ?? '', 'Old', 'New'] : columns}
        >
          {blocks.map(({ title, fields }) => (
            <Fragment key={title}>
              <tr className={classes.block}>
                <th colSpan={3} scope="colgroup">
                  {title}
                </th>
              </tr>
              {fields.map((field) => (
                <ComparedRow key={field.path} field={field} />
              ))}
            </Fragment>
          ))}
        </DataTable>
      )}
    </div>
  );
}

const ComparedRow = ({ field }: { field: ComparedField }) => (
  <tr data-changed={field.isChanged || undefined}>
    <th scope="row">
      {field.label}
      {field.isChanged && <span className={classes.changed}>Changed</span>}
    </th>
    <td>{field.old || '-'}</td>
    <td>{field.new || '-'}</td>
  </tr>
);
