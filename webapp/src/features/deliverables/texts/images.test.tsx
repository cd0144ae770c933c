import { fakeServer, json, problem, type FakeRequest } from '@/testing/fake-server';
import { renderPage } from '@/testing/render';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { axe } from 'jest-axe';
import type { RichText } from './rich-text';
import { RichTextEditor } from './rich-text-editor';
import { editorOf, pasteHtml } from './testing';

const OFFICE = '0198a6f2-0000-7000-8000-000000000001';
const TEAM = '0198a6f2-0000-7000-8000-000000000002';
const stored = (uuid: string, name: string) => ({
  uuid,
  name,
  width: 1200,
  height: 800,
  sizeBytes: 4096,
  createdAt: '2026-11-29T12:00:00Z',
  createdBy: 'Dana Whitfield',
});
const image = (uuid: string, alt: string, width: number) => ({
  type: 'image' as const,
  attrs: { uuid, alt, width },
});
const words = { type: 'paragraph' as const, content: [{ type: 'text' as const, text: 'Dear client' }] };
const file = () => new Response(new Blob(['office']), { headers: { 'content-type': 'image/png' } });
const write = { read: true, write: true };
const ADMIN = { features: { firmSettings: write } };

async function openEditor(
  content: RichText['content'] = [words],
  routes: Record<string, (request: FakeRequest) => unknown> = {},
  options: Parameters<typeof renderPage>[1] = {},
) {
  const images = [stored(OFFICE, 'office.png')];
  const server = fakeServer({
    'GET TextImage': () => images,
    [`GET TextImage/${OFFICE}`]: file,
    [`GET TextImage/${TEAM}`]: file,
    'POST TextImage?name=team.png': () => {
      images.unshift(stored(TEAM, 'team.png'));
      return json(201, images[0]);
    },
    [`DELETE TextImage/${OFFICE}`]: () => {
      images.pop();
      return json(204, null);
    },
    ...routes,
  });
  const changes: RichText[] = [];
  const page = renderPage(
    <RichTextEditor
      label="Cover page"
      initial={{ type: 'doc', content }}
      placeholders={[]}
      onChange={(value) => changes.push(value)}
    />,
    options,
  );
  const text = await screen.findByRole('textbox', { name: 'Cover page' });
  return { ...page, server, text, last: () => changes.at(-1)?.content };
}

const form = () => screen.getByRole('form', { name: 'Image' });
const choose = (name: RegExp) => within(form()).findByRole('radio', { name });

test('inserts an image of the firm with a description and a width', async () => {
  const { user, text, last, container } = await openEditor();
  act(() => void editorOf(text).commands.setTextSelection(12));
  await user.click(screen.getByRole('button', { name: 'Image' }));
  await user.click(await choose(/^office.png/));
  await user.click(within(form()).getByRole('button', { name: 'Insert' }));
  expect(within(form()).getByRole('textbox', { name: 'Description' })).toBeInvalid();
  expect(await axe(container)).toHaveNoViolations();
  await user.type(within(form()).getByRole('textbox', { name: 'Description' }), 'Our office');
  await user.selectOptions(within(form()).getByRole('combobox', { name: 'Width' }), '75%');
  await user.click(within(form()).getByRole('button', { name: 'Insert' }));
  expect(last()).toEqual([words, image(OFFICE, 'Our office', 75), { type: 'paragraph' }]);
  act(() => void editorOf(text).commands.insertContent('Thank you'));
  expect(last()?.slice(1)).toEqual([
    image(OFFICE, 'Our office', 75),
    { type: 'paragraph', content: [{ type: 'text', text: 'Thank you' }] },
  ]);
  const shown = await within(text).findByRole('img', { name: 'Our office' });
  await waitFor(() =>
    expect(shown).toHaveAttribute('src', expect.stringMatching(/^data:image\/png;base64,/)),
  );
  expect(screen.queryByRole('form', { name: 'Image' })).toBeNull();
});

test('uploads an image and selects it', async () => {
  const { user, last } = await openEditor();
  await user.click(screen.getByRole('button', { name: 'Image' }));
  await user.click(within(form()).getByRole('button', { name: 'Insert' }));
  expect(within(form()).getByText('Choose or upload an image.')).toBeVisible();
  const input = document.querySelector('input[type="file"]') as HTMLInputElement;
  await user.upload(input, new File(['team'], 'team.png', { type: 'image/png' }));
  expect(await choose(/^team.png/)).toBeChecked();
  await user.type(within(form()).getByRole('textbox', { name: 'Description' }), 'The team');
  await user.click(within(form()).getByRole('button', { name: 'Insert' }));
  expect(last()?.some((block) => block.type === 'image' && block.attrs.uuid === TEAM)).toBe(true);
});

