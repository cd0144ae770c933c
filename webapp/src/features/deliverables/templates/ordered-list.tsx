import { IconArrowDown, IconArrowUp } from '@/components/icons';
import { ActionIcon, VisuallyHidden } from '@mantine/core';
import { useState, type KeyboardEvent, type ReactNode } from 'react';
import { moveItem } from './order';
import classes from './templates.module.css';

interface Choice<T extends string> {
  code: T;
  label: string;
}

interface OrderedListProps<T extends string> {
  label: string;
  /** Selected items, in order. */
  items: readonly Choice<T>[];
  /** Items that are not selected. They follow the others and cannot be moved. */
  others?: readonly Choice<T>[];
  onChange: (codes: T[]) => void;
  /** Renders the name of an item. */
  children: (item: Choice<T>) => ReactNode;
}

/** A list that can be reordered with buttons, or with the arrow keys while a button has the focus. */
export function OrderedList<T extends string>(props: OrderedListProps<T>) {
  const { label, items, others = [], onChange, children } = props;
  const [announcement, setAnnouncement] = useState('');
  const codes = items.map(({ code }) => code);
  const move = (item: Choice<T>, by: number) => {
    const next = moveItem(codes, item.code, by);
    setAnnouncement(`${item.label}: ${next.indexOf(item.code) + 1} of ${next.length}`);
    onChange(next);
  };
  return (
    <div className={classes.ordered}>
      <ol aria-label={label}>
        {[...items, ...others].map((item, index) => (
          <li key={item.code}>
            <span className={classes.itemName}>{children(item)}</span>
            {index < items.length && (
              <MoveButtons
                label={item.label}
                isFirst={index === 0}
                isLast={index === items.length - 1}
                onMove={(by) => move(item, by)}
              />
            )}
          </li>
        ))}
      </ol>
      <VisuallyHidden role="status">{announcement}</VisuallyHidden>
    </div>
  );
}

interface MoveButtonsProps {
  label: string;
  isFirst: boolean;
  isLast: boolean;
  onMove: (by: number) => void;
}

function MoveButtons({ label, isFirst, isLast, onMove }: MoveButtonsProps) {
  const onKeyDown = (event: KeyboardEvent) => {
    const by = event.key === 'ArrowUp' ? -1 : event.key === 'ArrowDown' ? 1 : 0;
    if (by === 0) return;
    event.preventDefault();
    onMove(by);
  };
  // Not `disabled`, because a button that moved its item to an end would lose the focus.
  const button = (by: number, isEnd: boolean) => ({
    size: 24,
    'aria-disabled': isEnd,
    onClick: () => isEnd || onMove(by),
    onKeyDown,
  });
  return (
    <>
      <ActionIcon aria-label={`Move ${label} up`} {...button(-1, isFirst)}>
        <IconArrowUp size={14} aria-hidden />
      </ActionIcon>
      <ActionIcon aria-label={`Move ${label} down`} {...button(1, isLast)}>
        <IconArrowDown size={14} aria-hidden />
      </ActionIcon>
    </>
  );
}
