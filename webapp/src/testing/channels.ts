const channels = new Set<Channel>();

/** jsdom has no `BroadcastChannel`, and Node's keeps the process alive. */
class Channel extends EventTarget {
  constructor(readonly name: string) {
    super();
    channels.add(this);
  }
  postMessage() {}
  close() {
    channels.delete(this);
  }
}
globalThis.BroadcastChannel = Channel as unknown as typeof BroadcastChannel;

/** Sends a message to the page, as another tab does. */
export function sendFromTab(name: string, data: unknown): void {
  const { origin } = window.location;
  for (const channel of channels)
    if (channel.name === name) channel.dispatchEvent(new MessageEvent('message', { data, origin }));
}
