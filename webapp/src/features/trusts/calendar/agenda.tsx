import type { GiftEvent } from 'firmbook-wasm';
import classes from './calendar.module.css';
import { GiftEventLink } from './gift-event';
import { dayTitle } from './month';

/** Events by day. Days without events are left out. */
export function Agenda({ events }: { events: readonly GiftEvent[] }) {
  const days = [...new Set(events.map(({ day }) => day))];
  if (days.length === 0) {
    return (
      <p className={classes.empty} role="status">
        Nothing is due this month.
      </p>
    );
  }
  return (
    <ol className={classes.agenda} aria-label="Agenda">
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
