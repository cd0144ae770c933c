import { paths } from '@/lib/paths';
import { useSession } from '@/lib/session';
import { Button } from '@mantine/core';
import { Link, useLocation } from 'react-router';

/**
 * Opens this address in another firm of a user with several firms. Shown whether or not the record exists there: only
 * that firm may tell.
 */
export function SwitchFirm() {
  const { hasMultipleFirmAssignments } = useSession().user;
  const { pathname, search, hash } = useLocation();
  if (!hasMultipleFirmAssignments) return null;
  const returnTo = encodeURIComponent(pathname + search + hash);
  return (
    <Button component={Link} to={`${paths.selectAccount}?returnTo=${returnTo}`} variant="default">
      Switch firm
    </Button>
  );
}
