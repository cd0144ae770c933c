import { ActionIcon } from '@mantine/core';
import type { ReactNode } from 'react';
import { Link, useLocation } from 'react-router';

/** An icon in the header that links to a page. */
export function HeaderLink({ to, label, children }: { to: string; label: string; children: ReactNode }) {
  const isCurrent = `${useLocation().pathname}/`.startsWith(`${to}/`);
  return (
    <ActionIcon
      component={Link}
      to={to}
      size="lg"
      aria-label={label}
      title={label}
      aria-current={isCurrent ? 'page' : undefined}
    >
      {children}
    </ActionIcon>
  );
}
