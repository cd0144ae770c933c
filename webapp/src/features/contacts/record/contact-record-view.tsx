import { focusAfterDialog } from '@/lib/focus-after-dialog';
import { listOpenedFrom } from '@/lib/neighbors';
import { useTrackRecent } from '@/lib/recent';
import { useCan } from '@/lib/session';
import { useModule } from '@/lib/use-module';
import { usePanelUrl } from '@/lib/use-panel-url';
import { fullName, type ContactRecord } from 'firmbook-wasm';
import { useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { AttachPanel } from '../attach/attach-panel';
import type { ContactKindConfig } from '@/lib/contact-kinds';
import { useDeleteRecord } from './delete/use-delete-record';
import { RecordHeader } from './record-header';
import { RecordTabs } from './record-tabs';
import classes from '@/record/record.module.css';

const loadEdit = () => import('./edit/edit-contact');
const loadSuccessorDialog = () => import('./delete/successor-dialog');

/** A loaded record: header, tabs and dialogs. */
export function ContactRecordView({ kind, record }: { kind: ContactKindConfig; record: ContactRecord }) {
  const canWrite = useCan('contacts', 'write');
  useTrackRecent({ path: kind.path(record.uuid), title: fullName(record.person), detail: kind.action });
  const { params, open, close } = usePanelUrl(['panel']);
  const isEditing = canWrite && params.get('panel') === 'edit';
  const Edit = useModule(loadEdit, isEditing)?.EditContact;
  const [isAttaching, setIsAttaching] = useState(false);
  const navigate = useNavigate();
  const deletion = useDeleteRecord(kind, () =>
    navigate(listOpenedFrom(kind.path(record.uuid)) ?? kind.listPath, { replace: true }),
  );
  const SuccessorDialog = useModule(loadSuccessorDialog, deletion.rejected !== null)?.SuccessorDialog;

  const moreButton = useRef<HTMLButtonElement>(null);
  const backToMenu = () => focusAfterDialog(() => moreButton.current);

  return (
    <div className={classes.page}>
      <RecordHeader
        kind={kind}
        record={record}
        onEdit={() => open({ panel: 'edit' })}
        onAttach={() => setIsAttaching(true)}
        onDelete={() => void deletion.start(record)}
        isDeleting={deletion.isRunning}
        moreButton={moreButton}
      />
      <RecordTabs kind={kind} record={record} onAttach={() => setIsAttaching(true)} />
      {Edit && <Edit kind={kind} record={record} opened={isEditing} onClose={close} />}
      <AttachPanel
        kind={kind}
        contacts={[{ uuid: record.uuid, name: fullName(record.person), ownerType: record.person.ownerType }]}
        opened={isAttaching}
        onClose={() => {
          setIsAttaching(false);
          backToMenu();
        }}
      />
      {SuccessorDialog && (
        <SuccessorDialog
          kind={kind}
          record={record}
          rejection={deletion.rejected?.reason ?? null}
          isRunning={deletion.isRunning}
          onChoose={(successor) => void deletion.start(record, successor)}
          onClose={() => {
            deletion.cancel();
            backToMenu();
          }}
        />
      )}
    </div>
  );
}
