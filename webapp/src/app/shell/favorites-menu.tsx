import { IconStar } from '@/components/icons';
import { MenuButton } from '@/components/menu-button';
import { ActionIcon, type Menu } from '@mantine/core';
import { Link } from 'react-router';
import { useHasKeptRecords, useKeptRecords } from './kept-records';
import classes from './favorites-menu.module.css';

/** Menu with the favorites and recent records. */
export function FavoritesMenu() {
  if (!useHasKeptRecords()) return null;
  return (
    <span className={classes.button}>
      <MenuButton
        label="Favorites and recent records"
        position="bottom-end"
        width={320}
        button={(props) => (
          <ActionIcon size="lg" aria-label="Favorites" title="Favorites and recent records" {...props}>
            <IconStar size={20} stroke={1.7} aria-hidden />
          </ActionIcon>
        )}
      >
        {(parts) => <Items parts={parts} />}
      </MenuButton>
    </span>
  );
}

function Items({ parts: Parts }: { parts: typeof Menu }) {
  const groups = useKeptRecords();
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
          {records.length === 0 && <Parts.Item disabled>{note}</Parts.Item>}
        </div>
      ))}
    </div>
  );
}
