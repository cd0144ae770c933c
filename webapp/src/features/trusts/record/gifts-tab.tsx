import { useCan } from '@/lib/session';
import { ListPage } from '@/list/list-page';
import type { TrustRecord } from 'firmbook-wasm';
import { useMemo } from 'react';
import { giftsOfTrust } from '../api/sources';
import { giftPath } from '../gifts-source';

/** The gifts to a trust. A row opens the gift on its policy. */
export function GiftsTab({ trust: { uuid, name } }: { trust: TrustRecord }) {
  const source = useMemo(() => giftsOfTrust(uuid), [uuid]);
  return (
    <ListPage
      isEmbedded
      source={source}
      crumbs={[]}
      title="Gifts"
      about={`Gifts to ${name} are listed here. Add them on the Gifts tab of one of its policies.`}
      isAllowed={useCan('trusts', 'read')}
      canExport={useCan('exportData', 'write')}
      rowPath={giftPath}
    />
  );
}
