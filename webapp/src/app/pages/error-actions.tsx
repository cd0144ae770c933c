import { paths } from '@/lib/paths';
import { Link } from 'react-router';

/** Link to the firm's help center, or to the support page if the firm has none. */
export const HelpLink = ({ supportUrl, label }: { supportUrl: string | null; label: string }) =>
  supportUrl ? (
    <a href={supportUrl} target="_blank" rel="noreferrer">
      {label}
    </a>
  ) : (
    <Link to={paths.support}>{label}</Link>
  );
