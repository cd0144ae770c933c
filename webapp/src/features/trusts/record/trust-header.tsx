import { AlertList } from '@/components/alert-list';
import { Breadcrumb } from '@/components/breadcrumb';
import { IconPencil } from '@/components/icons';
import { paths } from '@/lib/paths';
import { useCan } from '@/lib/session';
import { formatCount } from '@/list/grid/format-cell';
import { Figure } from '@/record/facts';
import { FavoriteButton } from '@/record/favorite-button';
import { RecordPager } from '@/record/record-pager';
import classes from '@/record/record.module.css';
import { Button } from '@mantine/core';
import { formatDate, type TrustRecord } from 'firmbook-wasm';
import { Fragment } from 'react';
import { Link, useSearchParams } from 'react-router';
import { alertsOf } from './alerts-of';
import { CRUMBS } from './crumbs';
import { stateLabel, typeLabel } from './labels';

interface TrustHeaderProps {
  trust: TrustRecord;
  /** Null if the user may not edit the trust. */
  onEdit: (() => void) | null;
}

/** Name, type, alerts, key figures and actions of a trust. */
export function TrustHeader({ trust, onEdit }: TrustHeaderProps) {
  const canOpenOwner = useCan('contacts', 'read');
  const alerts = alertsOf(trust);
  // Other tabs only count the alerts, which would take a third of a phone.
  const isOverview = (useSearchParams()[0].get('tab') ?? 'overview') === 'overview';
  const { trustDate, governingState, nextGiftDate, nextLetterDate } = trust;
  const facts = [
    typeLabel(trust.trustType) ?? 'Type not recorded',
    trustDate && `dated ${formatDate(trustDate)}`,
    governingState && `${stateLabel(governingState)} law`,
  ].filter((fact) => fact !== null && fact !== '');
  return (
    <header className={classes.top}>
      <div className={classes.title}>
        <div className={classes.who}>
          <Breadcrumb parts={CRUMBS} />
          <h1>{trust.name}</h1>
          <div className={classes.status}>
            {facts.map((fact, i) => (
              <Fragment key={fact}>
                {i > 0 && <Dot />}
                {fact}
              </Fragment>
            ))}
            {!isOverview && alerts.length > 0 && (
              <>
                <Dot />
                <Link to="?">{alerts.length === 1 ? '1 alert' : `${alerts.length} alerts`}</Link>
              </>
            )}
            {canOpenOwner && (
              <>
                <Dot />
                <Link to={paths.owner(trust.uuid)}>Open owner</Link>
              </>
            )}
          </div>
        </div>
        <div className={classes.actions}>
          <RecordPager path={paths.trust(trust.uuid)} />
          <FavoriteButton kind="trust" uuid={trust.uuid} />
          {onEdit && (
            <Button leftSection={<IconPencil size={16} aria-hidden />} onClick={onEdit}>
              Edit
            </Button>
          )}
        </div>
      </div>
      {isOverview && <AlertList alerts={alerts} />}
      <dl className={classes.figures} aria-label="Key figures">
        <Figure label="Policies" value={formatCount(trust.policies.length)} />
        {nextGiftDate && <Figure label="Next gift" value={formatDate(nextGiftDate)} />}
        {nextLetterDate && <Figure label="Next letters due" value={formatDate(nextLetterDate)} />}
      </dl>
    </header>
  );
}

const Dot = () => (
  <span className={classes.dot} aria-hidden>
    ·
  </span>
);
