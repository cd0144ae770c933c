import { failureText } from '@/lib/failure-text';
import { useSession } from '@/lib/session';
import { showFailure, showSuccess } from '@/lib/toast';
import { successMessage, type Success } from 'firmbook-wasm';
import { useState } from 'react';
import { attachContact } from '../api/attach-contact';
import { detachContact } from '../api/detach-contact';
import type { FoundContract } from '../api/search-contracts';
import { useContractsChanged } from '../api/use-contracts-changed';
import type { ContactKindConfig } from '@/lib/contact-kinds';
import type { Attachable } from './attach-dialog';

interface Link {
  contact: string;
  contract: string;
}

/** Attaches contacts to contracts, with Undo. */
export function useAttach(kind: ContactKindConfig) {
  const { firmId } = useSession().user;
  const changed = useContractsChanged(kind);
  const [isRunning, setIsRunning] = useState(false);
  const [failures, setFailures] = useState<ReadonlyMap<string, string>>(new Map());

  const undo = async (links: Link[], typeId: number) => {
    const results = await Promise.allSettled(
      links.map(({ contact, contract }) => detachContact(kind, firmId, contract, contact, typeId)),
    );
    const failed = results.find((result) => result.status === 'rejected');
    if (failed) showFailure(undefined, failed.reason);
    await changed();
  };

  /** Returns the contracts that the server rejected. */
  const attach = async (
    contacts: readonly Attachable[],
    contracts: readonly FoundContract[],
    typeId: number,
  ): Promise<FoundContract[]> => {
    setIsRunning(true);
    const links = contracts.flatMap((contract) =>
      contacts.map((contact): Link => ({ contact: contact.uuid, contract: contract.uuid })),
    );
    const results = await Promise.allSettled(
      links.map(({ contact, contract }) => attachContact(kind, firmId, contract, contact, typeId)),
    );
    setIsRunning(false);
    const created = links.filter((_, i) => results[i]?.status === 'fulfilled');
    const failureTexts = new Map<string, string>();
    results.forEach((result, i) => {
      const contract = links[i]?.contract;
      if (result.status === 'rejected' && contract) failureTexts.set(contract, failureText(result.reason));
    });
    const failed = results.find((result) => result.status === 'rejected');
    if (failed) showFailure(`attach${kind.action}`, failed.reason);
    setFailures(failureTexts);
    if (created.length) {
      showSuccess(successMessage(SUCCESS_MESSAGES[kind.noun]).title, () => void undo(created, typeId));
      void changed();
    }
    return contracts.filter((contract) => failureTexts.has(contract.uuid));
  };
  return { isRunning, failures, attach };
}

const SUCCESS_MESSAGES: Record<ContactKindConfig['noun'], Success> = {
  agent: 'agentAttached',
  owner: 'ownerAttached',
  insured: 'insuredAttached',
};
