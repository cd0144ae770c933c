import { IconAlert } from '@/components/icons';
import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './report.module.css';
import { kindOfType } from '../kinds';
import type { Report } from '../api/report';

/** One line with the owner of a report and the number of readers and subscribers. */
export function ReportLine({ report }: { report: Report }) {
  const { isOwner, ownerName, isOwnerActive, sharedCount, subscriptionCount } = report;
  const owner = isOwner ? 'Yours' : ownerName ? `Owned by ${ownerName}` : 'No owner';
  const { rows } = kindOfType(report.reportType);
  const parts = [
    isOwnerActive ? owner : `${owner}, who has left the firm`,
    sharedCount > 0 && `shared with ${sharedCount.toLocaleString('en-US')}`,
    subscriptionCount > 0 && `${subscriptionCount.toLocaleString('en-US')} subscribed`,
  ];
  return (
    <p className={classes.line}>
      {report.description && <span>{report.description}</span>}
      {rows && <span>{rows}</span>}
      <span>{parts.filter(Boolean).join(' · ')}</span>
    </p>
  );
}

interface ReportNotesProps {
  report: Report;
  ownerTotalsDiffer: boolean;
  isChanged: boolean;
  canSave: boolean;
  canAdd: boolean;
  isSaving: boolean;
  onSave: () => void;
  onSaveAsNew: () => void;
  onDiscard: () => void;
}

/** Notices about an open report: invalid query, different totals for the owner, unsaved changes. */
export function ReportNotes(props: ReportNotesProps) {
  const { report, ownerTotalsDiffer, isChanged, canSave, canAdd } = props;
  const { problem, isOwner, ownerName } = report;
  const owner = ownerName ?? 'its owner';
  return (
    <>
      {problem && (
        <Note isProblem>
          <span>
            {problem.message}{' '}
            {isOwner && canSave
              ? 'The rest of the report is shown below.'
              : `Only ${owner} can repair it. The rest of the report is shown below.`}
          </span>
          {canSave && (
            <Button loading={props.isSaving} onClick={props.onSave}>
              Save without it
            </Button>
          )}
          {!canSave && canAdd && (
            <Button variant="default" onClick={props.onSaveAsNew}>
              Save as a new report
            </Button>
          )}
        </Note>
      )}
      {ownerTotalsDiffer && !isOwner && (
        <Note>
          <span>
            {ownerName ?? 'The owner'} has access to other rows. Your totals include only the rows you can
            access.
          </span>
        </Note>
      )}
      {isChanged && !problem && (
        <Note>
          <span>
            {isOwner
              ? 'You have unsaved changes. The totals above are those of the saved report.'
              : 'You changed this view. The totals above are those of the saved report.'}
          </span>
          {canSave && (
            <Button loading={props.isSaving} onClick={props.onSave}>
              Save changes
            </Button>
          )}
          {canAdd && (
            <Button variant="default" onClick={props.onSaveAsNew}>
              Save as new
            </Button>
          )}
          <Button variant="default" onClick={props.onDiscard}>
            {isOwner ? 'Discard changes' : 'Back to the report'}
          </Button>
        </Note>
      )}
    </>
  );
}

const Note = ({ isProblem, children }: { isProblem?: boolean; children: ReactNode }) => (
  <div className={classes.note} role={isProblem ? 'alert' : 'status'} data-problem={isProblem || undefined}>
    {isProblem && <IconAlert size={16} aria-hidden />}
    {children}
  </div>
);
