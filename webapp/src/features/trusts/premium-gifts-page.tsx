import { paths } from '@/lib/paths';
import { useCan } from '@/lib/session';
import { useDocumentTitle } from '@/lib/use-document-title';
import { ListPage } from '@/list/list-page';
import { Button } from '@mantine/core';
import { Link } from 'react-router';
import { giftPath, giftsSource } from './api/sources';
import { renderGiftCell } from './gift-cell';

const CRUMBS = ['Business', 'Trusts'];

/** Premium gifts to trusts: when each gift, its letters and the premium are due. */
export function PremiumGiftsPage() {
  useDocumentTitle('Premium gifts');
  return (
    <ListPage
      source={giftsSource}
      crumbs={CRUMBS}
      title="Premium gifts"
      about="Gifts to trusts that own a policy, with the dates of their Crummey letters and premiums."
      isAllowed={useCan('trusts', 'read')}
      canExport={useCan('exportData', 'write')}
      rowPath={giftPath}
      renderCell={renderGiftCell}
      primaryAction={
        <Button component={Link} to={paths.giftCalendar} variant="default">
          Calendar
        </Button>
      }
    />
  );
}
