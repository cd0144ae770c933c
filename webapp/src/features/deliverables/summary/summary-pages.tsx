import { QueryState } from '@/components/query-state';
import { NativeSelect } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ReportSummary } from 'firmbook-wasm';
import { useMemo, useState, type ReactNode } from 'react';
import { templatesQuery } from '../api';
import { KINDS, type SummaryKind } from '../kinds';
import { Options } from '../options';
import { isRule, PageImages } from '../page-images';
import { isGenerating } from '../pending';
import { Texts } from '../texts/texts';
import { NO_GROUPING, useChoices } from '../use-choices';
import { usePreview } from '../use-preview';
import { summaryPreviewQuery, type SummaryChoices } from './api';
import { useGenerateSummary } from './use-generate-summary';
import deliverables from '../deliverables.module.css';
import classes from './summary.module.css';

const GROUPED_BY_OWNER = 5;

const KIND_OPTIONS = [
  { value: String(KINDS.summary), label: 'Contracts' },
  { value: String(KINDS.summaryByOwner), label: 'By owner' },
];

interface SummaryPagesProps {
  report: { uuid: string; isOwner: boolean };
  summary: ReportSummary;
  /** The list differs from the saved report. */
  isChanged: boolean;
  /** List of the versions. */
  children: ReactNode;
}

/** Options of a summary, with a live preview. */
export function SummaryPages({ report, summary, isChanged, children }: SummaryPagesProps) {
  const { uuid } = report;
  const { hasContracts } = summary;
  const [kind, setKind] = useState<SummaryKind>(KINDS.summary);
  const isGrouped = hasContracts && kind === KINDS.summary;
  const templates = useQuery(templatesQuery(kind));
  const { choices: common, change } = useChoices(templates.data ?? []);
  const choices = useMemo(
    (): SummaryChoices => ({ ...common, kind, groupBy: groupingOf(kind, hasContracts) ?? common.groupBy }),
    [common, kind, hasContracts],
  );
  const { isGenerating: isSending, generate } = useGenerateSummary(uuid);
  const preview = usePreview(
    choices,
    (settled) => summaryPreviewQuery(uuid, settled),
    isSending || isGenerating(summary),
  );
  return (
    <div className={classes.parts}>
      <div className={classes.side}>
        {isChanged && (
          <p className={deliverables.note}>
            The summary uses the saved report. Unsaved changes are not included.
          </p>
        )}
        {hasContracts && (
          <div className={deliverables.options}>
            <NativeSelect
              className={deliverables.field}
              label="Kind"
              data={KIND_OPTIONS}
              value={String(kind)}
              onChange={(event) => setKind(Number(event.currentTarget.value) as SummaryKind)}
            />
          </div>
        )}
        <QueryState
          query={templates}
          subject="the templates"
          className={deliverables.note}
          isEmpty={({ length }) => length === 0}
          empty="No templates yet. Account administrators can add them in Settings."
        >
          {(all) => (
            <>
              <Options
                templates={all}
                choices={choices}
                onChange={change}
                isGrouped={isGrouped}
                onGenerate={() => generate(choices)}
                isGenerating={isSending}
                problem={problemOf(summary, preview.failure)}
              />
              <Texts
                subject={{ kind, uuid }}
                templateUuid={choices.templateUuid}
                canEditOwn={report.isOwner}
              />
            </>
          )}
        </QueryState>
        {children}
      </div>
      <PageImages className={classes.preview} {...preview} />
    </div>
  );
}

/** Returns the grouping of a summary that has only one. Null if the user can choose. */
function groupingOf(kind: SummaryKind, hasContracts: boolean): number | null {
  if (kind === KINDS.summaryByOwner) return GROUPED_BY_OWNER;
  return hasContracts ? null : NO_GROUPING;
}

/** Returns why no PDF can be generated, or null. */
function problemOf(summary: ReportSummary, failure: Error | null): string | null {
  if (isGenerating(summary)) return 'A summary is being generated. Wait until it is ready.';
  return isRule(failure) ? 'No PDF can be generated. See the reason in the preview.' : null;
}
