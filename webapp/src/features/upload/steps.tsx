import { Breadcrumb } from '@/components/breadcrumb';
import { paths } from '@/lib/paths';
import type { ReactNode } from 'react';
import classes from './upload.module.css';

const STEPS = ['Upload', 'Map', 'Preview', 'Result'];

interface StepsProps {
  title: string;
  /** Index of the current step. */
  step: number;
  /** Actions next to the heading. */
  actions?: ReactNode;
  children: ReactNode;
}

/** Layout shared by all steps: breadcrumb, heading and step indicator. */
export function Steps({ title, step, actions, children }: StepsProps) {
  return (
    <section className={classes.page} aria-label={title}>
      <header className={classes.top}>
        <Breadcrumb parts={CRUMBS} />
        <div className={classes.heading}>
          <h1>{title}</h1>
          {actions}
        </div>
        <ol className={classes.steps} aria-label="Steps">
          {STEPS.map((name, i) => (
            <li key={name} aria-current={i === step ? 'step' : undefined} data-done={i < step || undefined}>
              <span aria-hidden>{i + 1}</span>
              {name}
            </li>
          ))}
        </ol>
      </header>
      <div className={classes.body}>{children}</div>
    </section>
  );
}

const CRUMBS = ['People', { label: 'Uploads', to: paths.uploads }];
