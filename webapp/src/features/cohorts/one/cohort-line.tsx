import { useSession } from '@/lib/session';
import { formatTimestamp } from '@/lib/timestamp';
import { useColumnsOf } from '@/list/data/custom-fields';
import { describeFilter } from '@/list/filters/describe-filter';
import type { Cohort } from 'firmbook-wasm';
import { contactKindOfCohort } from '../api/calls';
import classes from './cohort.module.css';

/** Shows the description, rule and creator of a cohort. */
export function CohortLine({ cohort }: { cohort: Cohort }) {
  const { timeZone } = useSession().user;
  const { plural, list } = contactKindOfCohort(cohort.contactType);
  const columns = useColumnsOf(list);
  const createdText = `Created ${formatTimestamp(cohort.createdAt, timeZone)}${cohort.createdBy ? ` by ${cohort.createdBy}` : ''}`;
  return (
    <div className={classes.line}>
      {cohort.description && <p className={classes.description}>{cohort.description}</p>}
      {cohort.kind === 'Rule' ? (
        <p>
          {plural} by rule:{' '}
          {cohort.filter.map((item, i) => (
            <span key={JSON.stringify(item)}>
              {i > 0 && ' and '}
              <strong>{describeFilter(item, columns)}</strong>
            </span>
          ))}
        </p>
      ) : (
        <p>{plural} by selection</p>
      )}
      <p>{createdText}</p>
    </div>
  );
}
