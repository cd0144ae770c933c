import { useMemo, useState } from 'react';
import type { DeliverableTemplate } from 'firmbook-wasm';
import type { Choices } from './api';
import { defaultTemplate } from './default-template';

/** Manages a document's template and grouping. The template's grouping applies until the user selects one. */
export function useChoices(templates: readonly DeliverableTemplate[]) {
  const [changed, setChanged] = useState<Partial<Choices>>({});
  const template = templates.find(({ uuid }) => uuid === changed.templateUuid) ?? defaultTemplate(templates);
  const templateUuid = template?.uuid ?? '';
  const groupBy = changed.groupBy ?? template?.settings.groupBy ?? NO_GROUPING;
  return {
    choices: useMemo((): Choices => ({ templateUuid, groupBy }), [templateUuid, groupBy]),
    change: (change: Partial<Choices>) => setChanged({ ...changed, ...change }),
  };
}

export const NO_GROUPING = 1;
