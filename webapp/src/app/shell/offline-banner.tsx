import { useOnline } from '@/lib/use-online';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import classes from './shell.module.css';

/** Shown while the browser is offline. Reloads the data on the screen when the connection is back. */
export function OfflineBanner() {
  const isOnline = useOnline();
  const wasOffline = useRef(false);
  const queries = useQueryClient();
  useEffect(() => {
    if (isOnline && wasOffline.current) void queries.invalidateQueries();
    wasOffline.current = !isOnline;
  }, [isOnline, queries]);
  return (
    <div role="status">
      {!isOnline && (
        <p className={classes.offline}>
          <strong>You are offline.</strong> What you see may be out of date. Anything you type is kept, and
          the page updates when the connection is back.
        </p>
      )}
    </div>
  );
}
