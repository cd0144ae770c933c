import { LoadFailedPage, NoAccessPage } from '@/components/dead-end-pages';
import { PageMessage } from '@/components/page-message';
import { SwitchFirm } from '@/components/switch-firm';
import { RecordSkeleton } from '@/record/record-skeleton';
import { ApiError } from '@/lib/http';
import { paths } from '@/lib/paths';
import { useCan } from '@/lib/session';
import { useDocumentTitle } from '@/lib/use-document-title';
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useModule } from '@/lib/use-module';
import { Link, useParams, useSearchParams } from 'react-router';
import { cohortQuery } from '../api/calls';
import { CRUMBS } from './crumbs';
import { OpenCohort } from './open-cohort';

const loadSchedules = () => import('./cohort-schedules');
const loadChoose = () => import('./choose-members');

/** The page of a cohort: members, schedules, and the list to choose members from. */
export function CohortPage() {
  const { uuid = '' } = useParams();
  const isAllowed = useCan('cohorts', 'read');
  const { data: cohort, error, refetch } = useQuery({ ...cohortQuery(uuid), enabled: isAllowed });
  useDocumentTitle(cohort?.name ?? 'Cohort');
  const [params] = useSearchParams();
  const wantsSchedules = params.get('tab') === 'schedules';
  const wantsToChoose = params.get('tab') === 'choose';
  const Schedules = useModule(loadSchedules, wantsSchedules)?.CohortSchedules;
  const Choose = useModule(loadChoose, wantsToChoose)?.ChooseMembers;

  if (!isAllowed) {
    return <NoAccessPage noun="cohorts" />;
  }
  if (error instanceof ApiError && (error.status === 404 || error.status === 400)) {
    return (
      <PageMessage
        title="Cohort not found"
        text="It may have been deleted or belong to another user."
        action={
          <>
            <Button component={Link} to={paths.cohorts}>
              All cohorts
            </Button>
            <SwitchFirm />
          </>
        }
      />
    );
  }
  if (cohort && wantsSchedules && Schedules) return <Schedules key={uuid} cohort={cohort} />;
  if (cohort && wantsToChoose && Choose) return <Choose key={uuid} cohort={cohort} />;
  if (cohort && !wantsSchedules && !wantsToChoose) return <OpenCohort key={uuid} cohort={cohort} />;
  if (!error) return <RecordSkeleton crumbs={CRUMBS} label="Loading cohort" />;
  return <LoadFailedPage subject="the cohort" error={error} onRetry={refetch} />;
}
