import { IconChevronDown } from '@/components/icons';
import { useModule } from '@/lib/use-module';
import type { SortDirection } from 'firmbook-wasm';
import type { GridColumn } from '../types';
import classes from './grid.module.css';

/** Returns the columns after a change. */
export type ColumnsUpdate = (columns: readonly GridColumn[]) => GridColumn[];

/** Actions on a column. */
export interface ColumnActions {
  onSort: (column: string, direction: SortDirection) => void;
  onFilter: (column: string) => void;
  onHide: (column: string) => void;
  onMoveBy: (column: string, by: number) => void;
  /** Changes the columns in a way whose code is loaded with the menu. */
  onUpdateColumns: (change: ColumnsUpdate) => void;
  onMoveTo: (column: string, before: string) => void;
  onResize: (column: string, width: number, done: boolean) => void;
  onFit: (column: string) => void;
}

export interface HeaderMenuProps {
  column: GridColumn;
  index: number;
  count: number;
  isPinned: boolean;
  opened: boolean;
  onChange: (opened: boolean) => void;
  actions: ColumnActions;
}

const loadPanel = () => import('./header-menu-panel');

/** The arrow in a column header and the menu that it opens. Loads the menu's code on first use. */
export function HeaderMenu(props: HeaderMenuProps) {
  const { column, opened, onChange } = props;
  const Panel = useModule(loadPanel, opened)?.HeaderMenuPanel;
  const arrow = (
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions -- the header opens it with Alt+Down
    <span
      className={classes.menuButton}
      data-menu={column.key}
      data-opened={opened || undefined}
      onClick={(event) => {
        event.stopPropagation();
        onChange(!opened);
      }}
    >
      <IconChevronDown size={14} aria-hidden />
    </span>
  );
  return opened && Panel ? <Panel {...props} arrow={arrow} /> : arrow;
}
