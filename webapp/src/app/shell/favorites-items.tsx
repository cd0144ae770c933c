import type { Menu } from '@mantine/core';
import { Link } from 'react-router';
import { useMenuRecords } from './menu-records';
import classes from './favorites-items.module.css';

/** The items of the favorites menu. */
export function FavoritesItems({ parts: Parts }: { parts: typeof Menu }) {
  const groups = useMenuRecords();
  return (
    <div className={classes.items}>
      {groups.map(({ label, records, note }) => (
        <div key={label} role="group" aria-label={label}>
          <Parts.Label>{label}</Parts.Label>
          {records.map(({ path, title, detail }) => (
            <Parts.Item key={path} component={Link} to={path}>
              <span className={classes.title}>{title}</span>
              <span className={classes.detail}>{detail}</span>
            </Parts.Item>
          ))}
          {records.length === 0 && <p className={classes.note}>{note}</p>}
        </div>
      ))}
    </div>
  );
}
