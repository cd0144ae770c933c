import { call } from '@/lib/http';
import { paths } from '@/lib/paths';
import { useSession } from '@/lib/session';
import { queryOptions, useQuery } from '@tanstack/react-query';
import type { Feature } from 'firmbook-wasm';
import { Link } from 'react-router';
import classes from './home.module.css';

const bookQuery = queryOptions({
  queryKey: ['home', 'book'],
  queryFn: ({ signal }) => call('POST', 'allpolicy/totals', { body: {}, signal }),
});

const STEPS: readonly { feature: Feature; to: string; label: string; about: string }[] = [
  {
    feature: 'contacts',
    to: paths.uploads,
    label: 'Import your contacts',
    about: 'Upload agents, owners and insureds from a spreadsheet.',
  },
  {
    feature: 'importData',
    to: paths.newUpload('policy'),
    label: 'Import your policies',
    about: 'Upload the file of a carrier. New policies are linked to the people that you imported.',
  },
  {
    feature: 'allPolicies',
    to: `${paths.policies}?panel=add`,
    label: 'Add a policy',
    about: 'Enter its terms and attach its insured, owner and agent.',
  },
  {
    feature: 'manageUsers',
    to: paths.users,
    label: 'Add your colleagues',
    about: 'Give each user a role and the agents they work for.',
  },
  {
    feature: 'firmSettings',
    to: paths.branding,
    label: 'Set up your branding',
    about: 'Upload the logo and choose the color that clients see.',
  },
];

/** Checklist for a firm without policies. `hasNoContracts` means that no card has contracts. */
export function FirstSteps({ hasNoContracts }: { hasNoContracts: boolean }) {
  const { permissions } = useSession();
  const canRead = permissions.features.allPolicies?.read ?? false;
  const { data } = useQuery({ ...bookQuery, enabled: hasNoContracts && canRead });
  const steps = STEPS.filter(({ feature }) => permissions.features[feature]?.write);
  if (!hasNoContracts || steps.length === 0 || !data || Number(data.policyCount) > 0) return null;
  return (
    <section className={classes.card} aria-label="First steps">
      <div className={classes.head}>
        <h2>First steps</h2>
      </div>
      <ol className={classes.steps}>
        {steps.map(({ to, label, about }) => (
          <li key={to}>
            <Link to={to}>{label}</Link>
            <span>{about}</span>
          </li>
        ))}
      </ol>
    </section>
  );
}
