import type { ContactKind, Format, Head, Mapping, Reading, ReadingChoice } from 'firmbook-wasm';
import type { FileRefusal } from 'firmbook-later';

/** A file to be read; what is not chosen is detected. */
export interface FileQuestion {
  file: File;
  kind: ContactKind;
  choices: readonly ReadingChoice[];
}

/** What the columns seem to hold, and then how many rows there are; or why the file is refused; or that only the server
 * can tell. */
export type FileAnswer =
  | { type: 'read'; reading: Reading; mapping: Mapping }
  | { type: 'counted'; rows: number }
  | { type: 'refused'; error: FileRefusal }
  | { type: 'elsewhere' };

// Imported at once it would keep the worker from hearing what it is asked meanwhile.
const module = import('firmbook-reading');

async function answer({ file, kind, choices }: FileQuestion): Promise<void> {
  const { countRows, fileFormat, headBytes, suggestMapping, textHead } = await module;
  const chosen = [...choices];
  const start = new Uint8Array(await file.slice(0, headBytes()).arrayBuffer());
  const format: Format = fileFormat(start, file.size, file.name);
  if (format !== 'text') return say({ type: 'elsewhere' });
  const head: Head = textHead(start, file.size <= start.length, file.name, chosen);
  say({ type: 'read', reading: head.reading, mapping: suggestMapping(kind, head) });
  say({ type: 'counted', rows: countRows(new Uint8Array(await file.arrayBuffer()), file.name, chosen) });
}

const say = (said: FileAnswer) => postMessage(said);

addEventListener('message', ({ data }: MessageEvent<FileQuestion>) => {
  answer(data).catch((reason: unknown) => {
    const isRefusal = reason instanceof Error && 'code' in reason && typeof reason.code === 'string';
    if (!isRefusal) return reportError(reason);
    say({ type: 'refused', error: { code: reason.code as string, message: reason.message } });
  });
});
