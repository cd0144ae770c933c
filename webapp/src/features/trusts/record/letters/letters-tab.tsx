import { QueryState } from '@/components/query-state';
import { useCan } from '@/lib/session';
import { useModule } from '@/lib/use-module';
import classes from '@/record/tab.module.css';
import { useQuery } from '@tanstack/react-query';
import type { CrummeyLetter, TrustLetters, TrustRecord } from 'firmbook-wasm';
import { useState } from 'react';
import { lettersQuery } from '../../api/letters';
import { DeleteDialog } from './delete-dialog';
import { GiftSection } from './gift-section';
import { useLetters } from './use-letters';
import { usePanels } from './use-panels';

const loadCreate = () => import('./create-panel');
const loadDelivery = () => import('./delivery-panel');

const NO_GIFTS = 'No gifts yet. Add a gift on the Gifts tab, then create its letters here.';

/** The Crummey letters of a trust, by gift. */
export function LettersTab({ trust }: { trust: TrustRecord }) {
  const query = useQuery(lettersQuery(trust.uuid));
  return (
    <QueryState
      query={query}
      subject="the letters"
      className={classes.empty}
      isEmpty={({ gifts }) => gifts.length === 0}
      empty={trust.noLettersBecause || NO_GIFTS}
    >
      {(letters) => <Letters trust={trust.uuid} letters={letters} />}
    </QueryState>
  );
}

function Letters({ trust, letters: { gifts, canEmail } }: { trust: string; letters: TrustLetters }) {
  const canWrite = useCan('trusts', 'write');
  const actions = useLetters(trust);
  const panels = usePanels();
  const creating = gifts.find(({ gift }) => gift.uuid === panels.creating) ?? null;
  const delivering = gifts.find(({ gift }) => gift.uuid === panels.delivering) ?? null;
  const [deleting, setDeleting] = useState<CrummeyLetter | null>(null);
  const isCreating = canWrite && creating !== null;
  const isDelivering = canWrite && delivering !== null;
  const CreatePanel = useModule(loadCreate, isCreating)?.CreatePanel;
  const DeliveryPanel = useModule(loadDelivery, isDelivering)?.DeliveryPanel;
  return (
    <div className={classes.part}>
      {gifts.map((gift) => (
        <GiftSection
          key={gift.gift.uuid}
          gift={gift}
          actions={actions}
          onCreate={() => panels.create(gift.gift.uuid)}
          onDeliver={(letter) => panels.deliver(gift.gift.uuid, letter)}
          onDelete={setDeleting}
        />
      ))}
      <DeleteDialog letter={deleting} actions={actions} onClose={() => setDeleting(null)} />
      {CreatePanel && (
        <CreatePanel trust={trust} gift={isCreating ? creating : null} onClose={panels.close} />
      )}
      {DeliveryPanel && (
        <DeliveryPanel
          trust={trust}
          gift={isDelivering ? delivering : null}
          letter={panels.letter}
          canEmail={canEmail}
          onClose={panels.close}
        />
      )}
    </div>
  );
}
