import { showFailure, showSuccess } from '@/lib/toast';
import { useRequestKeys } from '@/lib/use-request-keys';
import { useQueryClient } from '@tanstack/react-query';
import type { PremiumGift } from 'firmbook-wasm';
import { addGift, changeGift, deleteGift } from '../../api/gifts';
import { giftToValues, valuesToDraft, type GiftValues } from './gift-values';

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
      const saved = await changeGift(policy, before.uuid, valuesToDraft(values, before.version));
      const undo = backBy(() =>
        changeGift(policy, before.uuid, valuesToDraft(giftToValues(before), saved.version)),
      );
      showSuccess('Gift saved', () => void undo());
    } else {
      const draft = valuesToDraft(values, null);
      const { uuid } = await addGift(policy, draft, keyOf(draft));
      const undo = backBy(() => deleteGift(policy, uuid));
      showSuccess('Gift added', () => void undo());
    }
    await changed();
  };

  const remove = async (gift: PremiumGift) => {
    try {
      await deleteGift(policy, gift.uuid);
      const undo = backBy(() =>
        addGift(policy, valuesToDraft(giftToValues(gift), null), crypto.randomUUID()),
      );
      showSuccess('Gift deleted', () => void undo());
    } catch (reason) {
      showFailure('updatePolicy', reason);
    }
    await changed();
  };
  return { save, remove };
}
