import { useModule } from '@/lib/use-module';
import type { AddToCohortDialogProps } from './add-to-cohort-dialog';

const loadDialog = () => import('./add-to-cohort-dialog');

/** The dialog that adds contacts to a cohort; loaded when it is first opened. */
export function AddToCohortPanel(props: AddToCohortDialogProps) {
  const Dialog = useModule(loadDialog, props.opened)?.AddToCohortDialog;
  return Dialog ? <Dialog {...props} /> : null;
}
