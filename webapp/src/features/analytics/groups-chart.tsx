import { toneOf } from '@/components/status';
import type { Group } from 'firmbook-wasm';
import type { CSSProperties, ReactNode } from 'react';
import { Link } from 'react-router';
import type { AnalyticsFilter } from './api';
import classes from './groups-chart.module.css';
import { formatShort, type Measure } from './measures';
import { slicePath } from './slice-path';

interface GroupsChartProps {
  /** In display order. */
  groups: readonly Group[];
  measure: Measure;
  analyticsFilter: AnalyticsFilter;
  /** Draws vertical columns in time order instead of horizontal bars. */
  isInTime: boolean;
}

/**
 * Bar chart of the groups that are not empty. Each bar links to its policies. Hidden from screen readers and
 * the tab order, because the table next to it has the same links.
 */
export function GroupsChart({ groups, measure, analyticsFilter, isInTime }: GroupsChartProps) {
  const shown = groups.filter((group) => valueOf(group, measure) > 0);
  const max = Math.max(...shown.map((group) => valueOf(group, measure)));
  return (
    <ul className={classes.bars} data-in-time={isInTime || undefined} aria-hidden>
      {shown.map((group, i) => {
        const path = slicePath(group, analyticsFilter);
        const month = isInTime ? splitMonth(group.label) : null;
        const isNewYear = month?.year && month.year !== splitMonth(shown[i - 1]?.label ?? '').year;
        return (
          <li key={group.key ?? ''}>
            <Part to={path}>
              <span className={classes.label} title={group.label}>
                {month?.month ?? group.label}
                {isNewYear && <small> {month.year}</small>}
              </span>
              <Bar group={group} measure={measure} max={max} />
              <span className={classes.value}>{formatShort(group.figures, measure)}</span>
            </Part>
          </li>
        );
      })}
    </ul>
  );
}

const Part = ({ to, children }: { to: string | null; children: ReactNode }) =>
  to ? (
    <Link className={classes.part} to={to} tabIndex={-1}>
      {children}
    </Link>
  ) : (
    <span className={classes.part}>{children}</span>
  );

interface BarProps {
  group: Group;
  measure: Measure;
  /** The value that fills the track. */
  max: number;
}

/** One bar on a track. The bar of a status has the color of its dot. */
export const Bar = ({ group, measure, max }: BarProps) => (
  <span className={classes.track}>
    <span
      className={classes.bar}
      data-tone={isStatus(group) ? toneOf(group.key ?? '') : undefined}
      style={barLength(valueOf(group, measure), max)}
    />
  </span>
);

/** Passes the length of a bar to the style sheet. Small values stay visible. */
const barLength = (value: number, max: number) =>
  ({ '--size': `${max > 0 ? Math.max(0.5, (100 * value) / max) : 0}%` }) as CSSProperties;

const isStatus = ({ slice }: Group) =>
  slice?.filter.some((item) => 'column' in item && item.column === 'status') ?? false;

// Floating-point numbers are precise enough for positions on the screen.
export const valueOf = ({ figures }: Group, measure: Measure) => Number(figures[measure]);

const MONTH = /^(Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)[a-z]*(?: (\d{4}))?$/;

/** Splits `September 2026` into `Sep` and `2026`. Other labels, such as `Overdue`, are not split. */
function splitMonth(label: string): { month: string; year: string } {
  const [, month = label, year = ''] = MONTH.exec(label) ?? [];
  return { month, year };
}
