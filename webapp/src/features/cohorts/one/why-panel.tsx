import { QueryState } from '@/components/query-state';
import { SidePanel } from '@/components/side-panel';
import type { Row } from '@/list/types';
import { useQuery } from '@tanstack/react-query';
import type { Cohort } from 'firmbook-wasm';
import { kindOfCohort, membershipsQuery } from '../api/calls';
import { Reasons } from '../membership/reasons';
import classes from './cohort.module.css';

/** Maximum number of contacts explained. */
const MOST = 20;

interface WhyPanelProps {
  cohort: Cohort;
  rows: readonly Row[];
  opened: boolean;
  onClose: () => void;
}

/** Explains for each selected contact why it is in the cohort. */
export function WhyPanel({ cohort, rows, opened, onClose }: WhyPanelProps) {
  const subject = rows.length > 1 ? 'these contacts are' : 'this contact is';
  return (
    <SidePanel title={`Why ${subject} in “${cohort.name}”`} opened={opened} onClose={onClose}>
      <div className={classes.why}>
        {rows.slice(0, MOST).map((row) => (
          <section key={row.uuid} aria-label={String(row.name ?? '')}>
            <h3>{String(row.name ?? '')}</h3>
            <Why cohort={cohort} contact={row.uuid} />
          </section>
        ))}
        {rows.length > MOST && (
          <p className={classes.muted}>
            The first {MOST} of {rows.length} are explained.
          </p>
        )}
      </div>
    </SidePanel>
  );
}

function Why({ cohort, contact }: { cohort: Cohort; contact: string }) {
  const kind = kindOfCohort(cohort.contactType);
  const memberships = useQuery(membershipsQuery(kind, contact));
  return (
    <QueryState query={memberships} what="the memberships" className={classes.muted}>
      {(found) => {
        const membership = found.find((one) => one.cohort.uuid === cohort.uuid);
        return membership ? (
          <Reasons membership={membership} />
        ) : (
          <p className={classes.muted}>Not in the cohort anymore.</p>
        );
      }}
    </QueryState>
  );
}
