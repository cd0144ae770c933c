import type { Schemas } from '@/lib/api';
import { call } from '@/lib/http';
import { queryOptions } from '@tanstack/react-query';

export type Partner = Schemas['Partner'];
export type PartnerKey = Schemas['PartnerKey'];
export type EmbedSession = Schemas['EmbedSession'];
type PartnerInput = Schemas['PartnerInput'];

export const partnersQuery = queryOptions({
  queryKey: ['partners'],
  queryFn: ({ signal }) => call('GET', 'Embed/partners', { signal }),
});

export const sessionsQuery = (partnerUuid: string) =>
  queryOptions({
    queryKey: ['embedSessions', partnerUuid],
    queryFn: ({ signal }) =>
      call('GET', 'Embed/partners/{partnerUuid}/sessions', { path: { partnerUuid }, signal }),
    // Other sites create sessions at any time.
    staleTime: 0,
  });

/** Loads the reports whose totals a widget can show: policy and annuity reports, sorted by name. */
export const reportsQuery = queryOptions({
  queryKey: ['embedReports'],
  queryFn: async ({ signal }) => {
    const types = await Promise.all(
      [1, 2, 3].map((reportType) => call('GET', 'report', { query: { reportType }, signal })),
    );
    return types.flatMap(({ data }) => data).toSorted((a, b) => a.name.localeCompare(b.name));
  },
});

/** Loads the users whose policies a widget can show. */
export const usersQuery = queryOptions({
  queryKey: ['firmUsers'],
  queryFn: ({ signal }) => call('GET', 'FirmUser', { signal }),
});

/** Creates a session for a preview, as the signed-in user. */
export const previewWidget = (partnerUuid: string, body: Schemas['EmbedPreviewRequest']) =>
  call('POST', 'Embed/partners/{partnerUuid}/preview', { path: { partnerUuid }, body });

export const addPartner = (body: PartnerInput) => call('POST', 'Embed/partners', { body });

export const changePartner = (partnerUuid: string, body: PartnerInput) =>
  call('PUT', 'Embed/partners/{partnerUuid}', { path: { partnerUuid }, body });

export const createKey = (partnerUuid: string) =>
  call('POST', 'Embed/partners/{partnerUuid}/keys', { path: { partnerUuid } });

export const revokeKey = (partnerUuid: string, keyUuid: string) =>
  call('DELETE', 'Embed/partners/{partnerUuid}/keys/{keyUuid}', { path: { partnerUuid, keyUuid } });
