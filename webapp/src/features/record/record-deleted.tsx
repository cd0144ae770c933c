import { PageMessage } from '@/components/page-message';
import { Button } from '@mantine/core';
import { Link } from 'react-router';

interface RecordDeletedProps {
  what: string;
  by: string;
  /** Where the others are, and what the way there is called. */
  list: string;
  all: string;
}

/** In place of a record that somebody else has just deleted. */
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
