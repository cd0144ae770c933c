import { AddToCohortPanel } from '@/features/cohorts/add-to/add-to-cohort-panel';
import { IconLink, IconMerge, IconPlus, IconTrash, IconUsersGroup } from '@/components/icons';
import { paths } from '@/lib/paths';
import { useCan } from '@/lib/session';
import { showMessage } from '@/lib/toast';
import { useDocumentTitle } from '@/lib/use-document-title';
import { ImportButton } from '@/list/import-button';
import { ListPage } from '@/list/list-page';
import { useAddPanel } from '@/list/use-add-panel';
import type { SelectionAction } from '@/list/selection-bar';
import type { LoadCellEdit, LoadRowMenu, Row } from '@/list/types';
import { Button } from '@mantine/core';
import type { CohortContacts } from 'firmbook-wasm';
import { useCallback, useMemo, useState, type ComponentProps } from 'react';
import { useNavigate } from 'react-router';
import { AddContactPanel } from '../add/add-contact-panel';
import { contactSource } from '@/list/contact-source';
import type { Attachable } from '../attach/attach-dialog';
import { AttachPanel } from '../attach/attach-panel';
import { contactKinds, type ContactNoun } from '@/lib/contact-kinds';
import { attachable } from './attachable';
import { useDeleteContacts } from './use-delete-contacts';

interface ContactsPageProps {
  kind: ContactNoun;
  /** An additional toolbar item, rendered with the current query. */
  extraTool?: ComponentProps<typeof ListPage>['extraTool'];
}

export function ContactsPage({ kind: noun, extraTool }: ContactsPageProps) {
  const kind = contactKinds[noun];
  useDocumentTitle(kind.plural);
  const source = useMemo(() => contactSource(kind), [kind]);
  const loadRowMenu: LoadRowMenu = useCallback(
    async () => ({ RowMenu: (await import('./row-menus')).rowMenus[noun] }),
    [noun],
  );
  const loadCellEdit: LoadCellEdit = useCallback(
    async () => ({ CellEdit: (await import('./cell-edits')).cellEdits[noun] }),
    [noun],
  );
  const canWrite = useCan('contacts', 'write');
  const canDelete = useCan('deleteContacts', 'write');
  const deletion = useDeleteContacts(kind);
  const [attaching, setAttaching] = useState<readonly Attachable[]>([]);
  const [isAttaching, setIsAttaching] = useState(false);
  const canAddToCohort = useCan('cohorts', 'write') && noun !== 'insured';
  const [cohortSelection, setCohortSelection] = useState<CohortSelection>(EMPTY_SELECTION);
  const addToCohort = async (contacts: CohortContacts, count: number) =>
    setCohortSelection({ contacts, count, opened: true });
  const canMerge = useCan('enhancedMerge', 'write') && noun !== 'insured';
  const navigate = useNavigate();
  const canImport = useCan('importData', 'write');
  const adding = useAddPanel('contacts');

  const selectionActions: SelectionAction[] = [];
  if (canWrite) {
    selectionActions.push({
      label: 'Attach',
      icon: <IconLink size={16} aria-hidden />,
      run: async (rows) => {
        setAttaching(rows.map(attachable));
        setIsAttaching(true);
      },
    });
  }
  if (canAddToCohort) {
    selectionActions.push({
      label: 'Add to cohort',
      icon: <IconUsersGroup size={16} aria-hidden />,
      run: (rows) => addToCohort({ contactUuids: rows.map(({ uuid }) => uuid), query: null }, rows.length),
      runAll: (query, total) => addToCohort({ contactUuids: [], query }, total),
    });
  }
  if (canMerge) {
    selectionActions.push({
      label: 'Merge',
      icon: <IconMerge size={16} aria-hidden />,
      run: async (rows) => {
        const { maxMergedContacts } = await import('firmbook-later');
        const maxMerged = maxMergedContacts();
        if (rows.length < 2 || rows.length > maxMerged) {
          const title = `Select 2 to ${maxMerged} ${kind.plural.toLowerCase()} to merge`;
          showMessage({ kind: 'error', title, message: '' });
          return;
        }
        const ids = new URLSearchParams(rows.map(({ uuid }) => ['id', uuid]));
        void navigate(`${paths.merge}?kind=${noun}&${ids}`);
      },
    });
  }
  if (canDelete) {
    selectionActions.push({
      label: 'Delete',
      icon: <IconTrash size={16} aria-hidden />,
      isDangerous: true,
      isRunning: deletion.isRunning,
      run: deletion.run,
    });
  }

  return (
    <>
      <ListPage
        source={source}
        crumbs={CRUMBS}
        title={kind.plural}
        about={kind.about}
        isAllowed={useCan('contacts', 'read')}
        canExport={useCan('exportData', 'write')}
        rowPath={(row: Row) => kind.path(row.uuid)}
        loadRowMenu={loadRowMenu}
        loadCellEdit={canWrite ? loadCellEdit : undefined}
        primaryAction={
          canWrite && (
            <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={() => adding.show(true)}>
              Add {kind.singular}
            </Button>
          )
        }
        selectionActions={selectionActions}
        selectionNote={deletion.note}
        extraTool={(query) => (
          <>
            {extraTool?.(query)}
            {canImport && <ImportButton noun={noun} many={kind.plural.toLowerCase()} />}
          </>
        )}
      />
      <AddContactPanel kind={kind} opened={adding.isAdding} onClose={() => adding.show(false)} />
      <AttachPanel
        kind={kind}
        contacts={attaching}
        opened={isAttaching}
        onClose={() => setIsAttaching(false)}
      />
      <AddToCohortPanel
        kind={kind}
        {...cohortSelection}
        onClose={() => setCohortSelection((before) => ({ ...before, opened: false }))}
      />
    </>
  );
}

/** State of the "Add to cohort" dialog. */
interface CohortSelection {
  contacts: CohortContacts;
  count: number;
  opened: boolean;
}

const EMPTY_SELECTION: CohortSelection = {
  contacts: { contactUuids: [], query: null },
  count: 0,
  opened: false,
};

const CRUMBS = ['People'];
