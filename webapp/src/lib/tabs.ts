/** Messages between the tabs of a browser. They contain no personal data. */
type TabMessage =
  | { kind: 'activity'; atMs: number }
  | { kind: 'signOut' }
  /** The session switched to another account. */
  | { kind: 'account' };

let channel: BroadcastChannel | undefined;
const openChannel = () => (channel ??= new BroadcastChannel('firmbook-session'));

/** Posts a message to all other tabs with this origin. */
// oxlint-disable-next-line unicorn/require-post-message-target-origin
export const broadcastToTabs = (message: TabMessage) => openChannel().postMessage(message);

export function onTabMessage(listener: (message: TabMessage) => void): () => void {
  const handler = ({ data }: MessageEvent<TabMessage>) => listener(data);
  openChannel().addEventListener('message', handler);
  return () => openChannel().removeEventListener('message', handler);
}
