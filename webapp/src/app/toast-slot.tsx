import { loadToasts, onToast, wasAnyToastShown } from '@/lib/toast';
import { useModule } from '@/lib/use-module';
import { whenIdle } from '@/lib/when-idle';
import { useEffect, useSyncExternalStore } from 'react';

/** Container for toasts. Loaded when the browser is idle, so that toasts also appear after the connection fails. */
export function ToastSlot() {
  const isNeeded = useSyncExternalStore(onToast, wasAnyToastShown);
  const toasts = useModule(loadToasts, isNeeded);
  useEffect(() => whenIdle(() => void loadToasts().catch(() => undefined)), []);
  return toasts && <toasts.Toasts />;
}
