import { call } from '@/lib/http';
import { formatCount } from '@/list/grid/format-cell';
import { formatListUrl } from '@/list/state/list-url';
import { queryOptions } from '@tanstack/react-query';
import { formatMoney } from 'firmbook-wasm';
import { Link } from 'react-router';
import { LISTS, type Insight } from './insights';
import classes from './analytics.module.css';
import { shortMoney } from './measures';

type Totals = Readonly<Record<string, unknown>>;

export const insightQuery = ({ list, filter }: Insight) =>
  queryOptions({
    queryKey: ['insight', list, filter],
    queryFn: async ({ signal }): Promise<Totals> =>
      LISTS[list].resource === 'allpolicy'
        ? call('POST', 'allpolicy/totals', { body: { filter }, signal })
        : call('POST', 'allannuity/totals', { body: { filter }, signal }),
  });

interface InsightRowProps {
  insight: Insight;
  /** Undefined until loaded. */
  totals: Totals | undefined;
}

/** One row of the insights: number, amount and premium of the contracts, with a link to their list. */
export function InsightRow({ insight: { label, list, filter, isEnded }, totals }: InsightRowProps) {
  const [count, amount] =
    list === 'annuities' ? ['annuityCount', 'contractValue'] : ['policyCount', 'deathBenefit'];
  // Premiums for annuities are payments without a schedule.
  const hasPremium = !isEnded && list === 'policies';
  const url = { search: '', filter, sort: undefined };
  return (
    <tr>
      <th scope="row">
        <Link to={`${LISTS[list].path}${formatListUrl(url, new URLSearchParams())}`}>{label}</Link>
      </th>
      <td data-number>{totals ? formatCount(Number(totals[count ?? ''])) : '-'}</td>
      <td data-number>{isEnded ? '-' : <Money totals={totals} of={amount ?? ''} />}</td>
      <td data-number>{hasPremium ? <Money totals={totals} of="annualizedPremium" /> : '-'}</td>
    </tr>
  );
}

/** An amount in dollars. Narrow screens show it shortened, so that the table needs no scrolling. */
function Money({ totals, of }: { totals: Totals | undefined; of: string }) {
  const amount = totals?.[of];
  if (amount === undefined || amount === null) return '-';
  return (
    <>
      <span className={classes.whole}>{formatMoney(String(amount), 0)}</span>
      <span className={classes.shortened}>{shortMoney(String(amount))}</span>
    </>
  );
}
