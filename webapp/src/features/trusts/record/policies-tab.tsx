import { DataTable, numeric } from '@/components/data-table';
import { Status } from '@/components/status';
import { paths } from '@/lib/paths';
import { useCan } from '@/lib/session';
import classes from '@/record/tab.module.css';
import { formatDate, formatMoney, type TrustRecord } from 'firmbook-wasm';
import { Link } from 'react-router';

const COLUMNS = [
  'Policy number',
  'Carrier',
  'Status',
  'Insured',
  numeric('Death benefit'),
  numeric('Annualized premium'),
  'Paid to',
  'Gifts',
];

/** The policies that a trust owns, with links to their gifts. */
export function PoliciesTab({ trust: { policies } }: { trust: TrustRecord }) {
  const canOpen = useCan('allPolicies', 'read');
  if (policies.length === 0) {
    return (
      <p className={classes.empty} role="status">
        No policies yet. Attach the trust to a policy as its owner.
      </p>
    );
  }
  return (
    <div className={classes.part}>
      <DataTable caption="Policies" columns={canOpen ? COLUMNS : COLUMNS.slice(0, -1)}>
        {policies.map((policy) => (
          <tr key={policy.uuid}>
            <th scope="row">
              {canOpen ? (
                <Link to={paths.policy(policy.uuid)}>{policy.policyNumber}</Link>
              ) : (
                policy.policyNumber
              )}
            </th>
            <td>{policy.carrier}</td>
            <td>
              <Status code={policy.status} />
            </td>
            <td>{policy.insured || '-'}</td>
            <td data-number>{formatMoney(policy.deathBenefit, 2)}</td>
            <td data-number>{formatMoney(policy.annualizedPremium, 2)}</td>
            <td>{policy.paidTo ? formatDate(policy.paidTo) : '-'}</td>
            {canOpen && (
              <td>
                <Link
                  to={`${paths.policy(policy.uuid)}?tab=gifts`}
                  aria-label={`Gifts of policy ${policy.policyNumber}`}
                >
                  Gifts
                </Link>
              </td>
            )}
          </tr>
        ))}
      </DataTable>
    </div>
  );
}
