import { paths } from '@/lib/paths';
import { Button } from '@mantine/core';
import { Link, useLocation, useNavigate } from 'react-router';

/** Buttons on every page that shows only a message: Retry, if it can help, Back and Home. */
export function PageMessageActions({ onRetry }: { onRetry?: () => unknown }) {
  const navigate = useNavigate();
  // React Router's key for the first history entry of a tab.
  const hasPrevious = useLocation().key !== 'default';
  return (
    <>
      {onRetry && <Button onClick={() => void onRetry()}>Retry</Button>}
      {hasPrevious && (
        <Button variant="default" onClick={() => void navigate(-1)}>
          Back
        </Button>
      )}
      <Button variant={onRetry ? 'default' : 'filled'} component={Link} to={paths.home}>
        Home
      </Button>
    </>
  );
}
