import { useModule } from '@/lib/use-module';
import type { SelectionBarProps } from './selection-bar';

const loadBar = () => import('./selection-bar');

/** Lazily loaded `SelectionBar`, shown while rows are selected. */
export function SelectionPanel(props: SelectionBarProps) {
  const hasRows = props.rows.length > 0;
  const Bar = useModule(loadBar, hasRows)?.SelectionBar;
  return Bar && hasRows ? <Bar {...props} /> : null;
}
