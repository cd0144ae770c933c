import { Breadcrumb } from '@/components/breadcrumb';
import { QueryState } from '@/components/query-state';
import { ApiError } from '@/lib/http';
import { failureText } from '@/lib/failure-text';
import { useRequestKeys } from '@/lib/use-request-keys';
import { useCan } from '@/lib/session';
import { useDocumentTitle } from '@/lib/use-document-title';
import { showFailure } from '@/lib/toast';
import { neighborsOf } from '@/lib/neighbors';
import { paths } from '@/lib/paths';
import { usePageKeys } from '@/record/use-page-keys';
import { Button, Checkbox } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { fullName, type Person } from 'firmbook-wasm';
import { useRef, useState } from 'react';
import { Link, useLocation, useNavigate, useSearchParams } from 'react-router';
import { Comparison } from './comparison';
import { Impact } from './impact';
import { PairReasons } from './pair-reasons';
import { mergeKindOf, type AffectedContact, type MergeKind } from './merge-kinds';
import { labelOf, mergeTarget, type Picks } from './merge-values';
import { addedContracts, mergeSummary } from './merge-texts';
import classes from './duplicates.module.css';
import { useMergesChanged } from './use-merges-changed';
import { useUndoMerge } from './use-undo-merge';

/** Compares two to five contacts side by side and merges them into one. */
export function MergePage() {
  const [params] = useSearchParams();
  const kind = mergeKindOf(params.get('kind'));
  const uuids = params.getAll('id');
  const pairUuid = params.get('pair');
  const many = kind.contact.plural.toLowerCase();
  useDocumentTitle(`Merge ${many}`);
  const isAllowed = useCan('enhancedMerge', 'write');
  const contacts = useQuery({
    queryKey: ['merge', kind.contact.noun, 'contacts', uuids],
    queryFn: ({ signal }) => kind.contacts(uuids, signal),
    enabled: isAllowed && uuids.length > 1,
    gcTime: 0,
  });
  return (
    <section className={classes.page} aria-label={`Merge ${many}`}>
      <Breadcrumb parts={['Administration', { label: 'Duplicate management', to: paths.duplicates }]} />
      <h1>Merge {many}</h1>
      {isAllowed && pairUuid && <PairReasons key={pairUuid} uuid={pairUuid} />}
      {!isAllowed ? (
        <p>You don’t have permission to merge {many}. Ask your firm’s administrator for access.</p>
      ) : uuids.length < 2 ? (
        <p>
          Select two to five {many} in <Link to={kind.contact.listPath}>the list</Link>, then choose Merge.
        </p>
      ) : (
        <QueryState query={contacts} subject={`the ${many}`}>
          {(found) => <Merge key={uuids.join()} kind={kind} contacts={found} isReview={pairUuid !== null} />}
        </QueryState>
      )}
    </section>
  );
}

interface MergeProps {
  kind: MergeKind;
  contacts: readonly AffectedContact[];
  /** Opens the next pair in the list after the merge. */
  isReview: boolean;
}

function Merge({ kind, contacts, isReview }: MergeProps) {
  const [target, setTarget] = useState(() => indexWithMostContracts(contacts));
  const [picks, setPicks] = useState<Picks>({});
  const [isConfirmed, setIsConfirmed] = useState(false);
  const [isRunning, setIsRunning] = useState(false);
  const [failure, setFailure] = useState<unknown>(null);
  const navigate = useNavigate();
  const { pathname, search } = useLocation();
  const button = useRef<HTMLButtonElement>(null);
  usePageKeys({ m: () => button.current?.focus() });
  const changed = useMergesChanged();
  const undo = useUndoMerge(kind);
  const keyOf = useRequestKeys();
  const uuids = contacts.map(({ contact }) => contact.uuid);
  const { noun } = kind.contact;
  const request = mergeTarget(contacts, target, picks, isConfirmed);
  const contracts = useQuery({
    queryKey: ['merge', noun, 'contracts', uuids],
    queryFn: ({ signal }) => kind.contracts(uuids, signal),
  });
  const users = useQuery({
    queryKey: ['merge', noun, 'users', uuids],
    queryFn: ({ signal }) => kind.users(uuids, signal),
  });
  const problems = useQuery({
    queryKey: ['merge', noun, 'problems', uuids, target],
    queryFn: ({ signal }) => kind.problems({ ...request, confirmDifferences: false }, uuids, signal),
    placeholderData: keepPreviousData,
  });
  const blockers = problems.data?.filter(({ canConfirm }) => !canConfirm || !isConfirmed);
  const asksConfirmation = problems.data?.some(({ canConfirm }) => canConfirm) ?? false;
  const targetContact = contacts[target]?.contact;
  const added = targetContact && contracts.data && addedContracts(contracts.data, targetContact.uuid);
  const name = targetContact ? fullName(targetContact.person as Person) : '';

  const run = async () => {
    setIsRunning(true);
    setFailure(null);
    try {
      const result = await kind.merge(request, uuids, keyOf([request, uuids]));
      await changed(kind);
      undo.offer(result.uuid, contacts.length - 1, name);
      if (isReview) {
        const { next } = neighborsOf(`${pathname}${search}`);
        void navigate(next ?? paths.duplicates, { replace: true });
      } else {
        void navigate(kind.contact.path(result.contact.uuid));
      }
    } catch (reason) {
      setFailure(reason);
      showFailure(kind.failures.merge, reason);
    } finally {
      setIsRunning(false);
    }
  };

  return (
    <>
      <p className={classes.hint}>
        Choose the record to keep, then a value for each field that differs. You can undo the merge at any
        time.
      </p>
      <Comparison
        kind={kind}
        contacts={contacts}
        target={target}
        onTarget={(index) => {
          setTarget(index);
          setPicks({});
        }}
        picks={picks}
        onPick={(path, index) => setPicks((before) => ({ ...before, [path]: index }))}
      />
      <Impact kind={kind} contacts={contacts} target={target} contracts={contracts} users={users} />
      <div className={classes.problems} role="status">
        {problems.error && <p className={classes.fault}>{failureText(problems.error)}</p>}
        {blockers?.map(({ code, message, contactUuid }) => (
          <p key={`${code} ${contactUuid}`} className={classes.fault}>
            {message}
          </p>
        ))}
      </div>
      {asksConfirmation && (
        <Checkbox
          label={`These records are the same ${noun}, although their numbers differ`}
          checked={isConfirmed}
          onChange={(event) => setIsConfirmed(event.currentTarget.checked)}
        />
      )}
      {failure !== null && (
        <div role="alert" className={classes.fault}>
          {failureText(failure)}
          {failure instanceof ApiError && failure.problem && (
            <ul>
              {failure.problem.errors.map(({ field, message }) => (
                <li key={field}>
                  {labelOf(field)}: {message}
                </li>
              ))}
            </ul>
          )}
        </div>
      )}
      <div className={classes.foot}>
        <Button variant="default" component={Link} to={isReview ? paths.duplicates : kind.contact.listPath}>
          Cancel
        </Button>
        <Button
          ref={button}
          loading={isRunning}
          disabled={!blockers || blockers.length > 0}
          onClick={() => void run()}
        >
          {mergeSummary(kind, contacts.length - 1, name, added, users.data)}
        </Button>
      </div>
    </>
  );
}

/** Returns the index of the contact with the most contracts, which is the likely one to keep. */
function indexWithMostContracts(contacts: readonly AffectedContact[]): number {
  const counts = contacts.map(({ contact }) => contact.totals.policyCount + contact.totals.annuityCount);
  return counts.indexOf(Math.max(...counts));
}
