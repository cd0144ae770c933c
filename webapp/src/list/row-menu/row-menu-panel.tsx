import type { LoadRowMenu, RowMenuProps } from '../types';
import { useModuleOnHover } from '../use-module-on-hover';

/** Lazily loaded row menu. */
export function RowMenuPanel({ load, ...props }: RowMenuProps & { load: LoadRowMenu }) {
  const RowMenu = useModuleOnHover(load, props.scroller)?.RowMenu;
  return RowMenu ? <RowMenu {...props} /> : null;
}
