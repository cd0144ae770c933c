import { paths } from '@/lib/paths';
import { Button } from '@mantine/core';
import { Link, useLocation, useNavigate } from 'react-router';

/** The ways on that every error page offers: reload, go back, go home. */
export function ErrorActions() {
  const navigate = useNavigate();
  // React Router's key for the first address of a tab, which has nothing before it.
  const hasPrevious = useLocation().key !== 'default';
  return (
    <>
      <Button onClick={() => window.location.reload()}>Retry</Button>
      {hasPrevious && (
        <Button variant="default" onClick={() => void navigate(-1)}>
          Back
        </Button>
      )}
      <Button variant="default" component={Link} to={paths.home}>
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
