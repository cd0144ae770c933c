import { useSession } from '@/lib/session';
import { formatMoment } from '@/lib/moment';
import { formatCount } from '@/list/grid/format-cell';
import { formatDate, type Delivery, type DeliveryState } from 'firmbook-wasm';
import { useState } from 'react';
import { Button } from '@mantine/core';
import classes from './schedules.module.css';

/** Number of contacts shown initially. */
const SHOWN = 100;

interface PeopleProps {
  title: string;
  people: readonly Delivery[];
  /** Also shows the send date of each contact. */
  hasDays?: boolean;
}

/** List of contacts with their email address, or the reason why they receive nothing. */
export function People({ title, people, hasDays = false }: PeopleProps) {
  const [shown, setShown] = useState(SHOWN);
  const { timeZone } = useSession().user;
  if (people.length === 0) return null;
  return (
    <section aria-label={title}>
      <h3>
        {title} ({formatCount(people.length)})
      </h3>
      <ul className={classes.people}>
        {people.slice(0, shown).map((one) => (
          <li key={one.contactUuid}>
            {one.name}
            <span>
              {[
                one.address,
                hasDays && one.dueDate && formatDate(one.dueDate),
                one.sentAt && formatMoment(one.sentAt, timeZone),
              ]
                .filter(Boolean)
                .join(' · ')}
            </span>
            {one.reason && (
              <span
                className={one.state === 'Failed' ? `${classes.reason} ${classes.failed}` : classes.reason}
              >
                {one.reason}
              </span>
            )}
          </li>
        ))}
      </ul>
      {people.length > shown && (
        <Button variant="subtle" size="compact-sm" onClick={() => setShown((before) => before + SHOWN * 5)}>
          Show more
        </Button>
      )}
    </section>
  );
}

export const inState = (people: readonly Delivery[], state: DeliveryState) =>
  people.filter((one) => one.state === state);
