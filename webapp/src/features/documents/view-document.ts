import { download } from '@/lib/http';
import type { Document } from 'firmbook-wasm';

/** Types that browsers show without running anything from the file. */
const VIEWABLE = new Set(['application/pdf', 'image/png', 'image/jpeg', 'image/gif', 'image/webp']);

export const isViewable = ({ mediaType }: Document) => VIEWABLE.has(mediaType);

/** Opens a document in a new tab. */
export async function viewDocument({ uuid, mediaType }: Document): Promise<void> {
  // Browsers block a tab that opens only after the download.
  const tab = window.open('', '_blank');
  try {
    const response = await download('GET', 'Document/{documentUuid}', { path: { documentUuid: uuid } });
    const address = URL.createObjectURL(new Blob([await response.arrayBuffer()], { type: mediaType }));
    tab?.location.replace(address);
    setTimeout(() => URL.revokeObjectURL(address), 60_000);
  } catch (reason) {
    tab?.close();
    throw reason;
  }
}
