import { BarePage } from '@/components/bare-page';
import { PageMessage } from '@/components/page-message';
import { useBranding } from '@/lib/branding';
import { report } from '@/lib/report';
import { useDocumentTitle } from '@/lib/use-document-title';
import { useEffect } from 'react';
import { useMatches, useRouteError } from 'react-router';

/** Error boundary for a page. Shown in place of a page that crashed. */
export function ServerErrorPage() {
  useDocumentTitle('Shoot!');
  const { supportUrl, contactPhoneNumber } = useBranding();
  const error = useRouteError();
  const page = useMatches().at(-1)?.id ?? '';
  useEffect(() => {
    const { name, stack } = error instanceof Error ? error : new Error('not an error');
    report({ kind: 'page', name: `${name} in page ${page}`, stack });
  }, [error, page]);
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
          {contactPhoneNumber && <a href={`tel:${contactPhoneNumber.replaceAll(/[^\d+]/g, '')}`}>call us.</a>}
          {supportUrl && (
            <a href={supportUrl} target="_blank" rel="noreferrer">
              Help Center
            </a>
          )}
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
