import { formatTimestamp } from '@/lib/timestamp';
import { useSession } from '@/lib/session';
import type { DeliverableText } from 'firmbook-wasm';

/** Author and time of the last change to a text, if known. */
export function TextChanged({ text: { updatedBy, updatedAt } }: { text: DeliverableText }) {
  const { timeZone } = useSession().user;
  if (!updatedAt && !updatedBy) return null;
  const at = updatedAt ? formatTimestamp(updatedAt, timeZone) : null;
  return <span>Changed {[updatedBy && `by ${updatedBy}`, at].filter(Boolean).join(', ')}.</span>;
}
