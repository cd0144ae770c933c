import {
  checkHostMessage,
  messageVersion,
  type HostEnvelope,
  type HostMessage,
  type WidgetEnvelope,
  type WidgetMessage,
} from 'firmbook-embed';

/** Messages to and from the page that embeds the widget. */
export interface Channel {
  /** Origin of the page, as reported by the browser. Empty until the channel is open. */
  readonly origin: string;
  send: (message: WidgetMessage) => void;
  onOpen: (open: () => void) => void;
  onMessage: (receive: (message: HostMessage) => void) => void;
}

/** Adds the version to a message for the page. */
export const toPage = (message: WidgetMessage): WidgetEnvelope => ({ v: messageVersion(), message });

/** Returns a message of the page. Throws for anything else than a message of this version. */
function readHostMessage(data: unknown): HostMessage {
  const envelope = data as HostEnvelope;
  checkHostMessage(envelope);
  return envelope.message;
}

/** Greets the page, and opens the channel when it answers with a port. Ignores other windows and origins. */
export function openChannel(origins: readonly string[], frame: Window = window): Channel {
  let port: MessagePort | undefined;
  let origin = '';
  let whenOpen: () => void = () => undefined;
  let receive: (message: HostMessage) => void = () => undefined;

  const send = (message: WidgetMessage) => port?.postMessage(toPage(message));

  const onPortMessage = ({ data }: MessageEvent) => {
    let message: HostMessage;
    try {
      message = readHostMessage(data);
    } catch (reason) {
      send({ type: 'error', code: 'invalid_message', message: textOf(reason) });
      return;
    }
    receive(message);
  };

  frame.addEventListener('message', (event) => {
    if (port || event.source !== frame.parent || !origins.includes(event.origin)) return;
    try {
      if (readHostMessage(event.data).type !== 'connect') return;
    } catch {
      return;
    }
    [port] = event.ports;
    origin = event.origin;
    port?.addEventListener('message', onPortMessage);
    port?.start();
    whenOpen();
  });
  // Names no origin, because the widget does not know it yet. The message has no content.
  frame.parent.postMessage(toPage({ type: 'hello' }), '*');

  return {
    get origin() {
      return origin;
    },
    send,
    onOpen: (open) => {
      whenOpen = open;
    },
    onMessage: (next) => {
      receive = next;
    },
  };
}

const textOf = (reason: unknown) => (reason instanceof Error ? reason.message : String(reason));
