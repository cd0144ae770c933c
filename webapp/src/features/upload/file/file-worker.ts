import type { UploadType, Format, Head, Mapping, Reading, ReadingChoice } from 'firmbook-wasm';
import type { FileRefusal } from 'firmbook-later';

/** A file to parse. Options missing from `choices` are detected. */
export interface FileWorkerRequest {
  file: File;
  kind: UploadType;
  choices: readonly ReadingChoice[];
}

/**
 * Messages from the worker: `read` with the suggested mapping, then `counted` with the number of
 * rows. `refused` if the file is invalid, `elsewhere` if only the server can parse it.
 */
export type FileWorkerResponse =
  | { type: 'read'; reading: Reading; mapping: Mapping }
  | { type: 'counted'; rows: number }
  | { type: 'refused'; error: FileRefusal }
  | { type: 'elsewhere' };

// Not a static import: loading it would delay the message listener and drop early messages.
const module = import('firmbook-reading');

/** A file with a parsed head, and a function that counts all rows. */
interface Opened {
  head: Head;
  count: () => number | Promise<number>;
}

async function handleRequest({ file, kind, choices }: FileWorkerRequest): Promise<void> {
  const { fileFormat, headBytes, suggestMapping } = await module;
  const start = await bytesOf(file.slice(0, headBytes()));
  const format = fileFormat(start, file.size, file.name);
  const { head, count } = await (format === 'text'
    ? openText(file, start, [...choices])
    : openWorkbook(file, format, [...choices]));
  respond({ type: 'read', reading: head.reading, mapping: suggestMapping(kind, head) });
  respond({ type: 'counted', rows: await count() });
}

async function openText(file: File, start: Uint8Array, choices: ReadingChoice[]): Promise<Opened> {
  const { countRows, textHead } = await module;
  return {
    head: textHead(start, file.size <= start.length, file.name, choices),
    count: async () => countRows(await bytesOf(file), file.name, choices),
  };
}

async function openWorkbook(file: File, format: Format, choices: ReadingChoice[]): Promise<Opened> {
  const { OpenWorkbook } = await import('firmbook-workbook');
  const workbook = new OpenWorkbook(await bytesOf(file), format);
  const head = workbook.head(choices);
  return { head, count: () => workbook.countRows(head.reading) };
}

const bytesOf = async (part: Blob) => new Uint8Array(await part.arrayBuffer());

const respond = (response: FileWorkerResponse) => postMessage(response);

addEventListener('message', ({ data }: MessageEvent<FileWorkerRequest>) => {
  handleRequest(data).catch((reason: unknown) => {
    const isRefusal = reason instanceof Error && 'code' in reason && typeof reason.code === 'string';
    if (!isRefusal) return reportError(reason);
    respond({ type: 'refused', error: { code: reason.code as string, message: reason.message } });
  });
});
