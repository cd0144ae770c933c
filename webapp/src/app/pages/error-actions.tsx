import { paths } from '@/lib/paths';
import { Button } from '@mantine/core';
import { Link, useLocation, useNavigate } from 'react-router';

/** Buttons on every error page: Retry, Back and Home. A page that does not exist has no Retry. */
export function ErrorActions({ isMissing }: { isMissing?: boolean }) {
  const navigate = useNavigate();
  // React Router's key for the first history entry of a tab.
  const hasPrevious = useLocation().key !== 'default';
  return (
    <>
      {!isMissing && <Button onClick={() => window.location.reload()}>Retry</Button>}
      {hasPrevious && (
        <Button variant="default" onClick={() => void navigate(-1)}>
          Back
        </Button>
      )}
      <Button variant={isMissing ? 'filled' : 'default'} component={Link} to={paths.home}>
        Home
      </Button>
    </>
  );
}

/** Link to the firm's help center, or to the support page if the firm has none. */
export const HelpLink = ({ supportUrl, label }: { supportUrl: string | null; label: string }) =>
  supportUrl ? (
    <a href={supportUrl} target="_blank" rel="noreferrer">
      {label}
    </a>
  ) : (
    <Link to={paths.support}>{label}</Link>
  );
