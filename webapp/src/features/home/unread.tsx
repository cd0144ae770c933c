import { markNotification } from '@/features/notifications/api/change-notifications';
import { NOTIFICATIONS } from '@/features/notifications/api/notifications';
import { paths } from '@/lib/paths';
import { showFailure } from '@/lib/toast';
import { formatCount } from '@/list/grid/format-cell';
import { Timestamp } from '@/record/facts';
import { useQueryClient } from '@tanstack/react-query';
import type { UserNotification } from 'firmbook-wasm';
import { Link } from 'react-router';
import classes from './home.module.css';

/** Card with the most recent unread notifications. */
export function Unread({ count, unread }: { count: number; unread: readonly UserNotification[] }) {
  const queries = useQueryClient();
  const markRead = async (id: number) => {
    try {
      await markNotification(id, true);
    } catch (reason) {
      showFailure(undefined, reason);
    }
    await Promise.all([
      queries.invalidateQueries({ queryKey: NOTIFICATIONS }),
      queries.invalidateQueries({ queryKey: ['home'] }),
    ]);
  };
  return (
    <section className={classes.card} aria-label="Unread notifications">
      <div className={classes.head}>
        <h2>Unread notifications</h2>
        <Link to={paths.notifications} aria-label={`Unread notifications: all ${formatCount(count)}`}>
          {formatCount(count)}
        </Link>
      </div>
      {unread.length === 0 ? (
        <p className={classes.about}>Nothing new.</p>
      ) : (
        <ul className={classes.told}>
          {unread.map(({ userNotificationHistoryId, displayName, applicationUrl, createDate }) => (
            <li key={userNotificationHistoryId}>
              {applicationUrl ? (
                <Link to={applicationUrl} onClick={() => void markRead(userNotificationHistoryId)}>
                  {displayName}
                </Link>
              ) : (
                displayName
              )}
              <span>
                <Timestamp at={createDate} />
              </span>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
