import { BarePage } from '@/components/bare-page';
import { PageMessage } from '@/components/page-message';
import { PageMessageActions } from '@/components/page-message-actions';
import { useBranding } from '@/lib/branding';
import { reportFailure } from '@/lib/report-failure';
import { PageLoadError } from '@/lib/load-when-online';
import { useDocumentTitle } from '@/lib/use-document-title';
import { useEffect } from 'react';
import { useMatches, useRouteError } from 'react-router';
import { HelpLink } from './error-actions';

/** Error boundary for a page. Shown in place of a page that crashed. */
export function ServerErrorPage() {
  const error = useRouteError();
  useDocumentTitle(error instanceof PageLoadError ? 'Page not loaded' : 'Shoot!');
  const { supportUrl, contactPhoneNumber } = useBranding();
  const page = useMatches().at(-1)?.id ?? '';
  useEffect(() => {
    const { name, stack } = error instanceof Error ? error : new Error('not an error');
    reportFailure({ kind: 'page', name: `${name} in page ${page}`, stack });
  }, [error, page]);
  if (error instanceof PageLoadError) {
    return (
      <PageMessage
        title="The page could not be loaded"
        text="The connection was interrupted, or a new version was installed. Reload to continue."
        action={
          <>
            <PageMessageActions onRetry={reload} />
            <HelpLink supportUrl={supportUrl} label="Help Center" />
          </>
        }
      />
    );
  }
  return (
    <PageMessage
      title="Shoot!"
      text={
        <>
          Well this is unexpected...
          <br />
          An error has occurred and we're working to fix the problem! We'll be up and running shortly.
        </>
      }
      detail="Error Code: 500"
      action={
        <>
          <PageMessageActions onRetry={reload} />
          {contactPhoneNumber && <a href={`tel:${contactPhoneNumber.replaceAll(/[^\d+]/g, '')}`}>call us.</a>}
          <HelpLink supportUrl={supportUrl} label="Help Center" />
        </>
      }
    />
  );
}

/** Error boundary for the whole app. Renders without the shell. */
export function BareServerErrorPage() {
  return (
    <BarePage>
      <ServerErrorPage />
    </BarePage>
  );
}

const reload = () => window.location.reload();
