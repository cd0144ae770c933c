import { crc32, deflateRawSync } from 'node:zlib';

const DEFLATED = 8;
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006';
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const SHEETS = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';

/** Creates an XLSX workbook with one sheet, `People`, of text cells. */
export function workbook(rows: string[][], method: 'stored' | 'deflated' = 'stored'): Uint8Array {
  const relation = (type: string, target: string) =>
    `<Relationships xmlns="${PACKAGE}/relationships">` +
    `<Relationship Id="r1" Type="${OFFICE}/${type}" Target="${target}"/></Relationships>`;
  const cell = (text: string) => `<c t="inlineStr"><is><t>${text}</t></is></c>`;
  const data = rows.map((cells) => `<row>${cells.map(cell).join('')}</row>`).join('');
  return zipped(method, {
    '[Content_Types].xml': `<Types xmlns="${PACKAGE}/content-types"/>`,
    '_rels/.rels': relation('officeDocument', 'xl/workbook.xml'),
    'xl/_rels/workbook.xml.rels': relation('worksheet', 'worksheets/sheet1.xml'),
    'xl/workbook.xml':
      `<workbook xmlns="${SHEETS}" xmlns:r="${OFFICE}">` +
      `<sheets><sheet name="People" sheetId="1" r:id="r1"/></sheets></workbook>`,
    'xl/worksheets/sheet1.xml': `<worksheet xmlns="${SHEETS}"><sheetData>${data}</sheetData></worksheet>`,
  });
}

/** Creates a ZIP archive. */
function zipped(method: 'stored' | 'deflated', texts: Record<string, string>): Uint8Array {
  const files: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const [name, text] of Object.entries(texts)) {
    const bytes = Buffer.from(text);
    const packed = method === 'deflated' ? deflateRawSync(bytes) : bytes;
    const about = Buffer.concat([
      shorts(20, 0, method === 'deflated' ? DEFLATED : 0, 0, 0),
      longs(crc32(bytes), packed.length, bytes.length),
      shorts(name.length, 0),
    ]);
    files.push(Buffer.concat([Buffer.from('PK\u0003\u0004'), about, Buffer.from(name), packed]));
    directory.push(
      Buffer.concat([Buffer.from('PK\u0001\u0002'), shorts(20), about, shorts(0, 0, 0), longs(0, offset)]),
      Buffer.from(name),
    );
    offset += files.at(-1)?.length ?? 0;
  }
  const count = files.length;
  const end = Buffer.concat([
    Buffer.from('PK\u0005\u0006'),
    shorts(0, 0, count, count),
    longs(Buffer.concat(directory).length, offset),
    shorts(0),
  ]);
  return new Uint8Array(Buffer.concat([...files, ...directory, end]));
}

const shorts = (...numbers: number[]) => littleEndian(2, numbers);
const longs = (...numbers: number[]) => littleEndian(4, numbers);

function littleEndian(bytes: number, numbers: number[]): Buffer {
  const written = Buffer.alloc(bytes * numbers.length);
  for (const [i, number] of numbers.entries()) written.writeUIntLE(number, i * bytes, bytes);
  return written;
}
