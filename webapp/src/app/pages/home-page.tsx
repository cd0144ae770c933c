import { NoFirmPage } from '@/components/dead-end-pages';
import { PageMessage } from '@/components/page-message';
import { Home } from '@/features/home/home';
import { paths } from '@/lib/paths';
import { useCan, useSession } from '@/lib/session';
import { useDocumentTitle } from '@/lib/use-document-title';
import { visibleMenu, type MenuEntry } from 'firmbook-wasm';
import { Navigate } from 'react-router';

/** The home page. Users without access to it are redirected to the first page of their menu. */
export function HomePage() {
  useDocumentTitle('Home');
  const { permissions, user } = useSession();
  const canSeeHome = useCan('home', 'read');
  const canOpenFirms = useCan('firms', 'read');
  if (canSeeHome && user.firmId > 0) return <Home />;
  if (canOpenFirms && user.firmId <= 0) return <NoFirmPage />;
  const first = pages(visibleMenu(permissions)).find((path) => path !== paths.home);
  if (first) return <Navigate to={first} replace />;
  return (
    <PageMessage
      title="Nothing to show yet"
      text="Your account doesn’t have access to any pages. Ask your firm’s administrator for access."
    />
  );
}

const pages = (entries: MenuEntry[]): string[] =>
  entries.flatMap((entry) => [...(entry.path ? [entry.path] : []), ...pages(entry.children)]);
