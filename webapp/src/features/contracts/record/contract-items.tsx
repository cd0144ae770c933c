import { IconRefresh, IconTrash } from '@/components/icons';
import { useCan } from '@/lib/session';
import type { Menu as MantineMenu } from '@mantine/core';
import type { LineOfBusiness } from '../lines-of-business';

/** Returns the user's permissions for contracts of a line. */
export function useContractRights({ feature }: LineOfBusiness) {
  const canWrite = useCan(feature, 'write');
  const canDelete = useCan('deleteContacts', 'write');
  return { canWrite, canDelete };
}

interface ContractItemsProps {
  Menu: typeof MantineMenu;
  line: LineOfBusiness;
  onChangeStatus: () => void;
  onDelete: () => void;
}

/** Menu items for a contract, on its page and in lists. */
export function ContractItems({ Menu, line, onChangeStatus, onDelete }: ContractItemsProps) {
  const { canWrite, canDelete } = useContractRights(line);
  return (
    <>
      {canWrite && (
        <Menu.Item leftSection={<IconRefresh size={16} aria-hidden />} onClick={onChangeStatus}>
          Change status
        </Menu.Item>
      )}
      {canDelete && (
        <Menu.Item color="danger" leftSection={<IconTrash size={16} aria-hidden />} onClick={onDelete}>
          Delete {line.noun}
        </Menu.Item>
      )}
    </>
  );
}
