import { Link } from 'react-router';
import classes from './breadcrumb.module.css';

/** A plain label, or a link to a page. */
export type Crumb = string | { label: string; to: string };

/** The path to the page, in at most two parts. The page heading follows it. */
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
