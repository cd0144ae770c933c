import { formatTimestamp } from '@/lib/timestamp';
import { formatDate, type CrummeyLetter } from 'firmbook-wasm';

/** Returns whether a letter can be delivered, or deleted. */
export const isOpen = ({ state }: CrummeyLetter) => state === 'Draft' || state === 'Failed';

/** Returns whether a delivery by mail or by hand was recorded. Only those can be removed. */
export const isRecorded = ({ state, method }: CrummeyLetter) => state === 'Delivered' && method !== 'Email';

/** Describes the progress of a letter. */
export function statusOf(letter: CrummeyLetter, timeZone: string): string {
  const { state, stateLabel, method, email, emailedAt, deliveredOn, failure } = letter;
  switch (state) {
    case 'Sending':
      return failure === null ? `Sending to ${email}` : `Sending to ${email}. Last attempt: ${failure}`;
    case 'Failed':
      return failure === null ? stateLabel : `${stateLabel}: ${failure}`;
    case 'Delivered':
      if (method === 'Email')
        return `Emailed ${emailedAt === null ? '' : formatTimestamp(emailedAt, timeZone)} to ${email}`;
      return `${method === 'Hand' ? 'Handed over' : 'Mailed'} ${deliveredOn === null ? '' : formatDate(deliveredOn)}`;
    default:
      return stateLabel;
  }
}
