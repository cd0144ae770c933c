import type { CellEditProps, LoadCellEdit } from '../types';
import { useModuleOnHover } from '../use-module-on-hover';

/** Lazily loaded editor for cells. */
export function CellEditPanel({ load, ...props }: CellEditProps & { load: LoadCellEdit }) {
  const CellEdit = useModuleOnHover(load, props.scroller)?.CellEdit;
  return CellEdit ? <CellEdit {...props} /> : null;
}
