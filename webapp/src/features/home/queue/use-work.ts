import { changeBulk, undoBulk } from '@/features/contracts/bulk/api';
import { useContractChanged } from '@/features/contracts/api/use-contract-changed';
import { linesOfBusiness } from '@/features/contracts/lines-of-business';
import { ApiError } from '@/lib/http';
import { showFailure, showSuccess } from '@/lib/toast';
import { useSession } from '@/lib/session';
import { useQueryClient } from '@tanstack/react-query';
import { formatDate, type Action, type Assignee, type WorkItem } from 'firmbook-wasm';
import { useRef, useState } from 'react';
import { assign, endAssignment, endSnooze, snooze } from '../api';
import { subjectOf } from './record-path';

/** Actions on a row of the queue. Each can be undone in its toast. */
export interface Work {
  /** Uuid of the row with a running action. */
  busy: string | null;
  markPaid: (item: WorkItem) => Promise<void>;
  snooze: (item: WorkItem, until: string) => Promise<void>;
  showAgain: (item: WorkItem) => Promise<void>;
  assign: (item: WorkItem, to: Assignee | null) => Promise<void>;
}

/** Provides the actions. Calls `moveFocus` before an action that may remove the focused row. */
export function useWork(moveFocus: (item: WorkItem) => void): Work {
  const queries = useQueryClient();
  const contractChanged = useContractChanged();
  const [busy, setBusy] = useState<string | null>(null);
  const keys = useRef(new Map<string, string>());

  const run = async (item: WorkItem, action: Action | undefined, work: () => Promise<void>) => {
    setBusy(item.uuid);
    moveFocus(item);
    try {
      await work();
      await queries.invalidateQueries({ queryKey: ['home'] });
    } catch (reason) {
      // The error catalog has no text for skipped policies.
      showFailure(reason instanceof ApiError ? action : undefined, reason);
    } finally {
      setBusy(null);
    }
  };

  const pay = async (item: WorkItem) => {
    const request = {
      contracts: { rowUuids: [item.uuid] },
      change: { kind: 'premiumPaid' as const, due: item.day },
    };
    const id = `${item.uuid} ${item.day ?? ''}`;
    const key = keys.current.get(id) ?? crypto.randomUUID();
    keys.current.set(id, key);
    const { uuid, result } = await changeBulk(linesOfBusiness.policy, key, request);
    // Use a new key next time, so that the payment can be repeated after Undo.
    keys.current.delete(id);
    await contractChanged();
    if (result.changed === 0) throw new Error(result.problems[0]?.message ?? 'The policy was not changed.');
    const undo = () =>
      run(item, 'updatePolicy', async () => {
        await undoBulk(linesOfBusiness.policy, uuid);
        await contractChanged();
        showSuccess(`${item.name} restored`);
      });
    showSuccess(`${item.name}: premium marked as paid`, () => void undo());
  };

  const hide = async (item: WorkItem, until: string) => {
    await snooze(item, until);
    showSuccess(`${subjectOf(item)} snoozed until ${formatDate(until)}`, () => void showAgain(item));
  };
  const showAgain = (item: WorkItem) => run(item, undefined, () => endSnooze(item));

  const changeAssignee = async (item: WorkItem, to: Assignee | null) => {
    await (to ? assign(item, to.userKey) : endAssignment(item));
    const before = item.assignee;
    const undo = () =>
      run(item, undefined, () => (before ? assign(item, before.userKey) : endAssignment(item)));
    const successText = to ? `${subjectOf(item)} assigned to ${to.name}` : `${subjectOf(item)} unassigned`;
    showSuccess(successText, () => void undo());
  };

  return {
    busy,
    markPaid: (item) => run(item, 'updatePolicy', () => pay(item)),
    snooze: (item, until) => run(item, undefined, () => hide(item, until)),
    showAgain,
    assign: (item, to) => run(item, undefined, () => changeAssignee(item, to)),
  };
}

/** Returns the signed-in user as an assignee. */
export function useMyself(): Assignee {
  const { userKey, firmUserFirstName, firmUserLastName } = useSession().user;
  return { userKey, name: `${firmUserFirstName} ${firmUserLastName}` };
}
