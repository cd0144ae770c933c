import { isAnyToastShown, loadToasts, onFirstToast } from '@/lib/toast';
import { useModule } from '@/lib/use-module';
import { useSyncExternalStore } from 'react';

/** Place of the toasts, which are loaded after the first rows of a page. */
export function ToastSlot() {
  const isNeeded = useSyncExternalStore(onFirstToast, isAnyToastShown);
  const toasts = useModule(loadToasts, isNeeded);
  return toasts && <toasts.Toasts />;
}
