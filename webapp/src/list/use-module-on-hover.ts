import { useModule } from '@/lib/use-module';
import { useEffect, useState, type RefObject } from 'react';

/** Loads a module once the mouse or the focus is in the grid. Returns null until it is loaded. */
export function useModuleOnHover<T>(
  load: () => Promise<T>,
  scroller: RefObject<HTMLElement | null>,
): T | null {
  const [isNear, setIsNear] = useState(false);
  useEffect(() => {
    const near = () => setIsNear(true);
    for (const type of ['pointerover', 'focusin'])
      scroller.current?.addEventListener(type, near, { once: true });
  }, [scroller]);
  return useModule(load, isNear);
}
