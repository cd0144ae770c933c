import type { CellEditProps, LoadCellEdit } from '../types';
import { useNearModule } from '../use-near-module';

/** Lazily loaded editor for cells. */
export function CellEditPanel({ load, ...props }: CellEditProps & { load: LoadCellEdit }) {
  const CellEdit = useNearModule(load, props.scroller)?.CellEdit;
  return CellEdit ? <CellEdit {...props} /> : null;
}
