import { formatMoment } from '@/lib/moment';
import { useSession } from '@/lib/session';
import type { DeliverableText } from 'firmbook-wasm';

/** Who changed a text, and when, as far as it is known. */
export function TextChanged({ text: { updatedBy, updatedAt } }: { text: DeliverableText }) {
  const { timeZone } = useSession().user;
  if (!updatedAt && !updatedBy) return null;
  const at = updatedAt ? formatMoment(updatedAt, timeZone) : null;
  return <span>Changed {[updatedBy && `by ${updatedBy}`, at].filter(Boolean).join(', ')}.</span>;
}
