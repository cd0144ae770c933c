import { IconBookmark } from '@/components/icons';
import { Popup } from '@/components/popup';
import { useModule } from '@/lib/use-module';
import { Button } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import tools from '../columns/columns.module.css';
import type { ViewsChooserProps } from './views-chooser';
import { sameView } from './same-view';

const loadChooser = () => import('./views-chooser');

/** The "Saved views" button and its popup. */
export function ViewsPanel(props: Omit<ViewsChooserProps, 'onDone'>) {
  const [opened, { toggle, close }] = useDisclosure(false);
  const Chooser = useModule(loadChooser, opened)?.ViewsChooser;
  const current = props.views.find((view) => sameView(view, props.currentView));
  return (
    <Popup
      label="Saved views"
      opened={opened}
      onClose={close}
      position="bottom-end"
      button={
        <Button
          className={tools.tool}
          variant="default"
          leftSection={<IconBookmark size={16} aria-hidden />}
          onClick={toggle}
          aria-label={current ? `Saved views: ${current.name}` : 'Saved views'}
          title="Saved views"
          aria-haspopup="dialog"
          aria-expanded={opened}
        >
          <span className={tools.wide}>{current?.name ?? 'Views'}</span>
        </Button>
      }
    >
      {Chooser ? <Chooser {...props} onDone={close} /> : null}
    </Popup>
  );
}
