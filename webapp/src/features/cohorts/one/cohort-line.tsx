import { useSession } from '@/lib/session';
import { formatMoment } from '@/lib/moment';
import { useColumnsOf } from '@/list/data/custom-fields';
import { describeFilter } from '@/list/filters/describe-filter';
import type { Cohort } from 'firmbook-wasm';
import { kindOfCohort } from '../api/calls';
import classes from './cohort.module.css';

/** Shows the description, rule and creator of a cohort. */
export function CohortLine({ cohort }: { cohort: Cohort }) {
  const { timeZone } = useSession().user;
  const { many, list } = kindOfCohort(cohort.contactType);
  const columns = useColumnsOf(list);
  const made = `Created ${formatMoment(cohort.createdAt, timeZone)}${cohort.createdBy ? ` by ${cohort.createdBy}` : ''}`;
  return (
    <div className={classes.line}>
      {cohort.description && <p className={classes.description}>{cohort.description}</p>}
      {cohort.kind === 'Rule' ? (
        <p>
          {many} for whom{' '}
          {cohort.filter.map((item, i) => (
            <span key={JSON.stringify(item)}>
              {i > 0 && ' and '}
              <strong>{describeFilter(item, columns)}</strong>
            </span>
          ))}
        </p>
      ) : (
        <p>{many}, chosen individually</p>
      )}
      <p>{made}</p>
    </div>
  );
}
