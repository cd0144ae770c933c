import { showSuccess } from '@/lib/toast';

/** Copies a text to the clipboard. */
export async function copyText(text: string, successText: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    showSuccess(successText);
  } catch {
    // Browsers can deny access to the clipboard. The text can be copied by hand.
  }
}
