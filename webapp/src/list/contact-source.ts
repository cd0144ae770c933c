import { call, download } from '@/lib/http';
import type { ListSource } from '@/list/types';
import type { ContactKindConfig } from '@/lib/contact-kinds';

/** Returns the list for a kind of contact. */
export const contactSource = (kind: ContactKindConfig): ListSource => ({
  list: kind.list,
  key: [kind.list],
  api: {
    columns: (signal) => call('GET', `${kind.resource}/columns`, { signal }),
    search: (body, signal) => call('POST', `${kind.resource}/search`, { body, signal }),
    totals: (body, signal) => call('POST', `${kind.resource}/totals`, { body, signal }),
    exportRows: (body, format, signal) =>
      download('POST', `${kind.resource}/export`, { query: { format }, body, signal }),
  },
});
