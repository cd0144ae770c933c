import { accountsQuery, chooseFirm } from '@/features/accounts/api/accounts';
import { enterAccount } from '@/lib/enter-account';
import { withHubDisconnected } from '@/lib/hub-events';
import { paths } from '@/lib/paths';
import { useSession } from '@/lib/session';
import { showFailure } from '@/lib/toast';
import { hasUnsavedChanges } from '@/lib/unsaved';
import { useQuery } from '@tanstack/react-query';
import { matchesSearch } from 'firmbook-wasm';
import { useNavigate } from 'react-router';
import { MIN_CHARS } from './api/quick-search';
import type { OptionGroup } from './options';

/** Returns the user's other firms whose name matches the text. Choosing one switches to it. */
export function useFirms(text: string): OptionGroup[] {
  const { firmId: current, hasMultipleFirmAssignments, hasAdminAccount } = useSession().user;
  const navigate = useNavigate();
  const isEnabled = text.length >= MIN_CHARS;
  const { data = [] } = useQuery({
    ...accountsQuery,
    enabled: isEnabled && (hasMultipleFirmAssignments || hasAdminAccount),
  });
  const run = async (firmId: number) => {
    // Leaving the page asks about its unsaved changes, a switch in place would not.
    if (hasUnsavedChanges()) return navigate(paths.selectAccount);
    try {
      await withHubDisconnected(() => chooseFirm(firmId));
      enterAccount(paths.home);
    } catch (reason) {
      showFailure(undefined, reason);
    }
  };
  const options = isEnabled
    ? data
        .filter(({ firmId, firmName }) => firmId !== current && matchesSearch(firmName, text))
        .map(({ firmId, firmName, firmUserTypeLabel }) => ({
          id: `firm-${firmId}`,
          title: firmName,
          detail: `Change Account · ${firmUserTypeLabel}`,
          run: () => void run(firmId),
        }))
    : [];
  return options.length > 0 ? [{ label: 'Accounts', options }] : [];
}
