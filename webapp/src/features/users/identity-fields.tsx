import { TextInput } from '@mantine/core';
import type { GetInputPropsReturnType } from '@mantine/form';
import classes from './users.module.css';

/** Form values for the identity of a user. */
export interface IdentityValues {
  login: string;
  firstName: string;
  lastName: string;
  email: string;
}

interface IdentityFieldsProps {
  inputProps: (field: keyof IdentityValues) => GetInputPropsReturnType;
  /** Whether the names are marked as required. */
  needsNames?: boolean;
  /** Why the name and email cannot be changed. */
  nameLock?: string | null;
  /** Why the sign-in name cannot be changed. */
  loginLock?: string | null;
}

/** Sign-in name, name and email, in the forms of new and existing users. */
export function IdentityFields({ inputProps, needsNames = false, ...locks }: IdentityFieldsProps) {
  const { nameLock = null, loginLock = null } = locks;
  const props = (field: keyof IdentityValues, lock: string | null) =>
    lock ? { ...inputProps(field), readOnly: true, variant: 'filled' } : inputProps(field);
  // A lock of both is explained once.
  const reason = loginLock === nameLock ? null : loginLock;
  return (
    <>
      {nameLock && <p className={classes.lock}>{nameLock}</p>}
      <TextInput
        label="Sign-in name"
        description={reason ?? 'The name that the person uses to sign in.'}
        withAsterisk={!loginLock}
        data-autofocus
        autoComplete="off"
        {...props('login', loginLock)}
      />
      <div className={classes.pair}>
        <TextInput
          label="First name"
          withAsterisk={needsNames && !nameLock}
          {...props('firstName', nameLock)}
        />
        <TextInput
          label="Last name"
          withAsterisk={needsNames && !nameLock}
          {...props('lastName', nameLock)}
        />
      </div>
      <TextInput label="Email" type="email" {...props('email', nameLock)} />
    </>
  );
}
