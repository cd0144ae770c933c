import { enterAccount } from '@/lib/enter-account';
import { withHubDisconnected } from '@/lib/hub-events';
import { paths } from '@/lib/paths';
import { useSession } from '@/lib/session';
import { showFailure } from '@/lib/toast';
import { useMutation } from '@tanstack/react-query';
import { leaveFirm } from './api';

/** Closes the firm that a staff member has opened, and shows the list of firms. */
export function useLeaveFirm() {
  const { adminUserType } = useSession().user;
  return useMutation({
    mutationFn: () => withHubDisconnected(() => leaveFirm(adminUserType)),
    onSuccess: () => enterAccount(paths.firms),
    onError: (reason) => showFailure(undefined, reason),
  });
}
