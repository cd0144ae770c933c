import { IconDots, IconPencil, IconTrash } from '@/components/icons';
import { MenuButton } from '@/components/menu-button';
import tools from '@/list/columns/columns.module.css';
import { Button } from '@mantine/core';

interface CohortMenuProps {
  isDeleting: boolean;
  onEdit: () => void;
  onDelete: () => void;
}

const icon = { size: 16, 'aria-hidden': true };

/** Menu with the actions on a cohort itself. */
export const CohortMenu = ({ isDeleting, onEdit, onDelete }: CohortMenuProps) => (
  <MenuButton
    label="More"
    position="bottom-end"
    button={(menu) => (
      <Button
        className={tools.tool}
        variant="default"
        leftSection={<IconDots {...icon} />}
        loading={isDeleting}
        aria-label="More"
        {...menu}
      >
        <span className={tools.wide}>More</span>
      </Button>
    )}
  >
    {({ Item }) => (
      <>
        <Item leftSection={<IconPencil {...icon} />} onClick={onEdit}>
          Edit cohort
        </Item>
        <Item color="danger" leftSection={<IconTrash {...icon} />} onClick={onDelete}>
          Delete cohort
        </Item>
      </>
    )}
  </MenuButton>
);
