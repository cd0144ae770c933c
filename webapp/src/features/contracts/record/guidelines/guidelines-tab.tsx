import { DataTable, numeric } from '@/components/data-table';
import { IconAlert, IconPencil } from '@/components/icons';
import { QueryState } from '@/components/query-state';
import classes from '@/record/tab.module.css';
import { useModule } from '@/lib/use-module';
import { usePanelUrl } from '@/lib/use-panel-url';
import { useCan } from '@/lib/session';
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { formatMoney, type GuidelineStanding } from 'firmbook-wasm';
import { guidelinesQuery } from '../../api/guidelines';
import { formatPercent } from '@/lib/percent';
import styles from './guidelines.module.css';

const COLUMNS = ['Parameter', numeric('Minimum'), numeric('Current'), numeric('Maximum'), 'Status'];
const loadForm = () => import('./guidelines-panel');

/** Guideline ranges of a policy with the current values. */
export function GuidelinesTab({ uuid, isMonitored }: { uuid: string; isMonitored: boolean }) {
  const query = useQuery(guidelinesQuery(uuid));
  const { data } = query;
  const canWrite = useCan('allPolicies', 'write');
  const { params, open, close } = usePanelUrl(['panel']);
  const isEditing = canWrite && data !== undefined && params.get('panel') === 'guidelines';
  const Panel = useModule(loadForm, isEditing)?.GuidelinesPanel;
  return (
    <QueryState query={query} subject="the guidelines" className={classes.empty}>
      {(guidelines) => (
        <div className={classes.part}>
          <div className={styles.head}>
            <p className={classes.muted}>
              {isMonitored
                ? 'PolicyGuard alerts you when a value leaves its range.'
                : 'PolicyGuard monitoring is off. No alerts are sent.'}
            </p>
            {canWrite && (
              <Button
                variant="default"
                leftSection={<IconPencil size={16} aria-hidden />}
                onClick={() => open({ panel: 'guidelines' })}
              >
                Edit guidelines
              </Button>
            )}
          </div>
          <DataTable caption="Guidelines" columns={COLUMNS}>
            {guidelines.map((item) => (
              <tr key={item.parameter} data-out={item.isOut || undefined}>
                <th scope="row">{item.label}</th>
                <td data-number>{formatParameter(item, item.minimum)}</td>
                <td data-number className={item.isOut ? styles.out : undefined}>
                  {formatParameter(item, item.current)}
                </td>
                <td data-number>{formatParameter(item, item.maximum)}</td>
                <td>
                  <GuidelineStatus of={item} />
                </td>
              </tr>
            ))}
          </DataTable>
          {Panel && <Panel uuid={uuid} guidelines={guidelines} opened={isEditing} onClose={close} />}
        </div>
      )}
    </QueryState>
  );
}

function GuidelineStatus({ of: { isOut, minimum, maximum, current } }: { of: GuidelineStanding }) {
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

function formatParameter({ unit }: GuidelineStanding, value: string | null): string {
  if (value === null) return '-';
  if (unit === 'money') return formatMoney(value, 2);
  return unit === 'percent' ? formatPercent(value) : value;
}
