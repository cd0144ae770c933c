import { PageMessage } from '@/components/page-message';
import { SwitchFirm } from '@/components/switch-firm';
import { failureText } from '@/lib/failure-text';
import { ApiError } from '@/lib/http';
import { paths } from '@/lib/paths';
import { useCan } from '@/lib/session';
import { useDocumentTitle } from '@/lib/use-document-title';
import { ListHeader } from '@/list/list-header';
import { LoadFailed, NotAllowed } from '@/list/list-states';
import type { ListSource, Row } from '@/list/types';
import { RecordSkeleton } from '@/record/record-skeleton';
import type { ReactNode } from 'react';
import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from 'react-router';
import { reportQuery } from '../api/calls';
import { reportKinds, type ReportKindConfig, type ReportSlug } from '../kinds';
import { crumbsOf } from './crumbs';
import { OpenReport } from './open-report';
import classes from '@/list/list-page.module.css';

/** The list that reports of a type query. */
export interface ReportSubject {
  source: ListSource;
  /** Plural noun for the rows, as in "Search agents". */
  noun: string;
  rowPath: (row: Row) => string;
}

interface ReportPageProps {
  slug: ReportSlug;
  subject: ReportSubject;
}

/** Page of a saved report: the list that its query selects, and its totals. */
export function ReportPage({ slug, subject }: ReportPageProps) {
  const kind = reportKinds[slug];
  const { uuid = '' } = useParams();
  const isAllowed = useCan(kind.feature, 'read');
  const { data: report, error, refetch } = useQuery({ ...reportQuery(uuid), enabled: isAllowed });
  useDocumentTitle(report?.name ?? kind.title);

  if (!isAllowed) {
    return (
      <Page kind={kind}>
        <NotAllowed noun={kind.title.toLowerCase()} />
      </Page>
    );
  }
  if (error instanceof ApiError && error.status === 404) {
    return (
      <PageMessage
        title="Report not found"
        text="It was deleted, or it is not shared with you anymore."
        action={
          <>
            <Link to={paths.reports(slug)}>{kind.title}</Link>
            <SwitchFirm />
          </>
        }
      />
    );
  }
  if (error && !report) {
    return (
      <Page kind={kind}>
        <LoadFailed
          title="The report could not be loaded"
          message={failureText(error)}
          onRetry={() => void refetch()}
        />
      </Page>
    );
  }
  if (!report) return <RecordSkeleton crumbs={crumbsOf(kind)} label="Loading report" />;
  return <OpenReport key={uuid} kind={kind} report={report} subject={subject} />;
}

const Page = ({ kind, children }: { kind: ReportKindConfig; children: ReactNode }) => (
  <section className={classes.page} aria-label={kind.title}>
    <ListHeader crumbs={crumbsOf(kind)} title="Report" />
    {children}
  </section>
);
