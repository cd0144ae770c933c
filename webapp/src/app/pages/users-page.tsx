import { ImpersonationDialog } from '@/features/impersonation/impersonation-dialog';
import { UsersPart } from '@/features/users/users-part';
import { useCan, useSession } from '@/lib/session';
import { Button } from '@mantine/core';
import type { FirmUser } from 'firmbook-wasm';
import { useState } from 'react';

/** The users of the firm. Staff with the `impersonate` permission can impersonate one of them. */
export function UsersPage() {
  const isStaff = useSession().user.adminUserTypeLabel !== null;
  const canImpersonate = useCan('impersonate', 'write') && isStaff;
  const [subject, setSubject] = useState<FirmUser | null>(null);
  const [opened, setOpened] = useState(false);
  const name = ({ firstName, lastName }: FirmUser) => `${firstName} ${lastName}`;
  const open = (user: FirmUser) => {
    setSubject(user);
    setOpened(true);
  };
  return (
    <>
      <UsersPart
        actionsOf={
          canImpersonate
            ? (user) =>
                user.isActive && (
                  <Button
                    variant="subtle"
                    size="compact-sm"
                    aria-label={`Act as ${name(user)}…`}
                    onClick={() => open(user)}
                  >
                    Act as…
                  </Button>
                )
            : undefined
        }
      />
      {subject && (
        <ImpersonationDialog
          userKey={subject.userKey}
          name={name(subject)}
          opened={opened}
          onClose={() => setOpened(false)}
        />
      )}
    </>
  );
}
