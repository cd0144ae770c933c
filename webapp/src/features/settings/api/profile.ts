import { call } from '@/lib/http';
import { useSession, type Session, type UserDetails } from '@/lib/session';
import { useQueryClient } from '@tanstack/react-query';

/** What a user sets about themself. */
export interface Profile {
  firstName: string;
  lastName: string;
  timeZone: string;
  theme: UserDetails['theme'];
  density: UserDetails['density'];
}

export const profileOf = (user: UserDetails): Profile => ({
  firstName: user.firmUserFirstName,
  lastName: user.firmUserLastName,
  timeZone: user.timeZone,
  theme: user.theme,
  density: user.density,
});

const SESSION = ['session'];

/** Saves a change of the profile. It shows at once, and is taken back when it cannot be saved. */
export function useSaveProfile() {
  const { user } = useSession();
  const queries = useQueryClient();
  const show = (next: UserDetails) =>
    queries.setQueryData<Session>(SESSION, (session) => session && { ...session, user: next });

  return async (change: Partial<Profile>) => {
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
      show(await call<UserDetails>('PUT', 'User/profile', { body: profile }));
    } catch (reason) {
      show(user);
      throw reason;
    }
  };
}
