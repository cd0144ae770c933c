import { useModule } from '@/lib/use-module';
import type { SaveAsDialogProps } from './save-as-dialog';

const loadDialog = () => import('./save-as-dialog');

/** The dialog that makes a report of a question; loaded when it is first opened. */
export function SaveAsPanel(props: SaveAsDialogProps) {
  const Dialog = useModule(loadDialog, props.opened)?.SaveAsDialog;
  return Dialog ? <Dialog {...props} /> : null;
}
