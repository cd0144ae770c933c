import { IconAlert, IconPencil } from '@/components/icons';
import classes from '@/record/tables.module.css';
import { useModule } from '@/lib/use-module';
import { useCan } from '@/lib/session';
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { formatMoney, type GuidelineStanding } from 'firmbook-wasm';
import { useSearchParams } from 'react-router';
import { guidelinesQuery } from '../../api/guidelines';
import { formatPercent } from '../../fields';
import styles from './guidelines.module.css';

const loadForm = () => import('./guidelines-panel');

/** Guideline ranges of a policy with the current values. */
export function GuidelinesTab({ uuid, isWatched }: { uuid: string; isWatched: boolean }) {
  const { data, error, refetch } = useQuery(guidelinesQuery(uuid));
  const canWrite = useCan('allPolicies', 'write');
  const [params, setParams] = useSearchParams();
  const isEditing = canWrite && data !== undefined && params.get('panel') === 'guidelines';
  const Panel = useModule(loadForm, isEditing)?.GuidelinesPanel;
  const showPanel = (open: boolean) =>
    setParams((old) => {
      const next = new URLSearchParams(old);
      if (open) next.set('panel', 'guidelines');
      else next.delete('panel');
      return next;
    });
  if (error && !data) {
    return (
      <p className={classes.empty} role="alert">
        {error.message}{' '}
        <Button variant="subtle" size="compact-sm" onClick={() => void refetch()}>
          Retry
        </Button>
      </p>
    );
  }
  if (!data) {
    return (
      <p className={classes.empty} role="status">
        Loading the guidelines…
      </p>
    );
  }
  return (
    <div className={classes.part}>
      <div className={styles.head}>
        <p className={classes.muted}>
          {isWatched
            ? 'PolicyGuard watches this policy against these ranges.'
            : 'PolicyGuard does not watch this policy: nobody is told when a value leaves its range.'}
        </p>
        {canWrite && (
          <Button
            variant="default"
            leftSection={<IconPencil size={16} aria-hidden />}
            onClick={() => showPanel(true)}
          >
            Edit guidelines
          </Button>
        )}
      </div>
      {/* eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- scrollable by keyboard */}
      <div className={classes.scroll} tabIndex={0} role="region" aria-label="Table of guidelines">
        <table className={classes.table}>
          <caption>Guidelines</caption>
          <thead>
            <tr>
              <th scope="col">Parameter</th>
              <th scope="col" data-number>
                At least
              </th>
              <th scope="col" data-number>
                Now
              </th>
              <th scope="col" data-number>
                At most
              </th>
              <th scope="col">Standing</th>
            </tr>
          </thead>
          <tbody>
            {data.map((one) => (
              <tr key={one.parameter} data-out={one.isOut || undefined}>
                <th scope="row">{one.label}</th>
                <td data-number>{shown(one, one.minimum)}</td>
                <td data-number className={one.isOut ? styles.out : undefined}>
                  {shown(one, one.current)}
                </td>
                <td data-number>{shown(one, one.maximum)}</td>
                <td>
                  <Standing of={one} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {Panel && <Panel uuid={uuid} standing={data} opened={isEditing} onClose={() => showPanel(false)} />}
    </div>
  );
}

function Standing({ of: { isOut, minimum, maximum, current } }: { of: GuidelineStanding }) {
  if (isOut) {
    return (
      <span className={styles.out}>
        <IconAlert size={14} aria-hidden /> Out of range
      </span>
    );
  }
  if (minimum === null && maximum === null) return <span className={classes.muted}>No range</span>;
  return current === null ? <span className={classes.muted}>Not known</span> : 'In range';
}

export function shown({ unit }: GuidelineStanding, value: string | null): string {
  if (value === null) return '-';
  if (unit === 'money') return formatMoney(value, 2);
  return unit === 'percent' ? formatPercent(value) : value;
}
