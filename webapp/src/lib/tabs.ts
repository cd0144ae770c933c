/** What the tabs of a browser tell each other: nothing about anybody. */
export type TabMessage =
  | { kind: 'activity'; atMs: number }
  | { kind: 'signOut' }
  /** The session works for another account now. */
  | { kind: 'account' };

let channel: BroadcastChannel | undefined;
const open = () => (channel ??= new BroadcastChannel('firmbook-session'));

/** Reaches every other tab of this origin, not this one. */
// oxlint-disable-next-line unicorn/require-post-message-target-origin
export const tellTabs = (message: TabMessage) => open().postMessage(message);

export function hearTabs(listener: (message: TabMessage) => void): () => void {
  const hear = ({ data }: MessageEvent<TabMessage>) => listener(data);
  open().addEventListener('message', hear);
  return () => open().removeEventListener('message', hear);
}
