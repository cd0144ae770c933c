import '@mantine/core/styles/Radio.layer.css';
import { Dialog } from '@/components/dialog';
import { useSession } from '@/lib/session';
import { showFailure, showSuccess } from '@/lib/toast';
import { Radio, Stack } from '@mantine/core';
import { useState } from 'react';
import { subscribe } from '../api/calls';
import { withSubscription } from '../api/merge';
import { useReportsChanged } from '../api/use-reports-changed';
import classes from './dialogs.module.css';
import type { Report } from '../api/report';

type Choice = 'off' | 'atOnce' | 'digest';

const CHOICES: { value: Choice; label: string; description: string }[] = [
  { value: 'off', label: 'Off', description: 'Nothing is sent.' },
  {
    value: 'atOnce',
    label: 'Immediately',
    description: 'A notification when rows are added or removed, or a total changes.',
  },
  {
    value: 'digest',
    label: 'In the digest',
    description: 'One notification and one email each morning for all these reports, if anything changed.',
  },
];

const choiceOf = ({ isSubscribed, isDigest }: Report): Choice =>
  isSubscribed ? (isDigest ? 'digest' : 'atOnce') : 'off';

interface SubscriptionDialogProps {
  report: Report;
  opened: boolean;
  onClose: () => void;
}

/** Changes the user's subscription to a report. */
export function SubscriptionDialog({ report, opened, onClose }: SubscriptionDialogProps) {
  const { userKey } = useSession().user;
  const changed = useReportsChanged();
  const [choice, setChoice] = useState(choiceOf(report));

  const save = async () => {
    const isActive = choice !== 'off';
    const isDigest = choice === 'digest';
    onClose();
    changed.expected(withSubscription(report, userKey, isActive, isDigest));
    try {
      const saved = await subscribe(report.uuid, {
        isDigest,
        subscribedUserKeys: isActive ? [userKey] : [],
      });
      showSuccess(isActive ? `Subscribed to “${report.name}”` : `No longer subscribed to “${report.name}”`);
      await changed.saved(saved);
    } catch (reason) {
      changed.expected(report);
      showFailure('updateReport', reason);
    }
  };

  return (
    <Dialog
      title={`Subscription to “${report.name}”`}
      opened={opened}
      onClose={onClose}
      action={{ label: 'Save', run: () => void save(), isDisabled: choice === choiceOf(report) }}
    >
      <Radio.Group
        label="Notify me of changes"
        value={choice}
        onChange={(value) => setChoice(value as Choice)}
      >
        <Stack gap="sm" mt="sm">
          {CHOICES.map((item) => (
            <Radio key={item.value} {...item} />
          ))}
        </Stack>
      </Radio.Group>
      <p className={classes.about}>Only changes since the last notification are sent.</p>
    </Dialog>
  );
}
