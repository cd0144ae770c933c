import { IconMenu } from '@/components/icons';
import { useModule } from '@/lib/use-module';
import { ActionIcon } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import type { MenuEntry } from 'firmbook-wasm';
import classes from './narrow-menu.module.css';

const loadDrawer = () => import('./narrow-drawer');

/** The main navigation on narrow screens, behind a menu button. */
export function NarrowMenu({ menu }: { menu: MenuEntry[] }) {
  const [opened, { open, close }] = useDisclosure(false);
  const Drawer = useModule(loadDrawer, opened)?.NarrowDrawer;
  return (
    <>
      <ActionIcon
        className={classes.button}
        size="lg"
        aria-label="Menu"
        aria-expanded={opened}
        onClick={open}
      >
        <IconMenu size={20} aria-hidden />
      </ActionIcon>
      {Drawer && <Drawer menu={menu} opened={opened} close={close} />}
    </>
  );
}
