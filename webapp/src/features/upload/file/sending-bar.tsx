import '@mantine/core/styles/Progress.layer.css';
import { Button, Progress } from '@mantine/core';
import classes from '../upload.module.css';
import type { Sending } from './use-new-file';

interface SendingBarProps {
  sending: Sending;
  onRetry: () => void;
  onLeave: () => void;
}

/** Progress of the file upload, with a retry if it fails. */
export function SendingBar({ sending: { file, fraction, failure }, onRetry, onLeave }: SendingBarProps) {
  if (failure !== null) {
    return (
      <div role="alert" className={classes.failure}>
        <p>
          {file.name} was not uploaded. {failure}
        </p>
        <div className={classes.actions}>
          <Button size="compact-sm" onClick={onRetry}>
            Retry
          </Button>
          <Button size="compact-sm" variant="default" onClick={onLeave}>
            Choose another file
          </Button>
        </div>
      </div>
    );
  }
  const isSent = fraction >= 1;
  const label = isSent ? 'Storing the file' : 'Uploading the file';
  return (
    <div className={classes.sending}>
      <p>
        <span>{label}…</span>
        <span aria-hidden>{isSent ? '' : `${Math.round(fraction * 100)}%`}</span>
      </p>
      <Progress.Root size="sm">
        <Progress.Section value={isSent ? 100 : fraction * 100} animated={isSent} aria-label={label} />
      </Progress.Root>
    </div>
  );
}
