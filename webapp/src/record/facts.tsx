import { formatTimestamp } from '@/lib/timestamp';
import { useSession } from '@/lib/session';
import type { ReactNode } from 'react';
import classes from './facts.module.css';

/** A titled list of facts. */
export function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className={classes.section}>
      <h2>{title}</h2>
      <dl>{children}</dl>
    </section>
  );
}

interface FactProps {
  /** Null if the section title already names the fact. */
  label: string | null;
  isNumber?: boolean;
  children: ReactNode;
}

export const Fact = ({ label, isNumber, children }: FactProps) => (
  <div className={classes.fact} data-number={isNumber || undefined} data-alone={label === null || undefined}>
    <dt>{label ?? 'Notes'}</dt>
    <dd>{children}</dd>
  </div>
);

export const Nothing = () => <span className={classes.nothing}>-</span>;

interface FigureProps {
  label: string;
  value: string;
  className?: string | undefined;
}

/** A key figure in the header of a record. */
export const Figure = ({ label, value, className }: FigureProps) => (
  <div className={className}>
    <dt>{label}</dt>
    <dd>{value}</dd>
  </div>
);

/** A timestamp in the user's time zone. */
export function Timestamp({ at }: { at: string }) {
  const { timeZone } = useSession().user;
  return formatTimestamp(at, timeZone);
}
