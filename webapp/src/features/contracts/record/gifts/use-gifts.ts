import { showDone, showFailure } from '@/lib/toast';
import { useRequestKeys } from '@/lib/use-request-keys';
import { useQueryClient } from '@tanstack/react-query';
import type { PremiumGift } from 'firmbook-wasm';
import { addGift, changeGift, deleteGift } from '../../api/gifts';
import { drafted, typed, type GiftValues } from './gift-values';

/** Saves and deletes gifts of a policy, with Undo. */
export function useGifts(policy: string) {
  const queries = useQueryClient();
  const keyOf = useRequestKeys();
  const changed = () =>
    Promise.all(
      [['gifts'], ['list', 'premiumGifts'], ['list', 'trusts'], ['trust'], ['activity'], ['home']].map(
        (queryKey) => queries.invalidateQueries({ queryKey }),
      ),
    );
  const backBy = (call: () => Promise<unknown>) => async () => {
    try {
      await call();
    } catch (reason) {
      showFailure('updatePolicy', reason);
    }
    await changed();
  };

  /** `before` is the gift that was opened, null for a new one. Throws if the server rejects the gift. */
  const save = async (before: PremiumGift | null, values: GiftValues) => {
    if (before) {
      const saved = await changeGift(policy, before.uuid, drafted(values, before.version));
      const undo = backBy(() => changeGift(policy, before.uuid, drafted(typed(before), saved.version)));
      showDone('Gift saved', () => void undo());
    } else {
      const draft = drafted(values, null);
      const { uuid } = await addGift(policy, draft, keyOf(draft));
      const undo = backBy(() => deleteGift(policy, uuid));
      showDone('Gift added', () => void undo());
    }
    await changed();
  };

  const remove = async (gift: PremiumGift) => {
    try {
      await deleteGift(policy, gift.uuid);
      const undo = backBy(() => addGift(policy, drafted(typed(gift), null), crypto.randomUUID()));
      showDone('Gift deleted', () => void undo());
    } catch (reason) {
      showFailure('updatePolicy', reason);
    }
    await changed();
  };
  return { save, remove };
}
