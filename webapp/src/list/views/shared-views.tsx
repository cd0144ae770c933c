import { IconTrash } from '@/components/icons';
import { failureText } from '@/lib/failure-text';
import { showDone } from '@/lib/toast';
import { ActionIcon, Button } from '@mantine/core';
import type { SavedView, SharedView } from 'firmbook-wasm';
import { useState } from 'react';
import type { useSharedViews } from './use-shared-views';
import { ViewButton } from './view-button';
import classes from './views.module.css';

interface SharedViewsProps {
  what: string;
  shared: ReturnType<typeof useSharedViews>;
  present: Omit<SavedView, 'name'>;
  onShow: (view: SavedView) => void;
}

/** Views shared with the firm. Renders nothing if there are none. */
export function SharedViews({ what, shared, present, onShow }: SharedViewsProps) {
  // Another user's view whose removal the viewer is asked to confirm.
  const [removing, setRemoving] = useState<SharedView | null>(null);
  const remove = async (one: SharedView) => {
    if (!(await shared.remove(one))) return;
    const undo = one.isOwn ? () => void shared.share(one.view) : undefined;
    showDone(`View “${one.view.name}” is no longer shared`, undo);
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
      <ul className={classes.list} aria-label={`Shared views of ${what}`}>
        {shared.views.map((one) => (
          <li key={one.uuid} className={classes.line}>
            {one === removing ? (
              <Confirmation
                view={one}
                onConfirm={() => {
                  setRemoving(null);
                  void remove(one);
                }}
                onCancel={() => setRemoving(null)}
              />
            ) : (
              <>
                <ViewButton
                  view={one.view}
                  detail={one.isOwn ? 'You' : one.sharedBy}
                  present={present}
                  onShow={onShow}
                />
                {one.canDelete && (
                  <ActionIcon
                    size="sm"
                    variant="subtle"
                    title="Stop sharing"
                    aria-label={`Stop sharing ${one.view.name}`}
                    onClick={() => (one.isOwn ? void remove(one) : setRemoving(one))}
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
