import { useModule } from '@/lib/use-module';
import type { AddToCohortDialogProps } from './add-to-cohort-dialog';

const loadDialog = () => import('./add-to-cohort-dialog');

/** Lazily loaded `AddToCohortDialog`. */
export function AddToCohortPanel(props: AddToCohortDialogProps) {
  const Dialog = useModule(loadDialog, props.opened)?.AddToCohortDialog;
  return Dialog ? <Dialog {...props} /> : null;
}
