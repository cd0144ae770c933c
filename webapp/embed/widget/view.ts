import type { WidgetOptions } from 'firmbook-embed';

/** What a widget shows. */
export interface View {
  /** Loads the first rows. */
  open: () => void;
  update: (options: WidgetOptions) => void;
  /** Removes all data and shows a text instead. */
  close: (text: string) => void;
}
