import type { DeliverableTemplate } from 'firmbook-wasm';

/** Returns a template of the firm for books of agents. */
export const templateOf = (
  uuid: string,
  { groupBy = 1, ...other }: Partial<DeliverableTemplate> & { groupBy?: number } = {},
): DeliverableTemplate => ({
  uuid,
  templateType: 1,
  name: `Template ${uuid}`,
  isGlobal: false,
  isDefault: false,
  settings: {
    sections: ['summary', 'contracts', 'recommendation', 'disclosure'],
    policyColumns: [],
    annuityColumns: [],
    groupBy,
    pageSize: 'Letter',
    isLandscape: true,
    header: '',
    footer: '',
  },
  version: 1,
  isRetired: false,
  scheduleCount: 0,
  ...other,
});
