import { PageMessage } from '@/components/page-message';
import { useBranding } from '@/lib/branding';
import { useDocumentTitle } from '@/lib/use-document-title';
import { ErrorActions, HelpLink } from './error-actions';

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
          <ErrorActions isMissing />
          <HelpLink supportUrl={supportUrl} label="Help" />
        </>
      }
    />
  );
}
