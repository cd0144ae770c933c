import { PageMessage } from '@/components/page-message';
import { PageMessageActions } from '@/components/page-message-actions';
import { useBranding } from '@/lib/branding';
import { useDocumentTitle } from '@/lib/use-document-title';
import { HelpLink } from './error-actions';

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
          <PageMessageActions />
          <HelpLink supportUrl={supportUrl} label="Help" />
        </>
      }
    />
  );
}
