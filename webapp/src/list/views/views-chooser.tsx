import { IconShare, IconTrash } from '@/components/icons';
import { showSuccess } from '@/lib/toast';
import { ActionIcon, Button, TextInput } from '@mantine/core';
import { sameName, type ListName, type SavedView } from 'firmbook-wasm';
import { useRef, useState, type FormEvent } from 'react';
import type { ViewsChange } from '../state/table-state';
import { sameView } from './same-view';
import { SharedViews } from './shared-views';
import { useOwnViews } from './use-own-views';
import { useSharedViews } from './use-shared-views';
import { ViewButton } from './view-button';
import classes from './views.module.css';

export interface ViewsChooserProps {
  /** Plural noun for the rows, as in "agents". */
  noun: string;
  /** The list whose table the server stores. Null if the browser stores it. */
  list: ListName | null;
  canShare: boolean;
  views: readonly SavedView[];
  /** The current state of the list. */
  currentView: Omit<SavedView, 'name'>;
  onShow: (view: SavedView) => void;
  /** Called after views have been stored. */
  onChanged: (change: ViewsChange) => void;
  onDone: () => void;
}

const MAX_VIEWS = 30;

/** Shows, saves, replaces and removes the user's views of a list. */
export function ViewsChooser(props: ViewsChooserProps) {
  const { noun, list, canShare, views, currentView, onShow, onChanged, onDone } = props;
  const [typed, setTyped] = useState('');
  const field = useRef<HTMLInputElement>(null);
  const own = useOwnViews(list, onChanged);
  const shared = useSharedViews(canShare ? list : null);
  const name = typed.trim().replace(/\s+/g, ' ');
  const existing = views.find((view) => sameName(view.name, name));
  const sharedCopy = existing && canShare ? shared.copyOf(existing) : undefined;
  const isFull = !existing && views.length >= MAX_VIEWS;

  const save = async (event: FormEvent) => {
    event.preventDefault();
    if (!name || isFull || own.isSaving) return;
    const view = { name, ...currentView };
    if (!(await own.put(view))) return;
    setTyped('');
    field.current?.focus();
    const isReplacedForAll = sharedCopy !== undefined && (await shared.share(view));
    const done = isReplacedForAll ? 'replaced for you and your firm' : existing ? 'replaced' : 'saved';
    showSuccess(`View “${name}” ${done}`);
  };
  const remove = async (view: SavedView) => {
    if (await own.remove(view)) showSuccess(`View “${view.name}” removed`, () => void own.put(view));
  };

  const show = (view: SavedView) => {
    onShow(view);
    onDone();
  };

  /** Returns whether the view is shared and the shared copy is up to date. */
  const isShared = (view: SavedView) => {
    const copy = shared.copyOf(view);
    return copy !== undefined && sameView(copy.view, view);
  };
  const shareTitle = (view: SavedView) =>
    isShared(view)
      ? 'Shared with your firm'
      : shared.copyOf(view)
        ? 'Update the shared view'
        : 'Share with your firm';
  const share = async (view: SavedView) => {
    if (await shared.share(view))
      showSuccess(`View “${view.name}” shared. Everyone at your firm can see its filters and search text.`);
  };

  return (
    <div className={classes.panel}>
      {views.length === 0 ? (
        <p className={classes.none}>Save the current search, filters, sort order and columns as a view.</p>
      ) : (
        <ul className={classes.list} aria-label={`Saved views of ${noun}`}>
          {views.map((view) => (
            <li key={view.name} className={classes.line}>
              <ViewButton view={view} currentView={currentView} onShow={show} />
              {canShare && (
                <ActionIcon
                  size="sm"
                  variant="subtle"
                  title={shareTitle(view)}
                  aria-label={`${shareTitle(view)}: ${view.name}`}
                  // A disabled button would lose the focus to the one that removes the view.
                  aria-disabled={isShared(view) || undefined}
                  data-disabled={isShared(view) || undefined}
                  onClick={() => isShared(view) || void share(view)}
                >
                  <IconShare size={14} aria-hidden />
                </ActionIcon>
              )}
              <ActionIcon
                size="sm"
                variant="subtle"
                aria-label={`Remove ${view.name}`}
                onClick={() => void remove(view)}
              >
                <IconTrash size={14} aria-hidden />
              </ActionIcon>
            </li>
          ))}
        </ul>
      )}
      {canShare && <SharedViews noun={noun} shared={shared} currentView={currentView} onShow={show} />}
      <form className={classes.form} onSubmit={(event) => void save(event)}>
        <TextInput
          ref={field}
          data-autofocus
          className={classes.name}
          label="Save the current view as"
          maxLength={80}
          value={typed}
          description={sharedCopy && 'Also replaces the view that you share with your firm.'}
          error={isFull ? `You can save up to ${MAX_VIEWS} views.` : undefined}
          onChange={(event) => setTyped(event.currentTarget.value)}
        />
        <Button type="submit" variant="default" disabled={!name || isFull} loading={own.isSaving}>
          {existing ? 'Replace' : 'Save'}
        </Button>
      </form>
    </div>
  );
}
