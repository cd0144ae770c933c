import type { GiftEvent } from 'firmbook-wasm';
import { useEffect, useRef } from 'react';
import classes from './calendar.module.css';
import { GiftEventLink } from './gift-event';
import { dayTitle } from './month';

interface AgendaProps {
  events: readonly GiftEvent[];
  /** The agenda scrolls to the first day from this one on. Null starts at its top. */
  startDay: string | null;
}

/** Events by day. Days without events are left out. */
export function Agenda({ events, startDay }: AgendaProps) {
  const list = useRef<HTMLOListElement>(null);
  const days = [...new Set(events.map(({ day }) => day))];
  const start = startDay === null ? -1 : days.findIndex((day) => day >= startDay);
  useEffect(() => {
    if (start > 0) list.current?.children[start]?.scrollIntoView({ block: 'start' });
  }, [start]);
  if (days.length === 0) {
    return (
      <p className={classes.empty} role="status">
        Nothing is due this month.
      </p>
    );
  }
  return (
    <ol ref={list} className={classes.agenda} aria-label="Agenda">
      {days.map((day) => (
        <li key={day}>
          <h2>
            <time dateTime={day}>{dayTitle(day)}</time>
          </h2>
          <ul>
            {events
              .filter((event) => event.day === day)
              .map((event) => (
                <li key={event.giftUuid + event.step}>
                  <GiftEventLink event={event} />
                </li>
              ))}
          </ul>
        </li>
      ))}
    </ol>
  );
}
