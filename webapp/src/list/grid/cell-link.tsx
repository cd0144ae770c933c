import { Link } from 'react-router';
import classes from './grid.module.css';

/** A link in a cell to a record other than the row's. */
export const CellLink = ({ to, text }: { to: string; text: string }) => (
  <Link to={to} tabIndex={-1} className={classes.other}>
    {text}
  </Link>
);
