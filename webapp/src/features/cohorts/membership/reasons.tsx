import { useSession } from '@/lib/session';
import { formatTimestamp } from '@/lib/timestamp';
import { useColumnsOf } from '@/list/data/custom-fields';
import { describeFilter } from '@/list/filters/describe-filter';
import { formatCell } from '@/list/grid/format-cell';
import type { Membership } from 'firmbook-wasm';
import { contactKindOfCohort } from '../api/calls';
import classes from '../one/cohort.module.css';

/**
 * Shows why a contact is in a cohort: the matching conditions with the contact's values, or who
 * added the contact.
 */
export function Reasons({ membership }: { membership: Membership }) {
  const { cohort, reasons, addedAt, addedBy } = membership;
  const { timeZone } = useSession().user;
  const columns = useColumnsOf(contactKindOfCohort(cohort.contactType).list);
  if (cohort.kind === 'Static') {
    return (
      <p className={classes.muted}>
        Added{addedAt && ` ${formatTimestamp(addedAt, timeZone)}`}
        {addedBy && ` by ${addedBy}`}
      </p>
    );
  }
  return (
    <ul className={classes.reasons}>
      {reasons.flat().map(({ condition, value }) => {
        const column = columns.find(({ key }) => key === condition.column);
        const text = describeFilter(condition, columns);
        return (
          <li key={JSON.stringify(condition)}>
            {text}: <strong>{(column && formatCell(column, value)) || 'empty'}</strong>
          </li>
        );
      })}
    </ul>
  );
}
