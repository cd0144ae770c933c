import { useModule } from '@/lib/use-module';
import type { AttachDialogProps } from './attach-dialog';

const loadDialog = () => import('./attach-dialog');

/** The dialog that attaches contacts to contracts; loaded when it is first opened. */
export function AttachPanel(props: AttachDialogProps) {
  const Dialog = useModule(loadDialog, props.opened)?.AttachDialog;
  return Dialog ? <Dialog {...props} /> : null;
}
