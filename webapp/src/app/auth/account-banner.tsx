import { GuestBanner } from '@/features/firms/guest-banner';
import { ImpersonationBanner } from '@/features/impersonation/impersonation-banner';
import { useSession } from '@/lib/session';

/** Banner for staff: shows whom they impersonate, or which firm they opened as a guest. */
export function AccountBanner() {
  const { impersonation } = useSession().user;
  return impersonation ? <ImpersonationBanner impersonation={impersonation} /> : <GuestBanner />;
}
