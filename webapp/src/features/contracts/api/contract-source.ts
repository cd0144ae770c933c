import { call, callForResponse } from '@/lib/http';
import type { ListSource, RowPage, RowTotals } from '@/list/types';
import type { LineOfContract } from '../lines';

/** The list calls of a line of contract. */
export const contractSource = ({ list, resource }: LineOfContract): ListSource => ({
  list,
  key: [list],
  api: {
    search: (body, signal) => call<RowPage>('POST', `${resource}/search`, { body, signal }),
    totals: (body, signal) => call<RowTotals>('POST', `${resource}/totals`, { body, signal }),
    exportCsv: (body, signal) => callForResponse('POST', `${resource}/export`, { body, signal }),
  },
});
