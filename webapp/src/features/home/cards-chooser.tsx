import { IconAdjustments, IconArrowDown, IconArrowUp } from '@/components/icons';
import { Popup } from '@/components/popup';
import { ActionIcon, Button, Checkbox } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import classes from './home.module.css';
import {
  arrangeSections,
  DEFAULT_LAYOUT,
  moveSection,
  toggleSection,
  type HomeSection,
  type Layout,
} from './layout';

interface CardsChooserProps {
  cards: readonly HomeSection[];
  layout: Layout;
  onChange: (layout: Layout) => void;
}

/** The "Customize" button, and the popup that orders and hides the cards. */
export function CardsChooser({ cards, layout, onChange }: CardsChooserProps) {
  const [opened, { toggle, close }] = useDisclosure(false);
  const lines = arrangeSections(cards, layout);
  return (
    <Popup
      label="Customize home"
      opened={opened}
      onClose={close}
      position="bottom-end"
      button={
        <Button
          variant="default"
          leftSection={<IconAdjustments size={16} aria-hidden />}
          aria-haspopup="dialog"
          aria-expanded={opened}
          onClick={toggle}
        >
          Customize
        </Button>
      }
    >
      <ul className={classes.chooser}>
        {lines.map(({ id, title }, index) => (
          <li key={id}>
            <Checkbox
              label={title}
              checked={!layout.hidden.includes(id)}
              onChange={() => onChange(toggleSection(layout, id))}
            />
            {/* Not `disabled` at the ends, which would drop the focus. */}
            <ActionIcon
              size="sm"
              aria-label={`Move ${title} up`}
              aria-disabled={index === 0}
              onClick={() => onChange(moveSection(cards, layout, id, -1))}
            >
              <IconArrowUp size={14} aria-hidden />
            </ActionIcon>
            <ActionIcon
              size="sm"
              aria-label={`Move ${title} down`}
              aria-disabled={index === lines.length - 1}
              onClick={() => onChange(moveSection(cards, layout, id, 1))}
            >
              <IconArrowDown size={14} aria-hidden />
            </ActionIcon>
          </li>
        ))}
      </ul>
      <Button variant="subtle" color="neutral" onClick={() => onChange(DEFAULT_LAYOUT)}>
        Restore defaults
      </Button>
    </Popup>
  );
}
