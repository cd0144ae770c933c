import { showMessage, showSuccess } from '@/lib/toast';

/** Copies the address of a page of the app. */
export async function copyLink(path: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(new URL(path, window.location.origin).href);
    showSuccess('Link copied');
  } catch {
    showMessage({
      kind: 'error',
      title: 'Link not copied',
      message: 'Allow this site to use the clipboard.',
    });
  }
}