test('uploads a pasted image, and inserts pasted text without its picture', async () => {
  const { text, user, last } = await openEditor();
  act(() => void editorOf(text).commands.setTextSelection(12));
  const paste = (plain: string, name: string) =>
    fireEvent.paste(text, {
      clipboardData: {
        files: [new File(['team'], name, { type: name === 'team.png' ? 'image/png' : 'image/tiff' })],
        types: ['Files'],
        getData: (type: string) => (type === 'text/plain' ? plain : ''),
      },
    });
  paste('', 'team.tiff');
  paste(' and family', 'team.png');
  expect(last()).toEqual([
    { type: 'paragraph', content: [{ type: 'text', text: 'Dear client and family' }] },
  ]);
  expect(screen.queryByRole('form', { name: 'Image' })).toBeNull();

  paste('', 'team.png');
  await waitFor(async () => expect(await choose(/^team.png/)).toBeChecked());
  await user.type(within(form()).getByRole('textbox', { name: 'Description' }), 'The team');
  await user.click(within(form()).getByRole('button', { name: 'Insert' }));
  expect(last()?.some((block) => block.type === 'image' && block.attrs.uuid === TEAM)).toBe(true);
});

test('shows why an image was not uploaded', async () => {
  const { user } = await openEditor([words], {
    'POST TextImage?name=team.png': () => problem(422, 'image_damaged', 'The image is damaged.'),
    'POST TextImage?name=empty.png': () =>
      problem(400, 'validation_failed', 'Some values are not valid. Check the marked fields.', [
        { field: 'content', code: 'empty', message: 'The file is empty.' },
      ]),
  });
  await user.click(screen.getByRole('button', { name: 'Image' }));
  const input = document.querySelector('input[type="file"]') as HTMLInputElement;
  await user.upload(input, new File(['team'], 'team.png', { type: 'image/png' }));
  expect(await screen.findByText('The image is damaged.')).toBeVisible();
  await user.upload(input, new File([], 'empty.png', { type: 'image/png' }));
  expect(await screen.findByText('The file is empty.')).toBeVisible();
});

test('changes and removes the selected image', async () => {
  const { user, text, last } = await openEditor([image(OFFICE, 'Our office', 50), words]);
  act(() => void editorOf(text).commands.setNodeSelection(0));
  await user.click(screen.getByRole('button', { name: 'Image' }));
  const description = within(form()).getByRole('textbox', { name: 'Description' });
  expect(description).toHaveFocus();
  expect(description).toHaveValue('Our office');
  await user.clear(description);
  await user.type(description, 'Main office{Enter}');
  expect(last()).toEqual([image(OFFICE, 'Main office', 50), words]);
  act(() => void editorOf(text).commands.setNodeSelection(0));
  await user.click(screen.getByRole('button', { name: 'Image' }));
  await user.click(within(form()).getByRole('button', { name: 'Remove image' }));
  expect(last()).toEqual([words]);
});

test('deletes an image after a confirmation, if permitted', async () => {
  const { user, server } = await openEditor([words], {}, ADMIN);
  await user.click(screen.getByRole('button', { name: 'Image' }));
  await user.click(await within(form()).findByRole('button', { name: 'Delete office.png' }));
  await user.click(within(form()).getByRole('button', { name: 'Keep' }));
  expect(within(form()).getByRole('button', { name: 'Upload image' })).toHaveFocus();
  await user.click(within(form()).getByRole('button', { name: 'Delete office.png' }));
  expect(server.requests.some(({ method }) => method === 'DELETE')).toBe(false);
  await user.click(within(form()).getByRole('button', { name: 'Delete image' }));
  await waitFor(() => expect(within(form()).queryByRole('radio')).toBeNull());
  expect(within(form()).getByRole('button', { name: 'Upload image' })).toHaveFocus();
});

test('users without permission for firm settings cannot delete images', async () => {
  const { user } = await openEditor([words], {}, { features: {} });
  await user.click(screen.getByRole('button', { name: 'Image' }));
  await choose(/^office.png/);
  expect(within(form()).queryByRole('button', { name: /^Delete/ })).toBeNull();
});

test('shows the description of an image that cannot be loaded', async () => {
  const { text } = await openEditor([image(OFFICE, 'Our office', 50)], {
    [`GET TextImage/${OFFICE}`]: () => problem(404, 'not_found', 'The image does not exist.'),
  });
  expect(await within(text).findByText('Our office')).toBeVisible();
});

test('keeps images copied from the portal, and drops others', () => {
  const copied = (uuid: string) =>
    `<p data-pm-slice="0 0 []">A</p><img alt="Our office" data-uuid="${uuid}" data-width="50">`;
  expect(pasteHtml(copied(OFFICE)).content[1]).toEqual(image(OFFICE, 'Our office', 50));
  expect(pasteHtml(copied('../../secret')).content).toHaveLength(1);
  expect(pasteHtml('<p>A</p><img src="https://a.example/a.png" alt="A">').content).toHaveLength(1);
});
