import { render, screen, within } from '@testing-library/react';
import type { RichText } from './rich-text';
import { RichTextView } from './rich-text-view';

test('renders every node and mark', () => {
  const words = (text: string) => ({
    type: 'paragraph' as const,
    content: [{ type: 'text' as const, text }],
  });
  const value: RichText = {
    type: 'doc',
    content: [
      { type: 'heading', attrs: { level: 2 }, content: [{ type: 'text', text: 'Summary' }] },
      {
        type: 'paragraph',
        content: [
          { type: 'text', text: 'Strong', marks: [{ type: 'bold' }, { type: 'underline' }] },
          { type: 'hardBreak' },
          { type: 'text', text: 'site', marks: [{ type: 'link', attrs: { href: 'https://example.com' } }] },
          { type: 'text', text: 'unsafe', marks: [{ type: 'link', attrs: { href: 'javascript:alert(1)' } }] },
        ],
      },
      {
        type: 'orderedList',
        content: [
          {
            type: 'listItem',
            content: [
              words('One'),
              { type: 'bulletList', content: [{ type: 'listItem', content: [words('Two')] }] },
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
              { type: 'tableHeader', content: [words('Carrier')] },
              { type: 'tableCell', content: [words('Pacific Life')] },
            ],
          },
        ],
      },
    ],
  };
  const { container } = render(<RichTextView value={value} />);
  expect(screen.getByRole('heading', { level: 2, name: 'Summary' })).toBeVisible();
  expect(container.querySelector('strong > u')).toHaveTextContent('Strong');
  expect(container.querySelectorAll('br')).toHaveLength(1);
  expect(screen.getAllByRole('link').map((link) => link.getAttribute('href'))).toEqual([
    'https://example.com',
  ]);
  expect(within(screen.getAllByRole('list')[0] as HTMLElement).getAllByRole('listitem')).toHaveLength(2);
  expect(screen.getByRole('columnheader', { name: 'Carrier' })).toBeVisible();
  expect(screen.getByRole('cell', { name: 'Pacific Life' })).toBeVisible();
});
