import { PageMessage } from '@/components/page-message';
import { useBranding } from '@/lib/branding';
import { paths } from '@/lib/paths';
import { useDocumentTitle } from '@/lib/use-document-title';
import { Link } from 'react-router';

export function NotFoundPage() {
  useDocumentTitle('Whoops!');
  const { supportUrl } = useBranding();
  return (
    <PageMessage
      title="Whoops!"
      text="We can't seem to find the page you are looking for."
      detail="Error Code: 404"
      action={
        <>
          <Link to={paths.home}>Home</Link>
          {supportUrl && (
            <a href={supportUrl} target="_blank" rel="noreferrer">
              Help
            </a>
          )}
        </>
      }
    />
  );
}
