import { IconAlert, IconLock, IconSearch, IconUsers } from '@/components/icons';
import { paths } from '@/lib/paths';
import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import classes from './list-page.module.css';

function State({
  icon,
  title,
  children,
  action,
  isAlert,
}: {
  icon: ReactNode;
  title: string;
  isAlert?: boolean;
  children?: ReactNode;
  action?: ReactNode;
}) {
  return (
    <div className={classes.state} role={isAlert ? 'alert' : undefined}>
      <span className={classes.stateIcon}>{icon}</span>
      <h2>{title}</h2>
      {children && <p>{children}</p>}
      {action}
    </div>
  );
}

const icon = { size: 22, stroke: 1.6, 'aria-hidden': true };

export const EmptyList = ({
  icon: sign,
  title,
  about,
  action,
}: {
  icon?: ReactNode;
  title: string;
  about: string;
  action?: ReactNode;
}) => (
  <State icon={sign ?? <IconUsers {...icon} />} title={title} action={action}>
    {about}
  </State>
);

/** Shown to staff without an open firm, because records belong to firms. */
export const NoFirm = () => (
  <State
    icon={<IconUsers {...icon} />}
    title="No firm is open"
    action={
      <Button component={Link} to={paths.firms}>
        Open a firm
      </Button>
    }
  >
    Open a firm under Operations to see its records.
  </State>
);

export const NoResults = ({ noun, onClear }: { noun: string; onClear: () => void }) => (
  <State
    icon={<IconSearch {...icon} />}
    title={`No ${noun} found`}
    action={
      <Button
        onClick={({ currentTarget }) => {
          currentTarget.closest('section')?.querySelector<HTMLElement>('[role="searchbox"]')?.focus();
          onClear();
        }}
      >
        Clear search and filters
      </Button>
    }
  >
    No results match your search and filters.
  </State>
);

export const LoadFailed = ({
  title,
  message,
  onRetry,
}: {
  title: string;
  message: string;
  onRetry: () => void;
}) => (
  <State
    isAlert
    icon={<IconAlert {...icon} />}
    title={title}
    action={<Button onClick={onRetry}>Retry</Button>}
  >
    {message}
  </State>
);

export const NotAllowed = ({ noun }: { noun: string }) => (
  <State icon={<IconLock {...icon} />} title={`You don’t have access to ${noun}`}>
    Ask your firm’s administrator for access.
  </State>
);
