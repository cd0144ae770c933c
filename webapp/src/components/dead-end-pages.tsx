import { paths } from '@/lib/paths';
import { Button } from '@mantine/core';
import { Link } from 'react-router';
import { PageMessage } from './page-message';
import { PageMessageActions } from './page-message-actions';
import { loadErrorText, loadErrorTitle } from './query-state';

/** Shown instead of a page to users without access to it. `noun` names its records. */
export const NoAccessPage = ({ noun }: { noun: string }) => (
  <PageMessage
    title={`You don’t have access to ${noun}`}
    text="Ask your firm’s administrator for access."
    action={<PageMessageActions />}
  />
);

interface LoadFailedPageProps {
  /** The record, with its article. */
  subject: string;
  error: Error;
  onRetry: () => unknown;
}

/** Shown instead of a page whose data could not be loaded. */
export const LoadFailedPage = ({ subject, error, onRetry }: LoadFailedPageProps) => (
  <PageMessage
    title={loadErrorTitle(subject)}
    text={loadErrorText(error)}
    action={<PageMessageActions onRetry={onRetry} />}
  />
);

/** Shown to staff without an open firm, because records belong to firms. */
export const NoFirmPage = () => (
  <PageMessage
    title="No firm is open"
    text="Open a firm under Operations to see its records."
    action={
      <Button component={Link} to={paths.firms}>
        Open a firm
      </Button>
    }
  />
);
