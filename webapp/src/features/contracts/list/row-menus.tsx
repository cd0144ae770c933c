import { IconPencil } from '@/components/icons';
import { focusAfterDialog } from '@/lib/focus-after-dialog';
import { showFailure } from '@/lib/toast';
import { useModule } from '@/lib/use-module';
import { RowMenu } from '@/list/row-menu/row-menu';
import type { Row, RowMenuProps } from '@/list/types';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState, type ComponentType } from 'react';
import { Link } from 'react-router';
import { contractQuery } from '../api/get-contract';
import { linesOfBusiness, type ContractNoun, type LineOfBusiness } from '../lines-of-business';
import { ContractItems, useContractRights } from '../record/contract-items';
import { useDeleteContract } from '../record/use-delete-contract';

const loadStatus = () => import('../status/change-status');

/** Row menu of a contract in a list, with the same actions as on its page. */
function ContractRowMenu({ line, ...grid }: RowMenuProps & { line: LineOfBusiness }) {
  const { canWrite, canDelete } = useContractRights(line);
  const queries = useQueryClient();
  const deletion = useDeleteContract(line);
  const [changing, setChanging] = useState('');
  const [isChanging, setIsChanging] = useState(false);
  const { data: record } = useQuery({ ...contractQuery(line, changing), enabled: isChanging });
  const Status = useModule(loadStatus, isChanging)?.ChangeStatus;

  const changeStatus = async (uuid: string) => {
    try {
      await queries.fetchQuery(contractQuery(line, uuid));
      setChanging(uuid);
      setIsChanging(true);
    } catch (reason) {
      showFailure(line.failures.update, reason);
    }
  };
  return (
    <>
      <RowMenu {...grid}>
        {(Menu, row, path) => (
          <>
            {(canWrite || canDelete) && <Menu.Divider />}
            {canWrite && (
              <Menu.Item
                leftSection={<IconPencil size={16} aria-hidden />}
                component={Link}
                to={`${path}?panel=edit`}
              >
                Edit
              </Menu.Item>
            )}
            <ContractItems
              Menu={Menu}
              line={line}
              onChangeStatus={() => void changeStatus(row.uuid)}
              onDelete={() => void deletion.start({ uuid: row.uuid, number: nameOf(line, row) })}
            />
          </>
        )}
      </RowMenu>
      {Status && record && (
        <Status
          key={`${record.uuid} ${record.version} ${isChanging}`}
          line={line}
          record={record}
          opened={isChanging}
          onClose={() => {
            setIsChanging(false);
            focusAfterDialog(() => grid.scroller.current?.querySelector<HTMLElement>('[tabindex="0"]'));
          }}
        />
      )}
    </>
  );
}

/** Returns the number of a contract, or its kind if the list has no number column. */
const nameOf = (line: LineOfBusiness, row: Row) => String(row[line.number] ?? WITHOUT_NUMBER[line.noun]);

const WITHOUT_NUMBER: Record<ContractNoun, string> = { policy: 'Policy', annuity: 'Annuity' };

export const rowMenus: Record<ContractNoun, ComponentType<RowMenuProps>> = {
  policy: (props) => <ContractRowMenu line={linesOfBusiness.policy} {...props} />,
  annuity: (props) => <ContractRowMenu line={linesOfBusiness.annuity} {...props} />,
};
