import { useCan } from '@/lib/session';
import { ListPage } from '@/list/list-page';
import type { TrustRecord } from 'firmbook-wasm';
import { useMemo } from 'react';
import { giftPath, giftsOfTrust } from '../api/sources';
import { AddGift } from './add-gift';

/** The gifts to a trust. A row opens the gift on its policy. */
export function GiftsTab({ trust }: { trust: TrustRecord }) {
  const { uuid, name, noLettersBecause } = trust;
  const source = useMemo(() => giftsOfTrust(uuid), [uuid]);
  return (
    <ListPage
      isEmbedded
      source={source}
      crumbs={[]}
      title="Gifts"
      about={noLettersBecause || `Gifts to ${name} are listed here. A gift belongs to a policy of the trust.`}
      isAllowed={useCan('trusts', 'read')}
      canExport={useCan('exportData', 'write')}
      rowPath={giftPath}
      primaryAction={<AddGift trust={trust} />}
    />
  );
}
