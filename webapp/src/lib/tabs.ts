/** Messages between the tabs of a browser. They contain no personal data. */
type TabMessage =
  | { kind: 'activity'; atMs: number }
  | { kind: 'signOut' }
  /** The session switched to another account. */
  | { kind: 'account' };

let channel: BroadcastChannel | undefined;
const open = () => (channel ??= new BroadcastChannel('firmbook-session'));

/** Posts a message to all other tabs with this origin. */
// oxlint-disable-next-line unicorn/require-post-message-target-origin
export const tellTabs = (message: TabMessage) => open().postMessage(message);

export function hearTabs(listener: (message: TabMessage) => void): () => void {
  const hear = ({ data }: MessageEvent<TabMessage>) => listener(data);
  open().addEventListener('message', hear);
  return () => open().removeEventListener('message', hear);
}
