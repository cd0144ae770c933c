import classes from './breadcrumb.module.css';

/** Where the page is: at most two parts, then the page's own heading follows. */
export function Breadcrumb({ parts }: { parts: readonly string[] }) {
  return (
    <nav aria-label="Breadcrumb">
      <ol className={classes.crumbs}>
        {parts.map((part) => (
          <li key={part}>{part}</li>
        ))}
      </ol>
    </nav>
  );
}
