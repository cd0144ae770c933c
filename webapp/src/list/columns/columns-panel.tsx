import { IconColumns } from '@/components/icons';
import { Popup } from '@/components/popup';
import { useModule } from '@/lib/use-module';
import { Button } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import type { ColumnsChooserProps } from './columns-chooser';
import classes from './columns.module.css';

const loadChooser = () => import('./columns-chooser');

/** The "Columns" button and its popup. */
export function ColumnsPanel(props: ColumnsChooserProps) {
  const [opened, { toggle, close }] = useDisclosure(false);
  const Chooser = useModule(loadChooser, opened)?.ColumnsChooser;
  return (
    <Popup
      label="Columns"
      opened={opened}
      onClose={close}
      position="bottom-end"
      button={
        <Button
          className={classes.tool}
          variant="default"
          leftSection={<IconColumns size={16} aria-hidden />}
          onClick={toggle}
          aria-label="Columns"
          title="Columns"
          aria-haspopup="dialog"
          aria-expanded={opened}
        >
          <span className={classes.wide}>Columns</span>
        </Button>
      }
    >
      {Chooser ? <Chooser {...props} /> : null}
    </Popup>
  );
}
