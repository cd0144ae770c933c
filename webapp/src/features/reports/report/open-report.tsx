import { SidePanel } from '@/components/side-panel';
import { ConflictView } from '@/record/conflict-view';
import { paths } from '@/lib/paths';
import { useCan } from '@/lib/session';
import { showFailure, showSuccess } from '@/lib/toast';
import { useModule } from '@/lib/use-module';
import { usePanelUrl } from '@/lib/use-panel-url';
import { ListView } from '@/list/list-page';
import type { SummaryDialog } from '@/features/deliverables/summary/summary-dialog';
import { useCallback, useState, type ComponentProps } from 'react';
import { useNavigate } from 'react-router';
import { useInherited } from '../api/use-inherited';
import { useReportsChanged } from '../api/use-reports-changed';
import { useReportDialogs } from '../dialogs/use-report-dialogs';
import type { ReportKindConfig } from '../kinds';
import { SaveAsPanel } from '../save-as/save-as-panel';
import { ReportLine, ReportNotes } from './report-notes';
import { crumbsOf } from './crumbs';
import type { ReportSubject } from './report-page';
import { ReportTools } from './report-tools';
import { TotalsBar } from './totals-bar';
import { useReportList, useReportSource } from './use-report-list';
import { useReportTotals } from './use-report-totals';
import { useSaveReport } from './use-save-report';
import type { Report } from '../api/report';

interface OpenReportProps {
  kind: ReportKindConfig;
  report: Report;
  subject: ReportSubject;
}

const loadChanges = () => import('./changes-panel');
const loadSummary = () => import('@/features/deliverables/summary/summary-dialog');

export function OpenReport({ kind, report, subject }: OpenReportProps) {
  const { base, state, currentQuery: query, isChanged, reset, discard } = useReportList(report);
  const source = useReportSource(subject.source, report);
  const totals = useReportTotals(report, source);
  const changed = useReportsChanged();
  const { conflict, save } = useSaveReport(report.reportType);
  const [isSaving, setIsSaving] = useState(false);
  const [isNew, setIsNew] = useState(false);
  const canWrite = useCan(kind.feature, 'write');
  const canShare = useCan('shareReports', 'write');
  const canExport = useCan('exportData', 'write');
  const canSummarize = useCan('deliverables', 'read');
  const isInherited = useInherited()(report);
  const navigate = useNavigate();
  const { params, open: show, close } = usePanelUrl(['panel']);
  const panel = params.get('panel');
  const showsChanges = panel === 'changes';
  const ChangesPanel = useModule(loadChanges, showsChanges)?.ChangesPanel;
  const { open, dialogs } = useReportDialogs(
    useCallback(
      (uuids) => uuids.length > 0 && void navigate(paths.reports(kind.slug), { replace: true }),
      [navigate, kind.slug],
    ),
  );

  const saveChanges = async () => {
    setIsSaving(true);
    try {
      const { name, description } = base;
      const saved = await save(base, { name, description, query });
      if (!saved) return;
      await changed.saved(saved);
      reset(saved);
      showSuccess(`“${saved.name}” saved`);
    } catch (reason) {
      showFailure('updateReport', reason);
    } finally {
      setIsSaving(false);
    }
  };

  return (
    <>
      <ListView
        state={state}
        source={source}
        crumbs={crumbsOf(kind)}
        title={report.name}
        noun={subject.noun}
        about={`No ${subject.noun} match this report.`}
        isAllowed
        canExport={false}
        rowPath={subject.rowPath}
        banner={
          <>
            <ReportLine report={report} />
            <TotalsBar report={report} totalsQuery={totals} />
            <ReportNotes
              report={report}
              ownerTotalsDiffer={totals.data?.ownerTotalsDiffer ?? false}
              isChanged={isChanged}
              canSave={canWrite && report.isOwner}
              canAdd={canWrite}
              isSaving={isSaving}
              onSave={() => void saveChanges()}
              onSaveAsNew={() => setIsNew(true)}
              onDiscard={discard}
            />
          </>
        }
        tools={
          <ReportTools
            report={report}
            isChanged={isChanged}
            isInherited={isInherited}
            canWrite={canWrite}
            canShare={canShare}
            canExport={canExport}
            onDialog={(name) => open(name, [report])}
            onSummary={canSummarize ? () => show({ panel: 'summary' }) : null}
            onChanges={() => show({ panel: 'changes' })}
            onSaveAsNew={() => setIsNew(true)}
          />
        }
      />
      {ChangesPanel && (
        <ChangesPanel
          report={report}
          rowPath={subject.rowPath}
          opened={showsChanges}
          onClose={close}
          onSubscribe={canWrite ? () => open('subscription', [report]) : undefined}
        />
      )}
      {canSummarize && (
        <LazySummary report={report} isChanged={isChanged} opened={panel === 'summary'} onClose={close} />
      )}
      <SidePanel title="Save changes" opened={conflict !== null} onClose={() => conflict?.onCancel()}>
        {conflict && <ConflictView noun="report" {...conflict} />}
      </SidePanel>
      <SaveAsPanel
        types={[report.reportType]}
        query={query}
        name={`${report.name} (copy)`}
        description={report.description}
        opened={isNew}
        onClose={() => setIsNew(false)}
      />
      {dialogs}
    </>
  );
}

/** Lazily loaded summary. Rendered, and its code preloaded, only for users who can open it. */
function LazySummary(props: ComponentProps<typeof SummaryDialog>) {
  const Dialog = useModule(loadSummary, props.opened)?.SummaryDialog;
  return Dialog ? <Dialog {...props} /> : null;
}
