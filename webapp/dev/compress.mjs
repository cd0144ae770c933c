// Compresses the files of the build, so that the server need not compress them for every browser.
//   node webapp/dev/compress.mjs [DIRECTORY]
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

const DIST = process.argv[2] ?? join(import.meta.dirname, '../dist');
/** Fonts and images are already compressed. The server inserts a nonce into each copy of index.html. */
const PACKABLE = /\.(js|css|wasm|svg)$/;
const PACKERS = {
  br: (content) =>
    promisify(brotliCompress)(content, { params: { [constants.BROTLI_PARAM_SIZE_HINT]: content.length } }),
  gz: (content) => promisify(gzip)(content, { level: constants.Z_BEST_COMPRESSION }),
};

async function compress(file) {
  const content = await readFile(file);
  for (const [extension, pack] of Object.entries(PACKERS)) {
    await writeFile(`${file}.${extension}`, await pack(content));
  }
}

const files = await readdir(DIST, { recursive: true });
await Promise.all(files.filter((file) => PACKABLE.test(file)).map((file) => compress(join(DIST, file))));
