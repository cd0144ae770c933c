/** Saves a response body as a file, under the name sent by the server. */
export async function saveResponse(
  response: Response,
  fallbackName: string,
  onProgress?: (bytes: number) => void,
) {
  const parts: BlobPart[] = [];
  let bytes = 0;
  let reported = 0;
  for await (const part of response.body ?? []) {
    parts.push(part as Uint8Array<ArrayBuffer>);
    bytes += part.byteLength;
    if (onProgress && performance.now() - reported > 150) {
      reported = performance.now();
      onProgress(bytes);
    }
  }
  const type = response.headers.get('content-type') ?? 'application/octet-stream';
  const address = URL.createObjectURL(new Blob(parts, { type }));
  const link = document.createElement('a');
  link.href = address;
  link.download = fileName(response.headers.get('content-disposition')) ?? fallbackName;
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}

/** Lets the browser download a URL of this server. If the server returns an error, the page stays open. */
export function downloadUrl(url: string, name: string) {
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
}

export function fileName(disposition: string | null): string | null {
  const encoded = disposition?.match(/filename\*=UTF-8''([^;]+)/i)?.[1];
  if (encoded) return decodeURIComponent(encoded);
  return disposition?.match(/filename="?([^";]+)"?/i)?.[1] ?? null;
}
