import { PageMessage } from '@/components/page-message';
import { Button } from '@mantine/core';
import { Link } from 'react-router';

interface RecordDeletedProps {
  what: string;
  by: string;
  /** URL of the list, and the label of the link to it. */
  list: string;
  all: string;
}

/** Replaces a record that another user deleted while it was open. */
export const RecordDeleted = ({ what, by, list, all }: RecordDeletedProps) => (
  <PageMessage
    title={`This ${what} was deleted`}
    text={`${by} deleted it while you were looking at it.`}
    action={
      <Button component={Link} to={list}>
        {all}
      </Button>
    }
  />
);
