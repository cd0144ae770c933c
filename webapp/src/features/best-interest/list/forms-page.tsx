import { useCan } from '@/lib/session';
import { useDocumentTitle } from '@/lib/use-document-title';
import { ListPage } from '@/list/list-page';
import type { Sort } from 'firmbook-wasm';
import { renderFormCell } from './form-cell';
import { formPath, formsSource } from './forms-source';

const CRUMBS = ['Business'];
/** Overdue reviews first, forms without a review last. */
const BY_REVIEW: Sort[] = [{ column: 'reviewDue', direction: 'asc' }];

/** The best interest forms of all owners. */
export function BestInterestFormsPage() {
  useDocumentTitle('Best interest');
  return (
    <ListPage
      source={formsSource}
      defaultSort={BY_REVIEW}
      crumbs={CRUMBS}
      title="Best interest"
      what="best interest forms"
      about="Forms that record why a recommended annuity is in the consumer’s best interest. Start one on the Best interest tab of an owner."
      isAllowed={useCan('bestInterest', 'read')}
      canExport={useCan('exportData', 'write')}
      rowPath={formPath}
      renderCell={renderFormCell}
    />
  );
}
