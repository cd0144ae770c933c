import { GuestBanner } from '@/features/firms/guest-banner';
import { ImpersonationBanner } from '@/features/impersonation/impersonation-banner';
import { useSession } from '@/lib/session';

/** Says on every page in whose name, or as whose guest, a staff member works. */
export function AccountBanner() {
  const { impersonation } = useSession().user;
  return impersonation ? <ImpersonationBanner impersonation={impersonation} /> : <GuestBanner />;
}
