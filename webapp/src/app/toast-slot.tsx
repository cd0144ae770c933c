import { isAnyToastShown, loadToasts, onFirstToast } from '@/lib/toast';
import { useModule } from '@/lib/use-module';
import { whenIdle } from '@/lib/when-idle';
import { useEffect, useSyncExternalStore } from 'react';

/** Place of the toasts. They are loaded after the first rows of a page, to be there when the connection fails. */
export function ToastSlot() {
  const isNeeded = useSyncExternalStore(onFirstToast, isAnyToastShown);
  const toasts = useModule(loadToasts, isNeeded);
  useEffect(() => whenIdle(() => void loadToasts().catch(() => undefined)), []);
  return toasts && <toasts.Toasts />;
}
