import { AlertList } from '@/components/alert-list';
import { focusAfterDialog } from '@/lib/focus-after-dialog';
import { useCan } from '@/lib/session';
import { useToday } from '@/lib/today';
import { useModule } from '@/lib/use-module';
import { Button } from '@mantine/core';
import type { BestInterestFile } from 'firmbook-wasm';
import { useRef } from 'react';
import type { Owner } from './api';
import { alertsOf } from './alerts-of';
import classes from './best-interest.module.css';
import { NEW, usePanel } from './use-panel';
import { VersionTable } from './versions/version-table';
import { FormView } from './view/form-view';

const loadForm = () => import('./form/form-dialog');
const loadCompare = () => import('./versions/compare-dialog');

interface FormFileProps {
  owner: Owner;
  file: BestInterestFile;
}

/** The form of an owner, its versions, and the dialogs to edit and to compare them. */
export function FormFile({ owner, file }: FormFileProps) {
  const canWrite = useCan('bestInterest', 'write');
  const panel = usePanel();
  const isEditing = canWrite && panel.form !== null;
  const FormDialog = useModule(loadForm, isEditing)?.FormDialog;
  const isComparing = panel.isComparing && file.versions.length > 1;
  const CompareDialog = useModule(loadCompare, isComparing)?.CompareDialog;
  const heading = useRef<HTMLHeadingElement>(null);
  const [newest] = file.versions;
  const shownVersion = file.versions.find(({ uuid }) => uuid === panel.version) ?? newest;
  // The button with the focus may be gone, because another form or state is shown now.
  const toHeading = () => focusAfterDialog(() => heading.current);

  return (
    <>
      <AlertList alerts={alertsOf(file, useToday())} />
      {shownVersion && newest ? (
        <>
          <FormView
            key={shownVersion.uuid}
            owner={owner}
            file={file}
            version={shownVersion}
            heading={heading}
            onClosed={toHeading}
          />
          <VersionTable
            owner={owner}
            versions={file.versions}
            shown={shownVersion.uuid}
            onShown={toHeading}
          />
        </>
      ) : (
        <div className={classes.empty}>
          <h2 ref={heading} tabIndex={-1}>
            No best interest form yet
          </h2>
          <p>
            The form records what you know about the consumer before you recommend an annuity, and why the
            recommendation is in the consumer’s best interest.
          </p>
          {canWrite && <Button onClick={() => panel.edit(NEW)}>Start form</Button>}
        </div>
      )}
      {FormDialog && (
        <FormDialog
          owner={owner}
          file={file}
          open={isEditing ? panel.form : null}
          field={panel.field}
          onClose={() => {
            panel.closeForm();
            toHeading();
          }}
        />
      )}
      {CompareDialog && (
        <CompareDialog versions={file.versions} opened={isComparing} onClose={() => panel.compare(false)} />
      )}
    </>
  );
}
