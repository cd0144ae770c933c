import { ListHeader } from '@/list/list-header';
import page from '@/list/list-page.module.css';
import type { Cohort } from 'firmbook-wasm';
import { SchedulesSection } from '../schedules/schedules-section';
import { CohortLine } from './cohort-line';
import { CohortNav } from './cohort-nav';
import { CRUMBS } from './crumbs';

/** The Schedules tab of a loaded cohort. */
export function CohortSchedules({ cohort }: { cohort: Cohort }) {
  return (
    <section className={page.page} aria-label={cohort.name}>
      <ListHeader crumbs={CRUMBS} title={cohort.name}>
        <CohortLine cohort={cohort} />
        <CohortNav open="schedules" />
      </ListHeader>
      <SchedulesSection cohort={cohort} />
    </section>
  );
}
