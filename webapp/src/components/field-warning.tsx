import classes from './field-warning.module.css';

/** The `description` of a field that has a warning. A warning does not prevent saving. */
export const fieldWarning = (message: string | undefined) =>
  message && <span className={classes.warning}>{message}</span>;
