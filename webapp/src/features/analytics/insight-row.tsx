import { call } from '@/lib/http';
import { failureText } from '@/lib/failure-text';
import { formatCount } from '@/list/grid/format-cell';
import { formatListUrl } from '@/list/state/list-url';
import { useQuery } from '@tanstack/react-query';
import { formatMoney } from 'firmbook-wasm';
import { Link } from 'react-router';
import { LISTS, type Insight } from './insights';
import classes from './analytics.module.css';
import { shortMoney } from './measures';

type Totals = Readonly<Record<string, unknown>>;

/** One row of the insights: number, amount and premium of the contracts, with a link to their list. */
export function InsightRow({ insight: { label, list, filter, isEnded } }: { insight: Insight }) {
  const { path, resource } = LISTS[list];
  const { data, error } = useQuery({
    queryKey: ['insight', list, filter],
    queryFn: async ({ signal }): Promise<Totals> =>
      resource === 'allpolicy'
        ? call('POST', 'allpolicy/totals', { body: { filter }, signal })
        : call('POST', 'allannuity/totals', { body: { filter }, signal }),
  });
  const [count, amount] =
    list === 'annuities' ? ['annuityCount', 'contractValue'] : ['policyCount', 'deathBenefit'];
  // Premiums for annuities are payments without a schedule.
  const hasPremium = !isEnded && list === 'policies';
  const url = { search: '', filter, sort: undefined };
  return (
    <tr>
      <th scope="row">
        <Link to={`${path}${formatListUrl(url, new URLSearchParams())}`}>{label}</Link>
        {error && <span role="alert"> {failureText(error)}</span>}
      </th>
      <td data-number>{data ? formatCount(Number(data[count ?? ''])) : '-'}</td>
      <td data-number>{isEnded ? '-' : <Money totals={data} of={amount ?? ''} />}</td>
      <td data-number>{hasPremium ? <Money totals={data} of="annualizedPremium" /> : '-'}</td>
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
