import { Dialog } from '@/components/dialog';
import { IconSearch } from '@/components/icons';
import { LoadError } from '@/components/query-state';
import { showFailure, showMessage } from '@/lib/toast';
import { Checkbox, TextInput } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { matchesSearch, successMessage, type ReportReader } from 'firmbook-wasm';
import { useState } from 'react';
import { accessQuery, reportQuery, shareReport } from '../api/calls';
import { useReportsChanged } from '../api/use-reports-changed';
import classes from './dialogs.module.css';
import type { Report } from '../api/report';

interface ShareDialogProps {
  report: Report;
  opened: boolean;
  onClose: () => void;
}

/** Maximum number of users shown. Others can be found with the search. */
const PAGE_SIZE = 100;

/** Selects the users a report is shared with. */
export function ShareDialog({ report, opened, onClose }: ShareDialogProps) {
  const queries = useQueryClient();
  const changed = useReportsChanged();
  const options = accessQuery(report.uuid);
  const access = useQuery({ ...options, enabled: opened });
  const [text, setText] = useState('');
  const [chosen, setChosen] = useState<ReadonlyMap<string, Share>>(new Map());
  const [isSaving, setIsSaving] = useState(false);
  const users = access.data ?? [];
  const shareOf = (user: ReportReader) => chosen.get(user.userKey) ?? storedShare(user);
  const withAccess = users.filter((user) => shareOf(user).hasAccess);
  const isChanged = users.some((user) => !sameShare(shareOf(user), storedShare(user)));
  const choose = (user: ReportReader, change: Partial<Share>) =>
    setChosen((before) => new Map(before).set(user.userKey, { ...shareOf(user), ...change }));
  const found = matching(users, text);

  const save = async () => {
    setIsSaving(true);
    try {
      const next = await shareReport(report.uuid, {
        userKeys: withAccess.map(({ userKey }) => userKey),
        grants: withAccess.flatMap((user) => {
          const { opensRecords, opensDocuments } = shareOf(user);
          return opensRecords ? [{ userKey: user.userKey, opensRecords, opensDocuments }] : [];
        }),
      });
      queries.setQueryData(options.queryKey, next);
      showMessage(successMessage('reportShared'));
      onClose();
      await changed.saved(await queries.fetchQuery({ ...reportQuery(report.uuid), staleTime: 0 }));
    } catch (reason) {
      showFailure('manageReportAccess', reason);
    } finally {
      setIsSaving(false);
    }
  };

  return (
    <Dialog
      title={`Share “${report.name}”`}
      opened={opened}
      onClose={onClose}
      action={{ label: 'Share', run: () => void save(), isRunning: isSaving, isDisabled: !isChanged }}
      note={
        <span className={classes.count} role="status">
          {access.data && `${withAccess.length} of ${users.length} have access`}
        </span>
      }
    >
      <p className={classes.about}>
        Each user sees only the rows they can access. Outside advisors see only the rows and columns of this
        report, unless you allow more.
      </p>
      <TextInput
        data-autofocus
        aria-label="Find a user"
        placeholder="Find a user"
        leftSection={<IconSearch size={15} aria-hidden />}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
      />
      {access.isPending && <p role="status">Loading users…</p>}
      {access.isError && (
        <LoadError subject="the access list" error={access.error} onRetry={access.refetch} />
      )}
      {access.data && found.length === 0 && (
        <p role="status">{users.length ? 'No users found.' : 'The firm has no other users.'}</p>
      )}
      {found.length > 0 && (
        <ul className={classes.users} aria-label="Users of the firm">
          {found.slice(0, PAGE_SIZE).map((user) => (
            <li key={user.userKey}>
              <Checkbox
                label={user.name}
                description={user.userType}
                checked={shareOf(user).hasAccess}
                onChange={(event) => choose(user, { ...NO_SHARE, hasAccess: event.currentTarget.checked })}
              />
              {user.isOutsideAdvisor && shareOf(user).hasAccess && (
                <Grants name={user.name} share={shareOf(user)} onChange={(change) => choose(user, change)} />
              )}
            </li>
          ))}
        </ul>
      )}
      {found.length > PAGE_SIZE && (
        <p className={classes.about}>
          {(found.length - PAGE_SIZE).toLocaleString('en-US')} more: type to find them.
        </p>
      )}
    </Dialog>
  );
}

/** The access that the dialog sets for a user. */
type Share = Pick<ReportReader, 'hasAccess' | 'opensRecords' | 'opensDocuments'>;

const NO_SHARE: Share = { hasAccess: false, opensRecords: false, opensDocuments: false };

const storedShare = ({ hasAccess, opensRecords, opensDocuments }: ReportReader): Share => ({
  hasAccess,
  opensRecords,
  opensDocuments,
});

const sameShare = (a: Share, b: Share) =>
  a.hasAccess === b.hasAccess && a.opensRecords === b.opensRecords && a.opensDocuments === b.opensDocuments;

interface GrantsProps {
  name: string;
  share: Share;
  onChange: (change: Partial<Share>) => void;
}

/** Lets an outside advisor open the records and documents behind the rows of the report. */
const Grants = ({ name, share, onChange }: GrantsProps) => (
  <div className={classes.grants} role="group" aria-label={`Access for ${name}`}>
    <Checkbox
      size="xs"
      label="Also allow opening records"
      description="With all fields, notes, parties and history"
      checked={share.opensRecords}
      onChange={({ currentTarget: { checked } }) =>
        onChange(checked ? { opensRecords: true } : { opensRecords: false, opensDocuments: false })
      }
    />
    <Checkbox
      size="xs"
      label="And documents"
      checked={share.opensDocuments}
      disabled={!share.opensRecords}
      onChange={({ currentTarget: { checked } }) => onChange({ opensDocuments: checked })}
    />
  </div>
);

/** Returns the users with a name or type that contains every word of `text`. Users with access come first. */
export function matching(users: readonly ReportReader[], text: string): ReportReader[] {
  return users
    .filter(({ name, userType }) => matchesSearch(`${name} ${userType}`, text))
    .toSorted((a, b) => Number(b.hasAccess) - Number(a.hasAccess) || a.name.localeCompare(b.name, 'en-US'));
}
