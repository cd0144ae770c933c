import { IconPlus } from '@/components/icons';
import { useModule } from '@/lib/use-module';
import { useCan } from '@/lib/session';
import { useDocumentTitle } from '@/lib/use-document-title';
import { ImportButton } from '@/list/import-button';
import { ListPage } from '@/list/list-page';
import { useAddPanel } from '@/list/use-add-panel';
import type { LoadCellEdit, LoadRowMenu, Row } from '@/list/types';
import { Button } from '@mantine/core';
import { useCallback, useMemo, type ComponentProps } from 'react';
import { useSearchParams } from 'react-router';
import { useBulkActions } from '../bulk/use-bulk-actions';
import { contractSource } from '../api/contract-source';
import { linesOfBusiness, type ContractNoun } from '../lines-of-business';
import { PartyBanner, partyOf } from './party-banner';
import { renderPeople } from './person-cell';

const loadAdd = () => import('../add/add-contract');

interface ContractsPageProps {
  line: ContractNoun;
  /** An additional toolbar item for the unrestricted list, rendered with the current query. */
  extraTool?: ComponentProps<typeof ListPage>['extraTool'];
}

export function ContractsPage({ line: noun, extraTool }: ContractsPageProps) {
  const line = linesOfBusiness[noun];
  useDocumentTitle(line.title);
  const isAllowed = useCan(line.feature, 'read');
  const canWrite = useCan(line.feature, 'write');
  const canImport = useCan('importData', 'write') && canWrite;
  const canOpenPeople = useCan('contacts', 'read');
  const [params] = useSearchParams();
  const partyParam = params.get('party') ?? '';
  const party = useMemo(() => partyOf(new URLSearchParams({ party: partyParam })), [partyParam]);
  const source = useMemo(() => contractSource(line, party), [line, party]);
  const adding = useAddPanel(line.feature);
  const Add = useModule(loadAdd, adding.isAdding)?.AddContract;

  const loadRowMenu: LoadRowMenu = useCallback(
    async () => ({ RowMenu: (await import('./row-menus')).rowMenus[noun] }),
    [noun],
  );
  const loadCellEdit: LoadCellEdit = useCallback(
    async () => ({ CellEdit: (await import('./cell-edits')).cellEdits[noun] }),
    [noun],
  );
  const bulk = useBulkActions(line, party);

  return (
    <>
      {party && <PartyBanner party={party} personName={params.get('who')} allUrl={line.listPath} />}
      <ListPage
        key={partyParam}
        source={source}
        crumbs={CRUMBS}
        title={line.title}
        about={line.about}
        isAllowed={isAllowed}
        canExport={useCan('exportData', 'write')}
        rowPath={(row: Row) => line.path(row.uuid)}
        loadRowMenu={loadRowMenu}
        loadCellEdit={canWrite ? loadCellEdit : undefined}
        {...(canOpenPeople && { renderCell: renderCell[noun] })}
        extraTool={
          party
            ? undefined
            : (query) => (
                <>
                  {extraTool?.(query)}
                  {canImport && <ImportButton noun={noun} many={line.list} />}
                </>
              )
        }
        selectionActions={bulk.actions}
        primaryAction={
          canWrite && (
            <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={() => adding.show(true)}>
              Add {line.noun}
            </Button>
          )
        }
      />
      {bulk.dialog}
      {Add && (
        <Add
          key={String(adding.isAdding)}
          line={line}
          opened={adding.isAdding}
          onClose={() => adding.show(false)}
        />
      )}
    </>
  );
}

const CRUMBS = ['Business'];

const renderCell = {
  policy: renderPeople(linesOfBusiness.policy),
  annuity: renderPeople(linesOfBusiness.annuity),
};
