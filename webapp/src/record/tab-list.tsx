import { Tabs } from '@mantine/core';
import { useEffect, useRef, type ReactNode } from 'react';

interface TabListProps {
  label: string;
  /** Value of the open tab. */
  open: string;
  children: ReactNode;
}

/** The tabs of a record. If the row is too narrow, it scrolls, and the open tab is moved into view. */
export function TabList({ label, open, children }: TabListProps) {
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const row = list.current;
    const tab = row?.querySelector<HTMLElement>(`[role="tab"][id$="-tab-${open}"]`);
    // `scrollIntoView` would also scroll a short page past its heading.
    if (row && tab) row.scrollLeft = tab.offsetLeft - (row.clientWidth - tab.offsetWidth) / 2;
  }, [open]);
  return (
    <Tabs.List ref={list} aria-label={label}>
      {children}
    </Tabs.List>
  );
}
