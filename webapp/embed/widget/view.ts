import type { WidgetOptions } from 'firmbook-embed';
import type { Channel } from './channel';
import type { Formats } from './formats';
import type { Session } from './session';
import type { Stage } from './stage';

/** What a widget shows. */
export interface View {
  /** Loads the first rows. */
  open: () => void;
  update: (options: WidgetOptions) => void;
  /** Shows the loaded data again, after another language was set. */
  redraw: () => void;
  /** The server calls a client method of the hub. */
  hear?: (target: string, values: unknown[]) => void;
  /** Loads the shown data again. */
  refresh: () => void;
  /** Removes all data and shows a text instead. */
  close: (text: string) => void;
}

/** The parts of the page that views use. */
export interface WidgetContext {
  stage: Stage;
  session: Session;
  channel: Channel;
  formats: Formats;
}
