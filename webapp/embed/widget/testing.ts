import type { WidgetMessage } from 'firmbook-embed';
import type { Channel } from './channel';
import { Formats } from './formats';
import { Session } from './session';
import { Stage } from './stage';
import type { WidgetContext } from './view';

/** The parts of a widget's page, with a page around it that answers every request for a client secret. */
export function widgetContext(widget: string): WidgetContext & { sent: WidgetMessage[]; root: HTMLElement } {
  const sent: WidgetMessage[] = [];
  const channel: Channel = {
    origin: 'https://www.bank.example',
    send: (message) => {
      sent.push(message);
      if (message.type === 'needSecret') queueMicrotask(() => void session.accept('secret'));
    },
    onOpen: () => undefined,
    onMessage: () => undefined,
  };
  const session = new Session(channel, widget);
  const root = document.createElement('main');
  document.body.replaceChildren(root);
  const stage = new Stage(root, channel);
  return { stage, session, channel, formats: new Formats(), sent, root };
}
