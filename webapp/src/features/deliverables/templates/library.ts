import type { DeliverableTemplate, TemplateInput } from 'firmbook-wasm';
import { createContext, use } from 'react';
import { templatesQuery } from '../api';
import type { DeliverableKind } from '../kinds';
import {
  addGlobalTemplate,
  addTemplate,
  changeGlobalTemplate,
  changeTemplate,
  globalTemplatesQuery,
} from './api';

/** A set of templates: a firm's own, or those that staff maintain for all firms. */
interface Library {
  isOfAllFirms: boolean;
  query: typeof templatesQuery;
  add: (kind: DeliverableKind, input: TemplateInput) => Promise<DeliverableTemplate>;
  change: (uuid: string, input: TemplateInput) => Promise<DeliverableTemplate>;
  /** Returns whether the template can be changed here. */
  isOwn: (template: DeliverableTemplate) => boolean;
}

const FIRM: Library = {
  isOfAllFirms: false,
  query: templatesQuery,
  add: addTemplate,
  change: changeTemplate,
  isOwn: ({ isGlobal }) => !isGlobal,
};

export const ALL_FIRMS: Library = {
  isOfAllFirms: true,
  query: globalTemplatesQuery,
  add: addGlobalTemplate,
  change: changeGlobalTemplate,
  // Built-in templates have no version.
  isOwn: ({ version }) => version !== null,
};

const LibraryContext = createContext(FIRM);
export const LibraryProvider = LibraryContext.Provider;
export const useLibrary = () => use(LibraryContext);
