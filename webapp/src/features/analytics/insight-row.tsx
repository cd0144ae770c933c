import { call } from '@/lib/http';
import { failureText } from '@/lib/failure-text';
import { formatCount } from '@/list/grid/format-cell';
import { formatListUrl } from '@/list/state/list-url';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { LISTS, type Insight } from './insights';
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
  const url = { search: '', filter, sort: undefined };
  return (
    <tr>
      <th scope="row">
        <Link to={`${path}${formatListUrl(url, new URLSearchParams())}`}>{label}</Link>
        {error && <span role="alert"> {failureText(error)}</span>}
      </th>
      <td data-number>{data ? formatCount(Number(data[count ?? ''])) : '-'}</td>
      <td data-number>{isEnded ? '-' : money(data, amount ?? '')}</td>
      <td data-number>{isEnded ? '-' : money(data, 'annualizedPremium')}</td>
    </tr>
  );
}

const money = (totals: Totals | undefined, key: string) =>
  totals?.[key] === undefined || totals[key] === null ? '-' : shortMoney(String(totals[key]));
