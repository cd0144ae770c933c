import { QueryState } from '@/components/query-state';
import { SidePanel } from '@/components/side-panel';
import type { Row } from '@/list/types';
import { useQuery } from '@tanstack/react-query';
import type { Cohort } from 'firmbook-wasm';
import { contactKindOfCohort, membershipsQuery } from '../api/calls';
import { Reasons } from '../membership/reasons';
import classes from './cohort.module.css';

/** Maximum number of contacts explained. */
const MAX_CONTACTS = 20;

interface MembershipReasonsPanelProps {
  cohort: Cohort;
  rows: readonly Row[];
  opened: boolean;
  onClose: () => void;
}

/** Explains for each selected contact why it is in the cohort. */
export function MembershipReasonsPanel({ cohort, rows, opened, onClose }: MembershipReasonsPanelProps) {
  const subject = rows.length > 1 ? 'these contacts are' : 'this contact is';
  return (
    <SidePanel title={`Why ${subject} in “${cohort.name}”`} opened={opened} onClose={onClose}>
      <div className={classes.why}>
        {rows.slice(0, MAX_CONTACTS).map((row) => (
          <section key={row.uuid} aria-label={String(row.name ?? '')}>
            <h3>{String(row.name ?? '')}</h3>
            <ContactReasons cohort={cohort} contact={row.uuid} />
          </section>
        ))}
        {rows.length > MAX_CONTACTS && (
          <p className={classes.muted}>
            The first {MAX_CONTACTS} of {rows.length} are explained.
          </p>
        )}
      </div>
    </SidePanel>
  );
}

function ContactReasons({ cohort, contact }: { cohort: Cohort; contact: string }) {
  const kind = contactKindOfCohort(cohort.contactType);
  const memberships = useQuery(membershipsQuery(kind, contact));
  return (
    <QueryState query={memberships} subject="the memberships" className={classes.muted}>
      {(found) => {
        const membership = found.find((item) => item.cohort.uuid === cohort.uuid);
        return membership ? (
          <Reasons membership={membership} />
        ) : (
          <p className={classes.muted}>Not in the cohort anymore.</p>
        );
      }}
    </QueryState>
  );
}
