import type { GiftEvent } from 'firmbook-wasm';
import classes from './calendar.module.css';
import { GiftEventLink } from './gift-event';
import { dayTitle, monthOf, weeksOf } from './month';

const WEEKDAYS = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'];
/** Maximum number of events shown per day. The agenda and the printed page show all. */
const MAX_EVENTS = 4;

interface MonthGridProps {
  month: string;
  today: string;
  events: readonly GiftEvent[];
  isLoading: boolean;
  onMore: () => void;
}

/** The weeks of a month with the events of each day. */
export function MonthGrid({ month, today, events, isLoading, onMore }: MonthGridProps) {
  return (
    <table className={classes.month} aria-busy={isLoading}>
      <thead>
        <tr>
          {WEEKDAYS.map((name) => (
            <th key={name} scope="col" abbr={name}>
              {name.slice(0, 3)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {weeksOf(month).map((week) => (
          <tr key={week[0]}>
            {week.map((day) => {
              const due = openFirst(events.filter((event) => event.day === day));
              return (
                <td
                  key={day}
                  data-outside={monthOf(day) !== month || undefined}
                  data-today={day === today || undefined}
                >
                  <time
                    dateTime={day}
                    aria-label={dayTitle(day)}
                    aria-current={day === today ? 'date' : undefined}
                  >
                    {Number(day.slice(8))}
                  </time>
                  {due.map((event, i) => (
                    <GiftEventLink
                      key={event.giftUuid + event.step}
                      event={event}
                      isBrief
                      isPrintOnly={i >= MAX_EVENTS}
                    />
                  ))}
                  {due.length > MAX_EVENTS && (
                    <button type="button" className={classes.more} onClick={onMore}>
                      {due.length - MAX_EVENTS} more
                    </button>
                  )}
                </td>
              );
            })}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** Puts what is done last, so that the limit of a day hides it first. */
const openFirst = (events: readonly GiftEvent[]) =>
  events.toSorted((a, b) => Number(a.isDone) - Number(b.isDone));
