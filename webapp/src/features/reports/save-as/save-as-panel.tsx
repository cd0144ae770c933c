import { useModule } from '@/lib/use-module';
import type { SaveAsDialogProps } from './save-as-dialog';

const loadDialog = () => import('./save-as-dialog');

/** Lazily loaded `SaveAsDialog`. */
export function SaveAsPanel(props: SaveAsDialogProps) {
  const Dialog = useModule(loadDialog, props.opened)?.SaveAsDialog;
  return Dialog ? <Dialog {...props} /> : null;
}
