import { useUnsaved } from '@/lib/use-unsaved';
import { PanelForm } from '@/components/panel-form';
import { SidePanel } from '@/components/side-panel';
import { ConflictView } from '@/record/conflict-view';
import { useSaveWithMerge } from '@/record/use-save-with-merge';
import { ApiError } from '@/lib/http';
import { showSuccess } from '@/lib/toast';
import { useSettingsForm } from '@/lib/use-settings-form';
import { Checkbox, NativeSelect } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import type { FirmUser } from 'firmbook-wasm';
import { useEffect, useState } from 'react';
import { changeUser, usersQuery } from './api/users';
import { Block } from './block';
import { IdentityFields } from './identity-fields';
import { OFFICE_MANAGER, PROFESSIONAL, roleOptions } from './roles';
import { differences, merge, valuesOf, type UserValues } from './three-way';
import classes from './users.module.css';

interface EditUserProps {
  /** Undefined closes the panel. */
  user: FirmUser | undefined;
  professionals: FirmUser[];
  onClose: () => void;
}

/** Side panel with the form for a user: name, sign-in name, email, role, status and assignments. */
export function EditUser({ user, professionals, onClose }: EditUserProps) {
  const { hasUnsaved, setUnsaved } = useUnsaved();
  // Keeps showing the user while the panel closes.
  const [lastUser, setLast] = useState(user);
  if (user && user !== lastUser) setLast(user);
  const title = lastUser ? `${lastUser.firstName} ${lastUser.lastName}` : 'User';
  return (
    <SidePanel title={title} opened={user !== undefined} onClose={onClose} hasUnsaved={hasUnsaved}>
      {lastUser && (
        <EditUserForm
          key={lastUser.userKey}
          user={lastUser}
          professionals={professionals}
          onClose={onClose}
          onUnsaved={setUnsaved}
        />
      )}
    </SidePanel>
  );
}

interface EditUserFormProps extends EditUserProps {
  user: FirmUser;
  onUnsaved: (isUnsaved: boolean) => void;
}

function EditUserForm({ user, professionals, onClose, onUnsaved }: EditUserFormProps) {
  const queries = useQueryClient();
  // The version that the form started from. Updates from other users do not replace it.
  const [opened] = useState(user);
  const { conflict, save: saveOver } = useSaveWithMerge<FirmUser, UserValues>({
    save: ({ userKey, version, nameLock, loginLock }, values) =>
      changeUser(userKey, {
        version,
        ...(loginLock === null && { login: values.login }),
        ...(nameLock === null && {
          firstName: values.firstName,
          lastName: values.lastName,
          email: values.email,
        }),
        firmUserType: Number(values.firmUserType),
        isActive: values.isActive,
        agentUuids: values.agents.map(({ uuid }) => uuid),
        professionalKeys: values.professionalKeys,
      }),
    differences: (base, mine, theirs) => differences(base, mine, theirs, professionals),
    merge,
  });
  const { form, isSaving, submit } = useSettingsForm<UserValues>({
    initialValues: valuesOf(user),
    onSave: async (values, done) => {
      const saved = await saveOver(opened, values, (next) => form.setValues(next)).catch(
        (reason: unknown) => {
          if (!(reason instanceof ApiError) || reason.problem?.code !== 'own_role') throw reason;
          form.setFieldError('firmUserType', reason.message);
          return null;
        },
      );
      if (saved) {
        done();
        onUnsaved(false);
        onClose();
        showSuccess(`${saved.firstName} ${saved.lastName} saved`);
      }
      await queries.invalidateQueries({ queryKey: usersQuery.queryKey });
    },
  });
  const isDirty = form.isDirty();
  useEffect(() => onUnsaved(isDirty), [onUnsaved, isDirty]);
  const { firmUserType, agents, professionalKeys } = form.values;
  const supports = (key: string) => professionalKeys.includes(key);
  // A professional who becomes an office manager is still among the professionals until the change is saved.
  const others = professionals.filter(({ userKey }) => userKey !== user.userKey);

  return (
    <>
      {conflict && <ConflictView noun="user" {...conflict} />}
      <PanelForm
        onSubmit={submit}
        onCancel={onClose}
        saveLabel="Save"
        isSaving={isSaving}
        hidden={conflict !== null}
      >
        <div className={classes.fields}>
          <IdentityFields
            inputProps={(field) => form.getInputProps(field)}
            needsNames
            nameLock={user.nameLock}
            loginLock={user.loginLock}
          />
          <NativeSelect label="Role" data={roleOptions()} {...form.getInputProps('firmUserType')} />
          <Checkbox label="Active" {...form.getInputProps('isActive', { type: 'checkbox' })} />
          {Number(firmUserType) === PROFESSIONAL && (
            <Block agents={agents} onChange={(next) => form.setFieldValue('agents', next)} />
          )}
          {Number(firmUserType) === OFFICE_MANAGER && (
            <fieldset className={classes.group}>
              <legend>Supports</legend>
              {others.length === 0 && <p>The firm has no other professionals yet.</p>}
              {others.map(({ userKey, firstName, lastName }) => (
                <Checkbox
                  key={userKey}
                  label={`${firstName} ${lastName}`}
                  checked={supports(userKey)}
                  onChange={() =>
                    form.setFieldValue(
                      'professionalKeys',
                      supports(userKey)
                        ? professionalKeys.filter((key) => key !== userKey)
                        : [...professionalKeys, userKey],
                    )
                  }
                />
              ))}
            </fieldset>
          )}
        </div>
      </PanelForm>
    </>
  );
}
