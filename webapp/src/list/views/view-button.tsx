import { IconCheck } from '@/components/icons';
import type { SavedView } from 'firmbook-wasm';
import { sameView } from './same-view';
import classes from './views.module.css';

interface ViewButtonProps {
  view: SavedView;
  /** Name of the user who shared the view. */
  detail?: string;
  currentView: Omit<SavedView, 'name'>;
  onShow: (view: SavedView) => void;
}

/** A view in the chooser. The current view has a check mark. */
export function ViewButton({ view, detail, currentView, onShow }: ViewButtonProps) {
  const isCurrent = sameView(view, currentView);
  return (
    <button
      type="button"
      className={classes.show}
      aria-current={isCurrent || undefined}
      onClick={() => onShow(view)}
    >
      <span className={classes.mark}>{isCurrent && <IconCheck size={14} aria-hidden />}</span>
      <span>
        {view.name}
        {detail && <span className={classes.detail}>{detail}</span>}
      </span>
    </button>
  );
}
