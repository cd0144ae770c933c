import { showDone } from '@/lib/toast';

/** Copies a text to the clipboard. */
export async function copyText(text: string, done: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    showDone(done);
  } catch {
    // Browsers can deny access to the clipboard. The text can be copied by hand.
  }
}
