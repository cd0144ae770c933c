import { useSearchParams } from 'react-router';
import { ROLES, type Role } from './roles';

const NEW = 'new-';

/** The open panel of a person: an existing person, or the role of a new one. It is in the URL. */
export function usePanel() {
  const [params, setParams] = useSearchParams();
  const named = params.get('person') ?? '';
  const role: Role | null = ROLES.find((one) => named === NEW + one.toLowerCase()) ?? null;
  const show = (which: string | null) =>
    setParams((old) => {
      const next = new URLSearchParams(old);
      if (which) next.set('person', which);
      else next.delete('person');
      return next;
    });
  return {
    uuid: role ? null : named || null,
    role,
    showPerson: (uuid: string) => show(uuid),
    showNew: (one: Role) => show(NEW + one.toLowerCase()),
    close: () => show(null),
  };
}
