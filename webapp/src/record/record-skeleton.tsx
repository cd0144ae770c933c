import { Breadcrumb } from '@/components/breadcrumb';
import type { ComponentProps } from 'react';
import classes from './record.module.css';

interface RecordSkeletonProps {
  crumbs: ComponentProps<typeof Breadcrumb>['parts'];
  label: string;
}

/** Placeholder for a record while it loads. */
export function RecordSkeleton({ crumbs, label }: RecordSkeletonProps) {
  return (
    <div className={classes.page} role="status" aria-label={label}>
      <div className={classes.top}>
        <Breadcrumb parts={crumbs} />
        <span className={classes.bone} style={{ width: '16rem', height: '1.25rem' }} />
        <span className={classes.bone} style={{ width: '9rem' }} />
        <span className={classes.bone} style={{ width: 'min(36rem, 100%)', height: '2.25rem' }} />
      </div>
      <div className={classes.sections}>
        {[7, 3, 6, 4].map((lines) => (
          <div key={lines} className={classes.bones}>
            {Array.from({ length: lines }, (_, i) => (
              <span key={i} className={classes.bone} style={{ width: `${50 + ((i * 17) % 45)}%` }} />
            ))}
          </div>
        ))}
      </div>
    </div>
  );
}
