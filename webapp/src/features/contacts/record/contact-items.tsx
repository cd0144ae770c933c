import { IconLink, IconMerge, IconTrash } from '@/components/icons';
import type { ContactKindConfig } from '@/lib/contact-kinds';
import { paths } from '@/lib/paths';
import { useCan } from '@/lib/session';
import type { Menu as MantineMenu } from '@mantine/core';
import { Link } from 'react-router';

/** Returns the user's permissions for contacts of a kind. */
export function useContactRights({ noun }: ContactKindConfig) {
  const canWrite = useCan('contacts', 'write');
  const canDelete = useCan('deleteContacts', 'write');
  const canMerge = useCan('enhancedMerge', 'read') && noun !== 'insured';
  return { canWrite, canDelete, canMerge };
}

/** Returns the URL of a contact's possible duplicates. */
export const duplicatesPath = (displayName: string) =>
  `${paths.duplicates}?q=${encodeURIComponent(displayName)}`;

interface ContactItemsProps {
  Menu: typeof MantineMenu;
  kind: ContactKindConfig;
  /** Empty in a list without a name column. */
  displayName: string;
  onAttach: () => void;
  onDelete: () => void;
}

/** Menu items for a contact, on its page and in lists. */
export function ContactItems({ Menu, kind, displayName, onAttach, onDelete }: ContactItemsProps) {
  const { canWrite, canDelete, canMerge } = useContactRights(kind);
  return (
    <>
      {canWrite && (
        <Menu.Item leftSection={<IconLink size={16} aria-hidden />} onClick={onAttach}>
          Attach to policy or annuity
        </Menu.Item>
      )}
      {canMerge && displayName && (
        <Menu.Item
          leftSection={<IconMerge size={16} aria-hidden />}
          component={Link}
          to={duplicatesPath(displayName)}
        >
          Find duplicates
        </Menu.Item>
      )}
      {canDelete && (
        <Menu.Item color="danger" leftSection={<IconTrash size={16} aria-hidden />} onClick={onDelete}>
          Delete {kind.singular}
        </Menu.Item>
      )}
    </>
  );
}
