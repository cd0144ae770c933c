import { useModule } from '@/lib/use-module';
import { useEffect, useState } from 'react';
import type { LoadRowMenu, RowMenuProps } from '../types';

/** Lazily loaded menu of the rows. Loaded once the mouse or the focus is in the grid. */
export function RowMenuPanel({ load, ...props }: RowMenuProps & { load: LoadRowMenu }) {
  const { scroller } = props;
  const [isNear, setIsNear] = useState(false);
  const RowMenu = useModule(load, isNear)?.RowMenu;
  useEffect(() => {
    const near = () => setIsNear(true);
    for (const type of ['pointerover', 'focusin'])
      scroller.current?.addEventListener(type, near, { once: true });
  }, [scroller]);
  return RowMenu ? <RowMenu {...props} /> : null;
}
