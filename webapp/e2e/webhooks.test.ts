import { callApi } from './support/api';
import { DANA, eventually, journey, openAs, PARTNER, uniqueName } from './support/journey';

interface Received {
  id: string;
  type: string;
  data: { contactUuid?: string };
}

/** Returns the events that the partner's site has received and verified, newest first. */
async function received(): Promise<Received[]> {
  const response = await fetch(`${PARTNER}/webhooks`);
  if (!response.ok) throw new Error(await response.text());
  return (await response.json()) as Received[];
}

journey('a contact changed in the portal arrives at the partner', async () => {
  // Adds the webhook.
  await received();
  const page = await openAs(DANA, '/settings/embedding');
  const person = { firstName: 'Ada', lastName: uniqueName() };
  const { uuid } = await callApi<{ uuid: string }>(page, 'POST', 'FirmAgent/1', { person });
  const data = { contactType: 1, contactUuid: uuid, isDeleted: false };
  let id = '';
  await eventually(async () => {
    const event = (await received()).find(({ data: { contactUuid } }) => contactUuid === uuid);
    expect(event).toMatchObject({ type: 'contact.updated', data });
    id = event?.id ?? '';
  });

  await page.goto('/settings/embedding');
  const partner = page.getByRole('combobox', { name: 'Partner' });
  if (await partner.isVisible()) await partner.selectOption('Harbor Bank (development)');
  const row = page.getByRole('table', { name: 'Deliveries' }).getByRole('row').filter({ hasText: id });
  await row.getByText(/^Delivered /).waitFor();
  await row.getByRole('button', { name: /^Replay/ }).click();
  await page
    .getByRole('row')
    .filter({ hasText: id })
    .filter({ hasText: '(replay)' })
    .getByText(/^Delivered /)
    .waitFor();
  // The partner recognizes the event by its id.
  expect((await received()).filter((event) => event.id === id)).toHaveLength(1);
});

journey('the partner refuses an event without a valid signature', async () => {
  const response = await fetch(`${PARTNER}/webhooks`, {
    method: 'POST',
    headers: { 'firmbook-signature': `t=${Math.floor(Date.now() / 1000)},v1=00` },
    body: '{"id":"forged"}',
  });
  expect(response.status).toBe(401);
  expect(await received()).not.toContainEqual({ id: 'forged' });
});
