import { paths } from '@/lib/paths';
import { formatMoney, type GiftEvent } from 'firmbook-wasm';
import { Link } from 'react-router';
import classes from './calendar.module.css';

const stateOf = ({ isDone, isOverdue }: GiftEvent) => (isDone ? 'done' : isOverdue ? 'overdue' : 'open');

interface GiftEventLinkProps {
  event: GiftEvent;
  isBrief?: boolean;
  isPrintOnly?: boolean;
}

/** A date of a gift, linked to the gift on its policy. */
export function GiftEventLink({ event, isBrief = false, isPrintOnly = false }: GiftEventLinkProps) {
  const { policyUuid, giftUuid, stepLabel, trustName, policyNumber, amount } = event;
  const state = stateOf(event);
  return (
    <Link
      className={classes.event}
      data-step={event.step}
      data-state={state}
      hidden={isPrintOnly}
      title={isBrief ? `${trustName}, policy ${policyNumber}` : undefined}
      to={`${paths.policy(policyUuid)}?tab=gifts&gift=${giftUuid}`}
    >
      <span className={classes.step}>
        {stepLabel}
        {state === 'done' && ' (done)'}
        {state === 'overdue' && ' (overdue)'}
      </span>{' '}
      <span className={classes.trust}>
        {isBrief && <span className={classes.detail}>{policyNumber} </span>}
        {trustName}
      </span>
      {!isBrief && (
        <span className={classes.detail}>
          {formatMoney(amount, 2)} for policy {policyNumber}
        </span>
      )}
    </Link>
  );
}
