import { DataTable, numeric } from '@/components/data-table';
import { useModule } from '@/lib/use-module';
import { useToday } from '@/lib/today';
import { contractYears } from 'firmbook-later';
import { formatDate, type Annuity } from 'firmbook-wasm';
import { formatPercent } from '@/lib/percent';
import classes from '@/record/tab.module.css';

const COLUMNS = ['Contract year', 'From', 'To', numeric('Charge')];
const loadChart = () => import('./surrender-chart');

/** Surrender charges of an annuity by contract year: chart and table. */
export function SurrenderTab({ annuity }: { annuity: Annuity }) {
  const years = yearsOf(annuity, useToday());
  const Chart = useModule(loadChart, years.length > 0)?.SurrenderChart;
  if (years.length === 0) return <p className={classes.empty}>No surrender charges.</p>;
  return (
    <div className={classes.part}>
      <div className={classes.chart}>{Chart && <Chart years={years} />}</div>
      <DataTable caption="Surrender charges" label="Surrender charge by year" columns={COLUMNS}>
        {years.map(({ year, from, to, charge, isNow }) => (
          <tr key={year} data-now={isNow || undefined} aria-current={isNow ? 'date' : undefined}>
            <th scope="row">
              {year}
              {isNow && ' (now)'}
            </th>
            <td>{from ? formatDate(from) : '-'}</td>
            <td>{to ? formatDate(to) : '-'}</td>
            <td data-number>{formatPercent(charge)}</td>
          </tr>
        ))}
      </DataTable>
    </div>
  );
}

export interface SurrenderYear {
  year: number;
  /** First and last day. Null without an issue date. */
  from: string | null;
  to: string | null;
  /** Percent, as an exact decimal string. */
  charge: string;
  isNow: boolean;
}

/** Returns the contract years of a surrender schedule. */
export function yearsOf({ surrenderSchedule = [], issueDate = null }: Annuity, now: string): SurrenderYear[] {
  const years = issueDate ? contractYears(issueDate, surrenderSchedule.length) : [];
  return surrenderSchedule.map((charge, i) => {
    const { from = null, to = null } = years[i] ?? {};
    const isNow = Boolean(from && to && from <= now && now <= to);
    return { year: i + 1, from, to, charge, isNow };
  });
}
