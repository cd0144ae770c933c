import type { RichText } from './rich-text';
import type { TextAddress } from './scopes';

/** An unsaved text. */
export interface Draft {
  value: RichText;
  /** Version of the saved text when the draft was started. */
  version: number | null;
  /** Time of the last change. */
  at: string;
}

// In sessionStorage, because localStorage would keep client data after the tab closes. Cleared on sign-out.
const PREFIX = 'firmbook-draft-';
const MAX_DRAFTS = 10;
const MAX_LENGTH = 200_000;

/** Reads, stores and drops the draft of a text. Each account, that is each user of a firm, has its own. */
export function draftOf(account: string, { kind, path, templateUuid, uuid, isOfAllFirms }: TextAddress) {
  const scopeKey = isOfAllFirms ? ['allFirms'] : [templateUuid, uuid];
  const key = `${PREFIX}${[account, kind, path, ...scopeKey].join('/')}`;
  return {
    read: (): Draft | null => parsed(key),
    store(draft: Draft) {
      const text = JSON.stringify(draft);
      if (text.length > MAX_LENGTH) return;
      try {
        sessionStorage.setItem(key, text);
        dropOldest();
      } catch {
        // Storage is full or unavailable. The text is still in the editor.
      }
    },
    drop: () => sessionStorage.removeItem(key),
  };
}

function parsed(key: string): Draft | null {
  try {
    return JSON.parse(sessionStorage.getItem(key) ?? 'null') as Draft | null;
  } catch {
    return null;
  }
}

function dropOldest() {
  const drafts = Object.keys(sessionStorage)
    .filter((key) => key.startsWith(PREFIX))
    .map((key) => ({ key, at: parsed(key)?.at ?? '' }))
    .toSorted((a, b) => b.at.localeCompare(a.at));
  for (const { key } of drafts.slice(MAX_DRAFTS)) sessionStorage.removeItem(key);
}
