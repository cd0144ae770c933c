import { call } from '@/lib/http';
import { useSession, type Session, type UserDetails } from '@/lib/session';
import { useQueryClient } from '@tanstack/react-query';
import type { ProfileInput } from 'firmbook-wasm';

export const profileOf = (user: UserDetails): ProfileInput => ({
  firstName: user.firmUserFirstName,
  lastName: user.firmUserLastName,
  timeZone: user.timeZone,
  theme: user.theme,
  density: user.density,
});

const SESSION = ['session'];

/** Saves a change to the profile. The change is optimistic and is reverted if saving fails. */
export function useSaveProfile() {
  const { user } = useSession();
  const queries = useQueryClient();
  const show = (next: UserDetails) =>
    queries.setQueryData<Session>(SESSION, (session) => session && { ...session, user: next });

  return async (change: Partial<ProfileInput>) => {
    const profile = { ...profileOf(user), ...change };
    show({
      ...user,
      firmUserFirstName: profile.firstName,
      firmUserLastName: profile.lastName,
      timeZone: profile.timeZone,
      theme: profile.theme,
      density: profile.density,
    });
    try {
      show(await call('PUT', 'User/profile', { body: profile }));
    } catch (reason) {
      show(user);
      throw reason;
    }
  };
}
