import { PageMessage } from '@/components/page-message';
import { Button } from '@mantine/core';

/** Shown in place of a page that broke. */
export function ServerErrorPage() {
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
      action={<Button onClick={() => window.location.reload()}>Reload the page</Button>}
    />
  );
}
