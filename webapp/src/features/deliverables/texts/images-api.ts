import { call, download } from '@/lib/http';
import type { Schemas } from '@/lib/api';
import { queryOptions } from '@tanstack/react-query';

/** An image that the firm's texts can contain. */
export type TextImage = Schemas['TextImage'];

export const textImagesQuery = queryOptions({
  queryKey: ['textImages'],
  queryFn: ({ signal }) => call('GET', 'TextImage', { signal }),
});

/** Loads an image as a data URL. Loading needs an access token, and the security policy forbids blobs. */
export const textImageFileQuery = (uuid: string) =>
  queryOptions({
    queryKey: ['textImageFile', uuid],
    queryFn: async ({ signal }) =>
      dataUrlOf(await download('GET', 'TextImage/{imageUuid}', { path: { imageUuid: uuid }, signal })),
    // Images do not change.
    staleTime: Infinity,
  });

export const addTextImage = (file: File) =>
  call('POST', 'TextImage', { query: { name: file.name }, body: file });

export const deleteTextImage = (uuid: string) =>
  call('DELETE', 'TextImage/{imageUuid}', { path: { imageUuid: uuid } });

/** Number of bytes converted at a time. */
const PART = 8192;

async function dataUrlOf(file: Response): Promise<string> {
  const bytes = new Uint8Array(await file.arrayBuffer());
  let binary = '';
  for (let start = 0; start < bytes.length; start += PART)
    binary += String.fromCharCode(...bytes.subarray(start, start + PART));
  return `data:${file.headers.get('content-type') ?? ''};base64,${btoa(binary)}`;
}
