import type { ReactNode } from 'react';
import classes from './page.module.css';

interface PageMessageProps {
  title: string;
  text?: ReactNode;
  detail?: ReactNode;
  action?: ReactNode;
}

/** A page that shows only a message, such as not found or no access. */
export function PageMessage({ title, text, detail, action }: PageMessageProps) {
  return (
    <div className={classes.message}>
      <h1>{title}</h1>
      {text && <p>{text}</p>}
      {detail && <p className={classes.detail}>{detail}</p>}
      {action && <div className={classes.actions}>{action}</div>}
    </div>
  );
}
