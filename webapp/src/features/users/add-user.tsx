import { SidePanel } from '@/components/side-panel';
import { useSettingsForm } from '@/lib/use-settings-form';
import { showDone } from '@/lib/toast';
import { Button, NativeSelect, TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useRef } from 'react';
import { addUser, usersQuery } from './api/users';
import { roleOptions } from './roles';
import classes from './users.module.css';

/** Receives a function that tells whether there are unsaved changes. */
type OnUnsaved = (ask: () => boolean) => void;

interface AddUserProps {
  opened: boolean;
  onClose: () => void;
}

/** Side panel with the form of a new user. */
export function AddUser({ opened, onClose }: AddUserProps) {
  const unsaved = useRef<() => boolean>(() => false);
  const hasUnsaved = useCallback(() => unsaved.current(), []);
  const onUnsaved = useCallback((ask: () => boolean) => {
    unsaved.current = ask;
  }, []);
  return (
    <SidePanel title="Add user" opened={opened} onClose={onClose} hasUnsaved={hasUnsaved}>
      <AddUserForm onClose={onClose} onUnsaved={onUnsaved} />
    </SidePanel>
  );
}

function AddUserForm({ onClose, onUnsaved }: { onClose: () => void; onUnsaved: OnUnsaved }) {
  const queries = useQueryClient();
  const { form, hasUnsaved, isSaving, submit } = useSettingsForm({
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
      onClose();
      showDone(`${user.firstName} ${user.lastName} added`);
      await queries.invalidateQueries({ queryKey: usersQuery.queryKey });
    },
  });
  useEffect(() => {
    onUnsaved(hasUnsaved);
  }, [onUnsaved, hasUnsaved]);
  return (
    <form className={classes.form} onSubmit={submit} noValidate>
      <div className={classes.fields}>
        <TextInput
          label="Sign-in name"
          description="The name with which they sign in at the identity provider."
          withAsterisk
          data-autofocus
          autoComplete="off"
          {...form.getInputProps('login')}
        />
        <div className={classes.pair}>
          <TextInput label="First name" {...form.getInputProps('firstName')} />
          <TextInput label="Last name" {...form.getInputProps('lastName')} />
        </div>
        <TextInput label="Email" type="email" {...form.getInputProps('email')} />
        <NativeSelect label="Role" data={roleOptions()} {...form.getInputProps('firmUserType')} />
      </div>
      <div className={classes.foot}>
        <Button variant="default" onClick={onClose}>
          Cancel
        </Button>
        <Button type="submit" loading={isSaving}>
          Add user
        </Button>
      </div>
    </form>
  );
}
