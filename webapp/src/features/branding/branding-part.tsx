import { PageLoader } from '@/components/page-loader';
import { LoadError } from '@/components/query-state';
import { useCan } from '@/lib/session';
import { useDocumentTitle } from '@/lib/use-document-title';
import { NativeSelect } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useSearchParams } from 'react-router';
import { brandingSettingsQuery } from './api';
import { BrandingForm } from './branding-form';
import { Logos } from './logos';
import classes from './branding.module.css';

/** Branding of the firm's host names. The selected host is in the URL. */
export function BrandingPart() {
  useDocumentTitle('Branding');
  const isAllowed = useCan('firmSettings', 'read');
  const { data, error, refetch } = useQuery({ ...brandingSettingsQuery, enabled: isAllowed });
  const [params, setParams] = useSearchParams();

  if (!isAllowed) return <p className={classes.part}>You don’t have access to branding.</p>;
  if (error)
    return (
      <div className={classes.part}>
        <LoadError subject="the branding" error={error} onRetry={refetch} />
      </div>
    );
  if (!data) return <PageLoader label="Loading branding" />;
  const hostParam = params.get('host');
  const open = data.find(({ host }) => host === (hostParam ?? window.location.hostname)) ?? data[0];
  if (!open) {
    return (
      <p className={classes.part}>
        Branding needs a host name of your own. Ask the operator of the portal to set one up.
      </p>
    );
  }
  return (
    <div className={classes.part}>
      {data.length > 1 && (
        <NativeSelect
          label="Host name"
          value={open.host}
          data={data.map(({ host }) => host)}
          onChange={(event) => setParams({ host: event.currentTarget.value }, { flushSync: true })}
        />
      )}
      <BrandingForm key={open.host} settings={open} />
      <Logos settings={open} />
    </div>
  );
}
