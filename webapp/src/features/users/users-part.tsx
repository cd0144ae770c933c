import { ActiveStatus } from '@/components/data-table';
import { IconPlus } from '@/components/icons';
import { RowName, TablePage } from '@/components/table-page';
import { formatTimestamp } from '@/lib/timestamp';
import { useCan, useSession } from '@/lib/session';
import { useDocumentTitle } from '@/lib/use-document-title';
import { SearchBox } from '@/list/search-box';
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { matchesSearch, type FirmUser } from 'firmbook-wasm';
import type { ReactNode } from 'react';
import { useSearchParams } from 'react-router';
import { AddUser } from './add-user';
import { usersQuery } from './api/users';
import { EditUser } from './edit-user';
import { OFFICE_MANAGER, PROFESSIONAL } from './roles';

interface UsersPartProps {
  /** Additional actions for a user, such as impersonation by staff. */
  actionsOf?: ((user: FirmUser) => ReactNode) | undefined;
}

const COLUMNS = ['Name', 'Sign-in name', 'Role', 'Assigned to', 'Status', 'Last sign-in'];

/** Settings section for the users of the firm. The open user is in the URL. */
export function UsersPart({ actionsOf }: UsersPartProps) {
  useDocumentTitle('Users');
  const isAllowed = useCan('manageUsers', 'read');
  const canWrite = useCan('manageUsers', 'write');
  const { timeZone } = useSession().user;
  const users = useQuery({ ...usersQuery, enabled: isAllowed });
  const [params, setParams] = useSearchParams();
  const text = params.get('q') ?? '';
  const all = users.data ?? [];
  const shown = all.filter((user) => matches(user, text));
  const edited = all.find((user) => user.userKey === params.get('user'));

  const changeParams = (change: Record<string, string | null>, replace = false) =>
    setParams(
      (old) => {
        const next = new URLSearchParams(old);
        for (const [name, value] of Object.entries(change))
          if (value) next.set(name, value);
          else next.delete(name);
        return next;
      },
      { replace },
    );

  return (
    <>
      <TablePage
        isEmbedded
        crumbs={[]}
        title="Users"
        isAllowed={isAllowed}
        tools={
          <>
            <SearchBox label="Search users" value={text} onSearch={(q) => changeParams({ q }, true)} />
            {canWrite && (
              <Button
                leftSection={<IconPlus size={16} aria-hidden />}
                onClick={() => changeParams({ panel: 'add' })}
              >
                Add user
              </Button>
            )}
          </>
        }
        query={users}
        isEmpty={shown.length === 0}
        empty="No users found."
        columns={[...COLUMNS, actionsOf !== undefined && '']}
      >
        {shown.map((user) => (
          <tr key={user.userKey}>
            <th scope="row">
              {canWrite ? (
                <RowName onClick={() => changeParams({ user: user.userKey })}>{fullName(user)}</RowName>
              ) : (
                fullName(user)
              )}
            </th>
            <td>{user.login}</td>
            <td>{user.firmUserTypeLabel}</td>
            <td>{assignedTo(user)}</td>
            <td>
              <ActiveStatus isActive={user.isActive} />
            </td>
            <td>{user.lastSignInAt ? formatTimestamp(user.lastSignInAt, timeZone) : 'Never'}</td>
            {actionsOf && <td>{actionsOf(user)}</td>}
          </tr>
        ))}
      </TablePage>
      <AddUser
        opened={canWrite && params.get('panel') === 'add'}
        onClose={() => changeParams({ panel: null }, true)}
      />
      <EditUser
        user={canWrite ? edited : undefined}
        professionals={all.filter((user) => user.firmUserType === PROFESSIONAL)}
        onClose={() => changeParams({ user: null }, true)}
      />
    </>
  );
}

const fullName = ({ firstName, lastName }: FirmUser) => `${lastName}, ${firstName}`;

const matches = ({ firstName, lastName, login }: FirmUser, text: string) =>
  matchesSearch(`${firstName} ${lastName} ${login}`, text);

function assignedTo({ firmUserType, agentUuids, professionalKeys }: FirmUser): string {
  const pluralize = (count: number, noun: string) => `${count} ${noun}${count === 1 ? '' : 's'}`;
  if (firmUserType === PROFESSIONAL) return pluralize(agentUuids.length, 'agent');
  return firmUserType === OFFICE_MANAGER ? pluralize(professionalKeys.length, 'professional') : '';
}
