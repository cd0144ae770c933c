import { enterAccount } from '@/lib/enter-account';
import { movingAccount } from '@/lib/live';
import { paths } from '@/lib/paths';
import { useSession } from '@/lib/session';
import { showFailure } from '@/lib/toast';
import { useMutation } from '@tanstack/react-query';
import { leaveFirm } from './api';

/** Closes the firm that a staff member has opened, and shows the list of firms. */
export function useLeaveFirm() {
  const { adminUserType } = useSession().user;
  return useMutation({
    mutationFn: () => movingAccount(() => leaveFirm(adminUserType)),
    onSuccess: () => enterAccount(paths.firms),
    onError: (reason) => showFailure(undefined, reason),
  });
}
