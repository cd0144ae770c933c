import { IconChevronDown, IconPencil } from '@/components/icons';
import { MenuButton } from '@/components/menu-button';
import classes from '@/record/record.module.css';
import { listOpenedFrom } from '@/lib/neighbors';
import { useTrackRecent } from '@/lib/recent';
import { useModule } from '@/lib/use-module';
import { usePanelUrl } from '@/lib/use-panel-url';
import { Button } from '@mantine/core';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import type { AnyRecord } from '../api/get-contract';
import { valueOf } from '../fields';
import type { LineOfBusiness } from '../lines-of-business';
import { ContractItems, useContractRights } from './contract-items';
import { RecordHeader } from './record-header';
import { RecordTabs } from './record-tabs';
import { useDeleteContract } from './use-delete-contract';

const loadEdit = () => import('../edit/edit-contract');
const loadStatus = () => import('../status/change-status');

/** A loaded record: header, tabs and dialogs. */
export function ContractRecordView({ line, record }: { line: LineOfBusiness; record: AnyRecord }) {
  const { canWrite, canDelete } = useContractRights(line);
  const number = String(valueOf(record.contract, line.number));
  useTrackRecent({ path: line.path(record.uuid), title: number, detail: capitalized(line.noun) });
  const { params, open, close } = usePanelUrl(['panel']);
  const isEditing = canWrite && params.get('panel') === 'edit';
  const Edit = useModule(loadEdit, isEditing)?.EditContract;
  const navigate = useNavigate();
  const deletion = useDeleteContract(line, () =>
    navigate(listOpenedFrom(line.path(record.uuid)) ?? line.listPath, { replace: true }),
  );
  const [isChanging, setIsChanging] = useState(false);
  const Status = useModule(loadStatus, isChanging)?.ChangeStatus;

  const actions = (
    <>
      {canWrite && (
        <Button leftSection={<IconPencil size={16} aria-hidden />} onClick={() => open({ panel: 'edit' })}>
          Edit
        </Button>
      )}
      {(canWrite || canDelete) && (
        <MenuButton
          label="More actions"
          position="bottom-end"
          button={(button) => (
            <Button
              variant="default"
              loading={deletion.isRunning}
              rightSection={<IconChevronDown size={14} aria-hidden />}
              {...button}
            >
              More
            </Button>
          )}
        >
          {(Menu) => (
            <ContractItems
              Menu={Menu}
              line={line}
              onChangeStatus={() => setIsChanging(true)}
              onDelete={() => void deletion.start({ uuid: record.uuid, number })}
            />
          )}
        </MenuButton>
      )}
    </>
  );
  return (
    <div className={classes.page}>
      <RecordHeader line={line} record={record} actions={actions} />
      <RecordTabs line={line} record={record} />
      {Status && (
        <Status
          key={`${record.version} ${isChanging}`}
          line={line}
          record={record}
          opened={isChanging}
          onClose={() => setIsChanging(false)}
        />
      )}
      {Edit && <Edit line={line} record={record} opened={isEditing} onClose={close} />}
    </div>
  );
}

const capitalized = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);
