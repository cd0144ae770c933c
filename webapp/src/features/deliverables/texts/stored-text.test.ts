import type { RichText } from './rich-text';
import { isSameText, storedOf } from './stored-text';

const text = (words: string) => ({ type: 'text' as const, text: words });
const paragraph = (words: string) => ({ type: 'paragraph' as const, content: [text(words)] });

const STORED: RichText = {
  type: 'doc',
  content: [
    { type: 'heading', attrs: { level: 2 }, content: [text('Summary')] },
    { type: 'paragraph' },
    { type: 'image', attrs: { uuid: '0198a6f2-0000-7000-8000-000000000001', alt: 'Office', width: 50 } },
    {
      type: 'paragraph',
      content: [
        { type: 'text', text: 'Bold', marks: [{ type: 'bold' }, { type: 'underline' }] },
        { type: 'hardBreak' },
        {
          type: 'text',
          text: 'site',
          marks: [{ type: 'link', attrs: { href: 'https://example.com/a?b=1' } }],
        },
      ],
    },
    {
      type: 'orderedList',
      content: [
        {
          type: 'listItem',
          content: [
            paragraph('One'),
            { type: 'bulletList', content: [{ type: 'listItem', content: [paragraph('Nested')] }] },
          ],
        },
      ],
    },
    {
      type: 'table',
      content: [
        {
          type: 'tableRow',
          content: [
            { type: 'tableHeader', content: [paragraph('Carrier')] },
            { type: 'tableCell', content: [{ type: 'paragraph' }] },
          ],
        },
      ],
    },
  ],
};

test('keeps a stored text unchanged', () => {
  expect(storedOf(structuredClone(STORED))).toEqual(STORED);
  expect(isSameText(storedOf(structuredClone(STORED)), STORED)).toBe(true);
});

test('treats texts that differ in a mark as different', () => {
  const plain = storedOf({ type: 'doc', content: [paragraph('A')] });
  const bold = storedOf({
    type: 'doc',
    content: [{ type: 'paragraph', content: [{ type: 'text', text: 'A', marks: [{ type: 'bold' }] }] }],
  });
  expect(isSameText(plain, bold)).toBe(false);
});

test('drops attributes that are not stored', () => {
  const cell = {
    type: 'tableCell',
    attrs: { colspan: 1, rowspan: 1, colwidth: [120] },
    content: [paragraph('A')],
  };
  const link = {
    type: 'link',
    attrs: { href: 'mailto:a@example.com', target: '_blank', rel: 'noopener', class: 'x', title: null },
  };
  const item = { type: 'listItem', attrs: { value: 3 }, content: [paragraph('A')] };
  expect(
    storedOf({
      type: 'doc',
      attrs: { x: 1 },
      content: [
        { type: 'heading', attrs: { level: 3, id: 'x', textAlign: 'left' } },
        { type: 'orderedList', attrs: { start: 4, type: 'a' }, content: [item] },
        { type: 'table', attrs: { style: 'x' }, content: [{ type: 'tableRow', attrs: {}, content: [cell] }] },
        {
          type: 'paragraph',
          attrs: { style: 'x' },
          content: [{ type: 'text', text: 'A', marks: [link, { type: 'bold', attrs: {} }] }],
        },
      ],
    }),
  ).toEqual({
    type: 'doc',
    content: [
      { type: 'heading', attrs: { level: 3 } },
      { type: 'orderedList', content: [{ type: 'listItem', content: [paragraph('A')] }] },
      {
        type: 'table',
        content: [{ type: 'tableRow', content: [{ type: 'tableCell', content: [paragraph('A')] }] }],
      },
      {
        type: 'paragraph',
        content: [
          {
            type: 'text',
            text: 'A',
            marks: [{ type: 'link', attrs: { href: 'mailto:a@example.com' } }, { type: 'bold' }],
          },
        ],
      },
    ],
  });
});

test('drops unknown nodes, unknown marks and unsafe links', () => {
  const marks = [{ type: 'code' }, { type: 'link', attrs: { href: 'javascript:alert(1)' } }];
  expect(
    storedOf({
      type: 'doc',
      content: [
        { type: 'image', attrs: { src: 'x' } },
        { type: 'paragraph', content: [{ type: 'image' }, { type: 'text', text: 'A', marks }] },
        {
          type: 'table',
          content: [
            {
              type: 'tableRow',
              content: [
                { type: 'tableCell', content: [paragraph('B'), { type: 'heading', attrs: { level: 1 } }] },
              ],
            },
          ],
        },
      ],
    }),
  ).toEqual({
    type: 'doc',
    content: [
      paragraph('A'),
      {
        type: 'table',
        content: [{ type: 'tableRow', content: [{ type: 'tableCell', content: [paragraph('B')] }] }],
      },
    ],
  });
});
