import { IconGrip, IconPencil } from '@/components/icons';
import { ActionIcon, Button, Checkbox, TextInput } from '@mantine/core';
import { useRef, useState, type DragEvent, type KeyboardEvent } from 'react';
import type { GridColumn } from '../types';
import { moveBefore, moveBy } from './arrange';
import { rename, shownFirst } from './column-list';
import classes from './columns.module.css';
import { matchesColumn } from './matches-column';

export interface ColumnsChooserProps {
  /** All columns of the list, with the user's labels and widths. */
  all: readonly GridColumn[];
  shown: readonly GridColumn[];
  onChange: (shown: GridColumn[]) => void;
  onReset: () => void;
}

/** Selects, orders and renames columns. */
export function ColumnsChooser({ all, onChange, onReset, ...props }: ColumnsChooserProps) {
  const shown = props.shown.filter((column) => !column.isTemporary);
  const [text, setText] = useState('');
  /** The last renamed column. Stays in the search result until the next search, to keep the focus. */
  const [renamed, setRenamed] = useState<string | null>(null);
  const found = shownFirst(all, shown).filter(
    (column) => column.key === renamed || matchesColumn(column, text),
  );
  const keys = new Set(shown.map((column) => column.key));
  const onScreen = new Set(props.shown.map((column) => column.key));
  const toggleColumn = (column: GridColumn) =>
    onChange(keys.has(column.key) ? shown.filter((other) => other.key !== column.key) : [...shown, column]);

  return (
    <div className={classes.panel}>
      <TextInput
        data-autofocus
        aria-label="Find a column"
        placeholder="Find a column"
        value={text}
        onChange={(event) => {
          setText(event.currentTarget.value);
          setRenamed(null);
        }}
      />
      <ul className={classes.list}>
        {found.map((column) => (
          <ColumnLine
            key={column.key}
            column={column}
            isShown={keys.has(column.key)}
            isTemporary={onScreen.has(column.key) && !keys.has(column.key)}
            isLast={shown.length === 1 && keys.has(column.key)}
            onToggle={() => toggleColumn(column)}
            onMoveBy={(by) => onChange(moveBy(shown, column.key, by))}
            onDrop={(key) => onChange(moveBefore(shown, key, column.key))}
            onRename={(label) => {
              setRenamed(column.key);
              onChange(rename(shown, column.key, label));
            }}
          />
        ))}
      </ul>
      <div className={classes.foot}>
        <span>
          {shown.length} of {all.length} shown
        </span>
        <Button variant="subtle" color="neutral" onClick={onReset}>
          Restore defaults
        </Button>
      </div>
    </div>
  );
}

interface ColumnLineProps {
  column: GridColumn;
  isShown: boolean;
  isTemporary: boolean;
  isLast: boolean;
  onToggle: () => void;
  onMoveBy: (by: number) => void;
  onDrop: (key: string) => void;
  onRename: (label: string) => void;
}

function ColumnLine({
  column,
  isShown,
  isLast,
  onToggle,
  onMoveBy,
  onDrop,
  onRename,
  ...props
}: ColumnLineProps) {
  const [label, setLabel] = useState<string | null>(null);
  const [isOver, setIsOver] = useState(false);
  /** Whether to return the focus to the Rename button. */
  const shouldReturnFocus = useRef(false);
  const finish = (save: boolean) => {
    if (save && label !== null) onRename(label);
    setLabel(null);
  };
  const onHandleKey = (event: KeyboardEvent) => {
    const by = event.key === 'ArrowUp' ? -1 : event.key === 'ArrowDown' ? 1 : 0;
    if (!by) return;
    event.preventDefault();
    onMoveBy(by);
  };
  const dropHandlers = {
    onDragOver: (event: DragEvent) => {
      if (!isShown || !event.dataTransfer.types.includes('text/firmbook-column')) return;
      event.preventDefault();
      setIsOver(true);
    },
    onDragLeave: () => setIsOver(false),
    onDrop: (event: DragEvent) => {
      setIsOver(false);
      onDrop(event.dataTransfer.getData('text/firmbook-column'));
    },
  };
  return (
    <li className={classes.line} data-over={isOver || undefined} {...dropHandlers}>
      {isShown ? (
        <button
          type="button"
          className={classes.grip}
          aria-label={`Move ${column.label}: up and down arrows`}
          draggable
          onDragStart={(event) => event.dataTransfer.setData('text/firmbook-column', column.key)}
          onKeyDown={onHandleKey}
        >
          <IconGrip size={14} aria-hidden />
        </button>
      ) : (
        <span className={classes.grip} />
      )}
      {label === null ? (
        <Checkbox
          className={classes.name}
          classNames={{ description: classes.hint ?? '' }}
          label={column.label}
          description={props.isTemporary && 'Shown while the list is sorted or filtered by it'}
          checked={isShown}
          disabled={isLast}
          onChange={onToggle}
        />
      ) : (
        <TextInput
          className={classes.name}
          size="xs"
          aria-label={`New name of ${column.defaultLabel}`}
          placeholder={column.defaultLabel}
          maxLength={60}
          data-mantine-stop-propagation
          value={label}
          // The input replaces the button that had the focus.
          ref={(input) => input?.focus()}
          onChange={(event) => setLabel(event.currentTarget.value)}
          onBlur={() => finish(true)}
          onKeyDown={(event) => {
            if (event.key !== 'Enter' && event.key !== 'Escape') return;
            // Otherwise the same Enter also presses the Rename button.
            event.preventDefault();
            if (event.key === 'Escape') event.stopPropagation();
            shouldReturnFocus.current = true;
            finish(event.key === 'Enter');
          }}
        />
      )}
      {isShown && label === null && (
        <ActionIcon
          size="sm"
          aria-label={`Rename ${column.label}`}
          ref={(button) => {
            if (button && shouldReturnFocus.current) button.focus();
            if (button) shouldReturnFocus.current = false;
          }}
          onClick={() => setLabel(column.label === column.defaultLabel ? '' : column.label)}
        >
          <IconPencil size={14} aria-hidden />
        </ActionIcon>
      )}
    </li>
  );
}
