import { IconTrash } from '@/components/icons';
import { failureText } from '@/lib/failure-text';
import { showSuccess } from '@/lib/toast';
import { ActionIcon, Button } from '@mantine/core';
import type { SavedView, SharedView } from 'firmbook-wasm';
import { useState } from 'react';
import type { useSharedViews } from './use-shared-views';
import { ViewButton } from './view-button';
import classes from './views.module.css';

interface SharedViewsProps {
  noun: string;
  shared: ReturnType<typeof useSharedViews>;
  currentView: Omit<SavedView, 'name'>;
  onShow: (view: SavedView) => void;
}

/** Views shared with the firm. Renders nothing if there are none. */
export function SharedViews({ noun, shared, currentView, onShow }: SharedViewsProps) {
  // Another user's view whose removal the viewer is asked to confirm.
  const [removing, setRemoving] = useState<SharedView | null>(null);
  const remove = async (item: SharedView) => {
    if (!(await shared.remove(item))) return;
    const undo = item.isOwn ? () => void shared.share(item.view) : undefined;
    showSuccess(`View “${item.view.name}” is no longer shared`, undo);
  };
  if (shared.error) {
    return (
      <p className={classes.none} role="alert">
        Shared views could not be loaded. {failureText(shared.error)}
        <Button variant="subtle" size="compact-sm" onClick={shared.retry}>
          Retry
        </Button>
      </p>
    );
  }
  if (!shared.views?.length) return null;
  return (
    <>
      <h2 className={classes.heading}>Shared with your firm</h2>
      <ul className={classes.list} aria-label={`Shared views of ${noun}`}>
        {shared.views.map((item) => (
          <li key={item.uuid} className={classes.line}>
            {item === removing ? (
              <Confirmation
                view={item}
                onConfirm={() => {
                  setRemoving(null);
                  void remove(item);
                }}
                onCancel={() => setRemoving(null)}
              />
            ) : (
              <>
                <ViewButton
                  view={item.view}
                  detail={item.isOwn ? 'You' : item.sharedBy}
                  currentView={currentView}
                  onShow={onShow}
                />
                {item.canDelete && (
                  <ActionIcon
                    size="sm"
                    variant="subtle"
                    title="Stop sharing"
                    aria-label={`Stop sharing ${item.view.name}`}
                    onClick={() => (item.isOwn ? void remove(item) : setRemoving(item))}
                  >
                    <IconTrash size={14} aria-hidden />
                  </ActionIcon>
                )}
              </>
            )}
          </li>
        ))}
      </ul>
    </>
  );
}

interface ConfirmationProps {
  view: SharedView;
  onConfirm: () => void;
  onCancel: () => void;
}

/** Asks before another user's view is removed, because only that user can share it again. */
const Confirmation = ({ view: { view, sharedBy }, onConfirm, onCancel }: ConfirmationProps) => (
  <div className={classes.confirm} role="group" aria-label={`Stop sharing ${view.name}`}>
    <span>
      {sharedBy} shares “{view.name}”. Stop sharing it for everyone?
    </span>
    <Button size="compact-sm" color="danger" autoFocus onClick={onConfirm}>
      Stop sharing
    </Button>
    <Button size="compact-sm" variant="default" onClick={onCancel}>
      Cancel
    </Button>
  </div>
);
