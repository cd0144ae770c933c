import { useSession } from '@/lib/session';
import { formatTimestamp } from '@/lib/timestamp';
import { formatCount } from '@/list/grid/format-cell';
import { formatDate, type Delivery, type DeliveryState } from 'firmbook-wasm';
import { useState } from 'react';
import { Button } from '@mantine/core';
import classes from './schedules.module.css';

/** Number of contacts shown initially. */
const PAGE_SIZE = 100;

interface PeopleProps {
  title: string;
  people: readonly Delivery[];
  /** Also shows the send date of each contact. */
  hasDays?: boolean;
}

/** List of contacts with their email address, or the reason why they receive nothing. */
export function People({ title, people, hasDays = false }: PeopleProps) {
  const [shown, setShown] = useState(PAGE_SIZE);
  const { timeZone } = useSession().user;
  if (people.length === 0) return null;
  return (
    <section aria-label={title}>
      <h3>
        {title} ({formatCount(people.length)})
      </h3>
      <ul className={classes.people}>
        {people.slice(0, shown).map((item) => (
          <li key={item.contactUuid}>
            {item.name}
            <span>
              {[
                item.address,
                hasDays && item.dueDate && formatDate(item.dueDate),
                item.sentAt && formatTimestamp(item.sentAt, timeZone),
              ]
                .filter(Boolean)
                .join(' · ')}
            </span>
            {item.reason && (
              <span
                className={item.state === 'Failed' ? `${classes.reason} ${classes.failed}` : classes.reason}
              >
                {item.reason}
              </span>
            )}
          </li>
        ))}
      </ul>
      {people.length > shown && (
        <Button
          variant="subtle"
          size="compact-sm"
          onClick={() => setShown((before) => before + PAGE_SIZE * 5)}
        >
          Show more
        </Button>
      )}
    </section>
  );
}

export const withState = (people: readonly Delivery[], state: DeliveryState) =>
  people.filter((item) => item.state === state);
