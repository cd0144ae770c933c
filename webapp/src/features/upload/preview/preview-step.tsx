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
  const { preview, isLooking } = wizard;
  const [params] = useSearchParams();
  const [cohort, setCohort] = useState(params.get('cohort'));
  const rejected = useRejected();

  const again = (change: Partial<WholeMapping>) => wizard.look({ ...mapping, ...change });
  const repair = ({ code, field }: FaultGroup, kind: RepairKind) =>
    again({
      repairs: [
        ...mapping.repairs.filter((old) => old.code !== code || old.field !== field),
        { code, field, kind },
      ],
    });
  const answer = (given: Answer) =>
    again({ answers: [...mapping.answers.filter((old) => old.question !== given.question), given] });

  const decide = (decision: Decision) => again({ decisions: withDecision(mapping.decisions, decision) });

  const counts = preview?.counts;
  const taken = counts ? counts.new + counts.update : 0;
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
            disabled={isLooking || !preview || !canSubmit(preview, cohort !== null)}
            onClick={() => wizard.submit(cohort)}
          >
            {importLabel(taken, cohort !== null)}
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
          <Button variant="subtle" size="compact-sm" onClick={() => wizard.look(mapping)}>
            Retry
          </Button>
        </p>
      )}
      {!preview && isLooking && <p role="status">Checking every row…</p>}
      {preview && counts && (
        <>
          <CountsLine counts={counts} isBusy={isLooking} />
          <Reviews
            groups={preview.reviews}
            decisions={mapping.decisions}
            isBusy={isLooking}
            onDecide={decide}
          />
          <Questions questions={preview.questions} isBusy={isLooking} onAnswer={answer} />
          <Faults groups={preview.groups} isBusy={isLooking} onRepair={repair}>
            {mapping.repairs.map((applied) => (
              <AppliedRepair
                key={`${applied.code} ${applied.field}`}
                repair={applied}
                isBusy={isLooking}
                onUndo={() => again({ repairs: mapping.repairs.filter((one) => one !== applied) })}
              />
            ))}
          </Faults>
          {counts.total > taken && (
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
            isBusy={isLooking}
            onDecide={decide}
            outcome={wizard.outcome}
            onShow={wizard.turn}
          />
        </>
      )}
    </Steps>
  );
}

const importLabel = (taken: number, intoCohort: boolean) => {
  if (taken > 0) return `Import ${rowsOf(taken)}`;
  return intoCohort ? 'Add to cohort' : 'Import';
};

const rowsOf = (count: number) => `${count.toLocaleString('en-US')} ${count === 1 ? 'row' : 'rows'}`;
