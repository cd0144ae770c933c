import type { WidgetMessage } from 'firmbook-embed';

/** Messages that an element dispatches as events. */
type Dispatched = Exclude<WidgetMessage, { type: 'hello' | 'needSecret' }>;

/** Details of the events, by the name of the event. */
export type WidgetEvents = {
  [Message in Dispatched as Message['type']]: Omit<Message, 'type'>;
};
