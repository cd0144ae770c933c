import { isTooLarge, linkToDocument, tooLargeMessage, uploadDocument } from '@/features/documents/api';
import { contactKinds } from '@/lib/contact-kinds';
import { downloadUrl } from '@/lib/download';
import type { RecordRef } from '@/lib/record-ref';
import { showFailure, showSuccess } from '@/lib/toast';
import { showUploadFailure } from '@/lib/upload-failure';
import { useRequestKeys } from '@/lib/use-request-keys';
import { useQueryClient } from '@tanstack/react-query';
import type { CrummeyLetter, LetterDocument } from 'firmbook-wasm';
import { useState } from 'react';
import { deleteLetter, removeDelivery, setProof } from '../../api/letters';

/** Actions on single letters of a trust. */
export function useLetters(trust: string) {
  const changed = useLettersChanged(trust);
  const keyOf = useRequestKeys();
  // The letter with an action in progress.
  const [running, setRunning] = useState<string | null>(null);
  const owner: RecordRef = { path: contactKinds.owner.record, values: { uuid: trust } };

  const run = async ({ uuid }: CrummeyLetter, action: () => Promise<string | null>) => {
    setRunning(uuid);
    try {
      const done = await action();
      if (done) showSuccess(done);
    } catch (reason) {
      showFailure('updateOwner', reason);
    }
    await changed();
    setRunning(null);
  };

  return {
    running,
    open: async ({ documentId, name }: LetterDocument) => {
      try {
        downloadUrl((await linkToDocument(documentId)).url, name);
      } catch (reason) {
        showFailure('downloadDocument', reason);
      }
    },
    remove: (letter: CrummeyLetter) =>
      run(letter, async () => {
        await deleteLetter(trust, letter.uuid, letter.version);
        return `Letter to ${letter.addressee} deleted`;
      }),
    removeDelivery: (letter: CrummeyLetter) =>
      run(letter, async () => {
        await removeDelivery(trust, letter.uuid, letter.version);
        return `Delivery to ${letter.addressee} removed`;
      }),
    /** Uploads a file to the trust's documents and sets it as the proof of delivery. */
    addProof: (letter: CrummeyLetter, file: File) =>
      run(letter, async () => {
        const key = keyOf([letter.uuid, file.name, file.size, file.lastModified]);
        let documentId: string;
        try {
          if (isTooLarge(file)) throw tooLargeMessage(file);
          documentId = (await uploadDocument(owner, file, key)).uuid;
        } catch (reason) {
          showUploadFailure(reason);
          return null;
        }
        await setProof(trust, letter.uuid, { version: letter.version, documentId });
        return `Proof of the letter to ${letter.addressee} added`;
      }),
    /** Removes the proof from the letter. The trust keeps the document. */
    removeProof: (letter: CrummeyLetter) =>
      run(letter, async () => {
        await setProof(trust, letter.uuid, { version: letter.version, documentId: null });
        return `Proof of the letter to ${letter.addressee} removed`;
      }),
  };
}

/** Invalidates a trust's letters and documents, and all data that shows the progress of its gifts. */
export function useLettersChanged(trust: string) {
  const queries = useQueryClient();
  const keys = [
    ['trust', trust],
    ['gifts'],
    ['list', 'premiumGifts'],
    ['list', 'trusts'],
    ['documents'],
    ['activity'],
    ['home'],
  ];
  return () => Promise.all(keys.map((queryKey) => queries.invalidateQueries({ queryKey })));
}
