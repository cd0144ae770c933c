import { Button } from '@mantine/core';
import { canSubmit } from 'firmbook-later';
import type { Answer, Decision, FaultGroup, RepairKind } from 'firmbook-wasm';
import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { useRejected } from '../api/use-rejected';
import type { StepProps } from '../open-upload';
import { Steps } from '../steps';
import classes from '../upload.module.css';
import type { WholeMapping } from '../whole-mapping';
import { uploadKind } from '../upload-kind';
import { AppliedRepair } from './applied-repair';
import { CohortChoice } from './cohort-choice';
import { CountsLine } from './counts-line';
import { Faults } from './faults';
import { PreviewTable } from './preview-table';
import { Questions } from './questions';
import { Reviews, withDecision } from './reviews';

/** Third step: preview of the import, with errors and open questions. */
export function PreviewStep({ file, wizard, mapping }: StepProps) {
  const { preview, isPreviewing } = wizard;
  const [params] = useSearchParams();
  const [cohort, setCohort] = useState(params.get('cohort'));
  const rejected = useRejected();

  const previewAgain = (change: Partial<WholeMapping>) => wizard.requestPreview({ ...mapping, ...change });
  const repair = ({ code, field }: FaultGroup, kind: RepairKind) =>
    previewAgain({
      repairs: [
        ...mapping.repairs.filter((old) => old.code !== code || old.field !== field),
        { code, field, kind },
      ],
    });
  const addAnswer = (given: Answer) =>
    previewAgain({ answers: [...mapping.answers.filter((old) => old.question !== given.question), given] });

  const decide = (decision: Decision) =>
    previewAgain({ decisions: withDecision(mapping.decisions, decision) });

  const counts = preview?.counts;
  const importedCount = counts ? counts.new + counts.update : 0;
  return (
    <Steps
      title={file.name}
      step={2}
      actions={
        <div className={classes.actions}>
          <Button variant="default" onClick={wizard.back} disabled={wizard.isSubmitting}>
            Back
          </Button>
          <Button
            loading={wizard.isSubmitting}
            disabled={isPreviewing || !preview || !canSubmit(preview, cohort !== null)}
            onClick={() => wizard.submit(cohort)}
          >
            {importLabel(importedCount, cohort !== null)}
          </Button>
        </div>
      }
    >
      {file.error && (
        <p role="alert" className={classes.error}>
          {file.error}
        </p>
      )}
      {!preview && wizard.failed && (
        <p role="alert" className={classes.error}>
          An error occurred while processing your upload.{' '}
          <Button variant="subtle" size="compact-sm" onClick={() => wizard.requestPreview(mapping)}>
            Retry
          </Button>
        </p>
      )}
      {!preview && isPreviewing && <p role="status">Checking every row…</p>}
      {preview && counts && (
        <>
          <CountsLine counts={counts} isBusy={isPreviewing} />
          <Reviews
            groups={preview.reviews}
            decisions={mapping.decisions}
            isBusy={isPreviewing}
            onDecide={decide}
          />
          <Questions questions={preview.questions} isBusy={isPreviewing} onAnswer={addAnswer} />
          <Faults groups={preview.groups} isBusy={isPreviewing} onRepair={repair}>
            {mapping.repairs.map((applied) => (
              <AppliedRepair
                key={`${applied.code} ${applied.field}`}
                repair={applied}
                isBusy={isPreviewing}
                onUndo={() => previewAgain({ repairs: mapping.repairs.filter((item) => item !== applied) })}
              />
            ))}
          </Faults>
          {counts.total > importedCount && (
            <div className={classes.actions}>
              <Button
                variant="default"
                loading={rejected.isPending}
                onClick={() => file.storageGuid && rejected.mutate(file.storageGuid)}
              >
                Download rejected rows
              </Button>
              <span className={classes.muted}>Each row includes the reason for its rejection.</span>
            </div>
          )}
          <CohortChoice kind={file.kind} value={cohort} onChange={setCohort} />
          <PreviewTable
            preview={preview}
            kind={uploadKind(file.kind)}
            isBusy={isPreviewing}
            onDecide={decide}
            outcome={wizard.outcome}
            onShow={wizard.showPage}
          />
        </>
      )}
    </Steps>
  );
}

const importLabel = (importedCount: number, intoCohort: boolean) => {
  if (importedCount > 0) return `Import ${rowsOf(importedCount)}`;
  return intoCohort ? 'Add to cohort' : 'Import';
};

const rowsOf = (count: number) => `${count.toLocaleString('en-US')} ${count === 1 ? 'row' : 'rows'}`;
