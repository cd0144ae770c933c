import { Link } from 'react-router';
import classes from '../schedules/schedules.module.css';

/** The tabs on a cohort's page. The open tab is in the URL. */
export function CohortNav({ open }: { open: 'members' | 'schedules' }) {
  return (
    <nav aria-label="Parts of the cohort" className={classes.nav}>
      <Link to="?" aria-current={open === 'members' ? 'page' : undefined}>
        Members
      </Link>
      <Link to="?tab=schedules" aria-current={open === 'schedules' ? 'page' : undefined}>
        Schedules
      </Link>
    </nav>
  );
}
