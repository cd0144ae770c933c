import { PageMessage } from '@/components/page-message';
import { Button } from '@mantine/core';
import { Link } from 'react-router';

interface RecordDeletedProps {
  noun: string;
  deletedBy: string;
  /** URL of the list, and the label of the link to it. */
  list: string;
  listLabel: string;
}

/** Replaces a record that another user deleted while it was open. */
export const RecordDeleted = ({ noun, deletedBy, list, listLabel }: RecordDeletedProps) => (
  <PageMessage
    title={`This ${noun} was deleted`}
    text={`${deletedBy} deleted it while you were looking at it.`}
    action={
      <Button component={Link} to={list}>
        {listLabel}
      </Button>
    }
  />
);
