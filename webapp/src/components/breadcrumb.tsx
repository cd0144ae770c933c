import { Link } from 'react-router';
import classes from './breadcrumb.module.css';

/** A part that is a page of its own leads there. */
export type Crumb = string | { label: string; to: string };

/** Where the page is: at most two parts, then the page's own heading follows. */
export function Breadcrumb({ parts }: { parts: readonly Crumb[] }) {
  return (
    <nav aria-label="Breadcrumb">
      <ol className={classes.crumbs}>
        {parts.map((part) =>
          typeof part === 'string' ? (
            <li key={part}>{part}</li>
          ) : (
            <li key={part.label}>
              <Link to={part.to}>{part.label}</Link>
            </li>
          ),
        )}
      </ol>
    </nav>
  );
}
