import { conflictsFirst, differenceOf, withTheirs, type Choices, type Difference } from '@/record/three-way';
import type { FirmUser } from 'firmbook-wasm';
import { roleOptions } from './roles';

/** Values of the user form. */
export type UserValues = ReturnType<typeof valuesOf>;

export const valuesOf = (user: FirmUser) => ({
  login: user.login,
  firstName: user.firstName,
  lastName: user.lastName,
  email: user.email ?? '',
  firmUserType: String(user.firmUserType),
  isActive: user.isActive,
  agents: user.agentUuids.map((uuid, i) => ({ uuid, name: user.agentNames[i] ?? uuid })),
  professionalKeys: user.professionalKeys,
});

/**
 * Returns the fields that another user changed since `base`, unless the form has the same value.
 * Conflicts come first.
 */
export function differences(
  base: FirmUser,
  mine: UserValues,
  theirs: FirmUser,
  professionals: readonly FirmUser[],
): Difference[] {
  const names = (keys: readonly string[]) => inOrder(keys.map((key) => nameOf(key, professionals)));
  const fields: [keyof UserValues, string, (values: UserValues) => string][] = [
    ['login', 'Sign-in name', ({ login }) => login],
    ['firstName', 'First name', ({ firstName }) => firstName],
    ['lastName', 'Last name', ({ lastName }) => lastName],
    ['email', 'Email', ({ email }) => email],
    ['firmUserType', 'Role', ({ firmUserType }) => roleOf(firmUserType)],
    ['isActive', 'Active', ({ isActive }) => (isActive ? 'Yes' : 'No')],
    ['agents', 'Assigned agents', ({ agents }) => inOrder(agents.map(({ name }) => name))],
    ['professionalKeys', 'Supports', ({ professionalKeys }) => names(professionalKeys)],
  ];
  const [before, saved] = [valuesOf(base), valuesOf(theirs)];
  return conflictsFirst(
    fields.flatMap(([path, label, show]) =>
      differenceOf(path, label, [show(before), show(mine), show(saved)]),
    ),
  );
}

export const merge = (mine: UserValues, theirs: FirmUser, choices: Choices): UserValues =>
  withTheirs(mine, valuesOf(theirs), choices);

const roleOf = (code: string) =>
  roleOptions().find(({ value }) => value === code)?.label ?? `Unknown (${code})`;

const inOrder = (names: readonly string[]) => names.toSorted((a, b) => a.localeCompare(b)).join('; ');

function nameOf(key: string, professionals: readonly FirmUser[]): string {
  const found = professionals.find(({ userKey }) => userKey === key);
  return found ? `${found.firstName} ${found.lastName}` : key;
}
