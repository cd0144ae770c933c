import { PageMessage } from '@/components/page-message';
import { paths } from '@/lib/paths';
import { useSession } from '@/lib/session';
import { useDocumentTitle } from '@/lib/use-document-title';
import { visibleMenu, type MenuEntry } from 'firmbook-wasm';
import { Navigate } from 'react-router';

/** The first page of the menu that the user may see. */
export function HomePage() {
  useDocumentTitle('Home');
  const { permissions } = useSession();
  const first = pages(visibleMenu(permissions)).find((path) => path !== paths.home);
  if (first) return <Navigate to={first} replace />;
  return (
    <PageMessage
      title="Nothing to show yet"
      text="Your account has no access to any page. Ask an administrator of your firm for it."
    />
  );
}

const pages = (entries: MenuEntry[]): string[] =>
  entries.flatMap((entry) => [...(entry.path ? [entry.path] : []), ...pages(entry.children)]);
