import { Button } from '@mantine/core';

interface EmptyFieldsProps {
  count: number;
  /** Whether the empty fields are shown. */
  isShown: boolean;
  onToggle: () => void;
}

/** Shows or hides the empty fields of a record. Renders nothing if there are none. */
export const EmptyFields = ({ count, isShown, onToggle }: EmptyFieldsProps) =>
  count > 0 && (
    <Button
      variant="subtle"
      ml="calc(var(--button-padding-x) * -1)"
      aria-expanded={isShown}
      onClick={onToggle}
    >
      {isShown ? 'Hide empty fields' : `Show ${count} empty ${count === 1 ? 'field' : 'fields'}`}
    </Button>
  );
