import { call } from '@/lib/http';
import type { Schemas } from '@/lib/api';
import type { FieldProblem } from 'firmbook-wasm';
import type { RichText } from './rich-text';

// Types of the API that docs/openapi.json and the wasm modules do not have yet.

/** Where a text applies, from the narrowest to the widest. */
export type TextLevel = 'contact' | 'report' | 'template' | 'firm' | 'global';

/** A text that applies at a level, either its own or an inherited one. */
export interface DeliverableText {
  value: RichText;
  /** The level that the text comes from. */
  level: TextLevel;
  /** Version of the level's own text. Null if it has none. */
  version: number | null;
  /** What applies without the level's own text. Null if it has none. */
  inherited: { level: TextLevel; value: RichText } | null;
  updatedAt: string | null;
  updatedBy: string | null;
}

export type BookPreview = Schemas['BookPreview'];

/** A field that the document replaces with its value. */
export interface Placeholder {
  /** Such as `owner.fullName`. */
  name: string;
  label: string;
}

interface TextCall {
  query: { templateUuid?: string; agentUuid?: string; version?: number };
  body?: { value: RichText; version?: number | null };
  signal?: AbortSignal;
}

/** `call` for the paths of texts. */
export const callText = call as unknown as <Answer>(
  method: 'GET' | 'PUT' | 'DELETE' | 'POST',
  path: string,
  options: TextCall,
) => Promise<Answer>;

export type Check = (kind: number, value: RichText) => FieldProblem[];
