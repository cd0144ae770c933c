import { showFailure } from '@/lib/toast';
import { conflictingRecord } from '@/lib/conflicting-record';
import { useState } from 'react';
import { revertText, saveText } from './api';
import type { DeliverableText } from 'firmbook-wasm';
import type { TextPart } from './parts';
import type { TextAddress } from './scopes';
import { useTextSaved } from './use-text-saved';

interface RevertOptions {
  subject: string | null;
  part: TextPart;
  address: TextAddress;
  saved: DeliverableText;
  /** Called with the text that applies afterwards. */
  onReverted: (now: DeliverableText, title: string, undo: () => void) => void;
  /** Called with the current text after a version conflict. */
  onChanged: (current: DeliverableText) => void;
}

/** Removes the text of a scope, so that the inherited one applies. Undo restores it. */
export function useRevert({ subject, part, address, saved, onReverted, onChanged }: RevertOptions) {
  const showSaved = useTextSaved(subject);
  const [isReverting, setIsReverting] = useState(false);

  const undo = async () => {
    try {
      await showSaved(address, await saveText(address, saved.value, null));
    } catch (reason) {
      showFailure(part.failures.save, reason);
    }
  };

  const revert = async () => {
    if (saved.version === null) return;
    setIsReverting(true);
    try {
      const now = await revertText(address, saved.version);
      onReverted(now, `${part.name} reverted`, () => void undo());
    } catch (reason) {
      const current = conflictingRecord<DeliverableText>(reason);
      if (current) onChanged(current);
      showFailure(part.failures.revert, reason);
    } finally {
      setIsReverting(false);
    }
  };
  return { isReverting, revert };
}
