import { paths } from '@/lib/paths';
import { Button } from '@mantine/core';
import { Link } from 'react-router';
import { PageMessage } from './page-message';

/** Shown to staff without an open firm, because records belong to firms. */
export const NoFirmPage = () => (
  <PageMessage
    title="No firm is open"
    text="Open a firm under Operations to see its records."
    action={
      <Button component={Link} to={paths.firms}>
        Open a firm
      </Button>
    }
  />
);
