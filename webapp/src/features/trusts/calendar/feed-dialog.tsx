import { Dialog } from '@/components/dialog';
import { QueryState } from '@/components/query-state';
import type { Schemas } from '@/lib/api';
import { call } from '@/lib/http';
import { formatTimestamp } from '@/lib/timestamp';
import { useSession } from '@/lib/session';
import { showFailure, showSuccess } from '@/lib/toast';
import { Button, TextInput } from '@mantine/core';
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import classes from './feed-dialog.module.css';

const PATH = 'PremiumGift/calendar/feed';

const feedQuery = queryOptions({
  queryKey: ['calendarFeed'],
  queryFn: ({ signal }) => call('GET', PATH, { signal }),
});

interface FeedDialogProps {
  opened: boolean;
  onClose: () => void;
}

/** Dialog with the private link for subscribing to the gifts in a calendar program. */
export function FeedDialog({ opened, onClose }: FeedDialogProps) {
  const { user } = useSession();
  const queries = useQueryClient();
  const query = useQuery({ ...feedQuery, staleTime: 0 });
  const changed = () => queries.invalidateQueries(feedQuery);
  const create = useMutation({
    mutationFn: () => call('POST', PATH, {}),
    onError: (reason) => showFailure(undefined, reason),
    onSettled: changed,
  });
  const remove = useMutation({
    mutationFn: () => call('DELETE', PATH),
    onSuccess: () => {
      create.reset();
      showSuccess('Link deleted');
    },
    onError: (reason) => showFailure(undefined, reason),
    onSettled: changed,
  });
  const url = create.data?.url;
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(url ?? '');
      showSuccess('Link copied');
    } catch {
      // Browsers can deny access to the clipboard. The text can be copied by hand.
    }
  };
  const { data } = query;
  const hasLink = data !== undefined && data.createdAt !== null;
  const run = () => (url ? void copy() : create.mutate());
  return (
    <Dialog
      title="Subscribe to the calendar"
      opened={opened}
      onClose={onClose}
      cancelLabel="Done"
      action={{
        label: actionLabel(url !== undefined, hasLink),
        run,
        isRunning: create.isPending,
        isDisabled: data === undefined,
      }}
      note={
        hasLink && (
          <Button
            variant="subtle"
            color="danger"
            className={classes.delete}
            loading={remove.isPending}
            onClick={() => remove.mutate()}
          >
            Delete link
          </Button>
        )
      }
    >
      <div className={classes.parts}>
        <p>
          Outlook, Google Calendar and Apple Calendar can show the gifts that you have access to. Add a
          calendar from the internet with your private link. It updates every few hours.
        </p>
        <p>
          Anyone who has the link sees trust names, policy numbers and dates without signing in. It contains
          no amounts. Keep it private, and replace it if somebody else has seen it.
        </p>
        {url ? (
          <TextInput
            label="Your link"
            description="Copy it now. It is not shown again."
            value={url}
            readOnly
            onFocus={({ currentTarget }) => currentTarget.select()}
          />
        ) : (
          <QueryState query={query} subject="your link">
            {(feed) => <p>{stateText(feed, user.timeZone)}</p>}
          </QueryState>
        )}
      </div>
    </Dialog>
  );
}

function actionLabel(isNew: boolean, hasLink: boolean): string {
  if (isNew) return 'Copy link';
  return hasLink ? 'Replace link' : 'Create link';
}

function stateText({ createdAt, lastReadAt }: Schemas['CalendarFeed'], timeZone: string): string {
  if (createdAt === null) return 'You have no link yet.';
  const read =
    lastReadAt === null
      ? 'No calendar has read it yet.'
      : `A calendar read it ${formatTimestamp(lastReadAt, timeZone)}.`;
  return `You have a link, created ${formatTimestamp(createdAt, timeZone)}. ${read}`;
}
