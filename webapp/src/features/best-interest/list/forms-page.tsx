import { paths } from '@/lib/paths';
import { useCan } from '@/lib/session';
import { useDocumentTitle } from '@/lib/use-document-title';
import { ListPage } from '@/list/list-page';
import { listSource } from '@/list/list-source';
import type { Row } from '@/list/types';
import type { Sort } from 'firmbook-wasm';
import { renderFormCell } from './form-cell';

const CRUMBS = ['Business'];
const source = listSource('bestInterestForms', 'BestInterestForm', ['ownerId']);
/** Overdue reviews first, forms without a review last. */
const SORT_BY_REVIEW: Sort[] = [{ column: 'reviewDue', direction: 'asc' }];

/** Returns the path of the form on its owner's page. */
const formPath = (row: Row) => `${paths.owner(String(row.ownerId))}?tab=bestInterest&version=${row.uuid}`;

/** The best interest forms of all owners. */
export function BestInterestFormsPage() {
  useDocumentTitle('Best interest');
  return (
    <ListPage
      source={source}
      defaultSort={SORT_BY_REVIEW}
      crumbs={CRUMBS}
      title="Best interest"
      noun="best interest forms"
      about="Forms that record why a recommended annuity is in the consumer’s best interest. Start one on the Best interest tab of an owner."
      isAllowed={useCan('bestInterest', 'read')}
      canExport={useCan('exportData', 'write')}
      rowPath={formPath}
      renderCell={renderFormCell}
    />
  );
}
