import { Loader } from '@mantine/core';
import classes from './accounts.module.css';

interface AccountCardProps {
  firstName: string;
  lastName: string;
  /** Lines below the name. */
  details: string[];
  /** Undefined for accounts without notifications. */
  unread?: number;
  isChoosing: boolean;
  onChoose: () => void;
}

export function AccountCard({
  firstName,
  lastName,
  details,
  unread,
  isChoosing,
  onChoose,
}: AccountCardProps) {
  return (
    <button type="button" className={classes.card} onClick={onChoose} aria-busy={isChoosing}>
      <span className={classes.initials} aria-hidden>
        {isChoosing ? <Loader size={16} color="currentColor" /> : initials(firstName, lastName)}
      </span>
      <span className={classes.who}>
        <strong>{`${firstName} ${lastName}`.trim()}</strong>
        {details.map((detail) => (
          <span key={detail}>{detail}</span>
        ))}
      </span>
      {unread !== undefined && <UnreadPill count={unread} />}
    </button>
  );
}

/** Number of unread notifications. */
export function UnreadPill({ count }: { count: number }) {
  if (count === 0) return <span className={classes.none}>--</span>;
  return (
    <span className={classes.pill} title={`${count} Notifications`}>
      {count}
    </span>
  );
}

const initials = (...names: string[]) =>
  names
    .map((name) => [...name][0] ?? '')
    .join('')
    .toUpperCase();
