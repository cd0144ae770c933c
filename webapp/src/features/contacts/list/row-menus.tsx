import { IconPencil } from '@/components/icons';
import { contactKinds, type ContactKindConfig, type ContactNoun } from '@/lib/contact-kinds';
import { focusAfterDialog } from '@/lib/focus-after-dialog';
import { useModule } from '@/lib/use-module';
import { RowMenu } from '@/list/row-menu/row-menu';
import type { Row, RowMenuProps } from '@/list/types';
import { useQuery } from '@tanstack/react-query';
import { useState, type ComponentType } from 'react';
import { Link } from 'react-router';
import { contactQuery } from '../api/get-contact';
import type { Attachable } from '../attach/attach-dialog';
import { AttachPanel } from '../attach/attach-panel';
import { ContactItems, useContactRights } from '../record/contact-items';
import { useDeleteRecord } from '../record/delete/use-delete-record';
import { attachable } from './attachable';

const loadSuccessorDialog = () => import('../record/delete/successor-dialog');

/** Row menu of a contact in a list, with the same actions as on its page. */
function ContactRowMenu({ kind, ...grid }: RowMenuProps & { kind: ContactKindConfig }) {
  const { canWrite, canDelete, canMerge } = useContactRights(kind);
  const [attaching, setAttaching] = useState<readonly Attachable[]>([]);
  const [isAttaching, setIsAttaching] = useState(false);
  const deletion = useDeleteRecord(kind);
  const { rejected } = deletion;
  const { data: record } = useQuery({
    ...contactQuery(kind, rejected?.uuid ?? ''),
    enabled: rejected !== null,
  });
  const SuccessorDialog = useModule(loadSuccessorDialog, rejected !== null)?.SuccessorDialog;
  const backToGrid = () =>
    focusAfterDialog(() => grid.scroller.current?.querySelector<HTMLElement>('[tabindex="0"]'));

  // Without a name column, rows have no names.
  const contactOf = (row: Row) => ({ uuid: row.uuid, displayName: attachable(row).name || kind.action });
  const attach = (row: Row) => {
    setAttaching([attachable(row)]);
    setIsAttaching(true);
  };
  return (
    <>
      <RowMenu {...grid}>
        {(Menu, row, path) => (
          <>
            {(canWrite || canDelete || canMerge) && <Menu.Divider />}
            {canWrite && (
              <Menu.Item
                leftSection={<IconPencil size={16} aria-hidden />}
                component={Link}
                to={`${path}?panel=edit`}
              >
                Edit
              </Menu.Item>
            )}
            <ContactItems
              Menu={Menu}
              kind={kind}
              displayName={attachable(row).name}
              onAttach={() => attach(row)}
              onDelete={() => void deletion.start(contactOf(row))}
            />
          </>
        )}
      </RowMenu>
      <AttachPanel
        kind={kind}
        contacts={attaching}
        opened={isAttaching}
        onClose={() => {
          setIsAttaching(false);
          backToGrid();
        }}
      />
      {SuccessorDialog && record && (
        <SuccessorDialog
          kind={kind}
          record={record}
          rejection={rejected?.reason ?? null}
          isRunning={deletion.isRunning}
          onChoose={(successor) => void deletion.start(record, successor)}
          onClose={() => {
            deletion.cancel();
            backToGrid();
          }}
        />
      )}
    </>
  );
}

export const rowMenus: Record<ContactNoun, ComponentType<RowMenuProps>> = {
  agent: (props) => <ContactRowMenu kind={contactKinds.agent} {...props} />,
  owner: (props) => <ContactRowMenu kind={contactKinds.owner} {...props} />,
  insured: (props) => <ContactRowMenu kind={contactKinds.insured} {...props} />,
};
