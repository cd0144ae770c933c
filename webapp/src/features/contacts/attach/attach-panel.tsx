import { useModule } from '@/lib/use-module';
import type { AttachDialogProps } from './attach-dialog';

const loadDialog = () => import('./attach-dialog');

/** Lazily loaded `AttachDialog`. */
export function AttachPanel(props: AttachDialogProps) {
  const Dialog = useModule(loadDialog, props.opened)?.AttachDialog;
  return Dialog ? <Dialog {...props} /> : null;
}
