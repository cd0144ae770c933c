import { useSaveWithMerge } from '@/record/use-save-with-merge';
import { useColumnsOf } from '@/list/data/custom-fields';
import { updateReport } from '../api/calls';
import { kindOfType } from '../kinds';
import { differences, merge } from './three-way';
import type { Report, ReportTerms } from '../api/report';

/** Saves a report over the version that was read. On a version conflict, asks the user what to save. */
export function useSaveReport(reportType: Report['reportType']) {
  const columns = useColumnsOf(kindOfType(reportType).list);
  const { conflict, save } = useSaveWithMerge<Report, ReportTerms>({
    save: ({ uuid, version }, { name, description, query }) =>
      updateReport(uuid, { version, name, description, query }),
    differences: (before, mine, theirs) => differences(columns, before, mine, theirs),
    merge,
  });
  return {
    conflict,
    save: (base: Report, input: ReportTerms) => save(base, input, () => undefined),
  };
}
