import { useUnsaved } from '@/lib/use-unsaved';
import { PanelForm } from '@/components/panel-form';
import { SidePanel } from '@/components/side-panel';
import { useSettingsForm } from '@/lib/use-settings-form';
import { showSuccess } from '@/lib/toast';
import { NativeSelect } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { addUser, usersQuery } from './api/users';
import { IdentityFields } from './identity-fields';
import { roleOptions } from './roles';
import classes from './users.module.css';

interface AddUserProps {
  opened: boolean;
  onClose: () => void;
}

/** Side panel with the form for a new user. */
export function AddUser({ opened, onClose }: AddUserProps) {
  const { hasUnsaved, setUnsaved } = useUnsaved();
  return (
    <SidePanel title="Add user" opened={opened} onClose={onClose} hasUnsaved={hasUnsaved}>
      <AddUserForm onClose={onClose} onUnsaved={setUnsaved} />
    </SidePanel>
  );
}

interface AddUserFormProps {
  onClose: () => void;
  onUnsaved: (isUnsaved: boolean) => void;
}

function AddUserForm({ onClose, onUnsaved }: AddUserFormProps) {
  const queries = useQueryClient();
  const { form, isSaving, submit } = useSettingsForm({
    initialValues: { login: '', firstName: '', lastName: '', email: '', firmUserType: '2' },
    onSave: async (values, done) => {
      const text = (value: string) => value.trim() || null;
      const user = await addUser({
        login: values.login,
        firstName: text(values.firstName),
        lastName: text(values.lastName),
        email: text(values.email),
        firmUserType: Number(values.firmUserType),
      });
      done();
      onUnsaved(false);
      onClose();
      showSuccess(`${user.firstName} ${user.lastName} added`);
      await queries.invalidateQueries({ queryKey: usersQuery.queryKey });
    },
  });
  const isDirty = form.isDirty();
  useEffect(() => onUnsaved(isDirty), [onUnsaved, isDirty]);
  return (
    <PanelForm onSubmit={submit} onCancel={onClose} saveLabel="Add user" isSaving={isSaving}>
      <div className={classes.fields}>
        <IdentityFields inputProps={(field) => form.getInputProps(field)} />
        <NativeSelect label="Role" data={roleOptions()} {...form.getInputProps('firmUserType')} />
      </div>
    </PanelForm>
  );
}
