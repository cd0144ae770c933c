import type { LoadRowMenu, RowMenuProps } from '../types';
import { useNearModule } from '../use-near-module';

/** Lazily loaded row menu. */
export function RowMenuPanel({ load, ...props }: RowMenuProps & { load: LoadRowMenu }) {
  const RowMenu = useNearModule(load, props.scroller)?.RowMenu;
  return RowMenu ? <RowMenu {...props} /> : null;
}
