import { ApiError } from '@/lib/http';
import { fakeServer } from '@/testing/fake-server';
import { renderPage } from '@/testing/render';
import { screen, waitFor } from '@testing-library/react';
import { axe } from 'jest-axe';
import type { ContactInput } from 'firmbook-wasm';
import { contactKinds, type ContactNoun } from '@/lib/contact-kinds';
import { ContactForm } from './contact-form';

function setUp(noun: ContactNoun, save: (input: ContactInput) => Promise<void> = async () => undefined) {
  const saved: ContactInput[] = [];
  const failures: unknown[] = [];
  const onSave = async (input: ContactInput) => {
    saved.push(input);
    await save(input);
  };
  const view = renderPage(
    <ContactForm
      kind={contactKinds[noun]}
      person={null}
      version={null}
      saveLabel="Save"
      onSave={onSave}
      onCancel={() => undefined}
      onFailure={(reason) => failures.push(reason)}
    />,
  );
  return { ...view, saved, failures };
}

const box = (name: string | RegExp) => screen.getByRole('textbox', { name });

test('validates a field on blur, not while typing', async () => {
  const { user } = setUp('agent');
  await user.type(box('Email'), 'dana@');
  expect(box('Email')).not.toHaveAttribute('aria-invalid', 'true');
  await user.tab();
  expect(box('Email')).toHaveAttribute('aria-invalid', 'true');
  expect(box('Email')).toHaveAccessibleDescription(/\w/);
  await user.type(box('Email'), 'example.com');
  expect(box('Email')).not.toHaveAttribute('aria-invalid', 'true');
});

test('does not validate untouched fields before saving', async () => {
  const { user, saved } = setUp('agent');
  await user.type(box(/First name/), 'Dana');
  await user.tab();
  expect(box(/Last name/)).not.toHaveAttribute('aria-invalid', 'true');
  await user.click(screen.getByRole('button', { name: 'Save' }));
  expect(box(/Last name/)).toHaveAttribute('aria-invalid', 'true');
  expect(box(/Last name/)).toHaveFocus();
  expect(saved).toEqual([]);
});

test('sends typed values, and null for empty fields', async () => {
  const { user, saved } = setUp('agent');
  await user.type(box(/First name/), 'Dana');
  await user.type(box(/Last name/), 'Whitfield');
  await user.type(box('NPN'), '10000001');
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(saved).toHaveLength(1));
  expect(saved[0]?.person).toMatchObject({ firstName: 'Dana', npn: '10000001', email: null, taxId: null });
  expect(saved[0]?.person.ownerType).toBeNull();
});

test('warns about a Social Security number in the notes, and saves them', async () => {
  const { user, saved } = setUp('agent');
  await user.type(box(/First name/), 'Dana');
  await user.type(box(/Last name/), 'Whitfield');
  await user.type(box('Notes'), 'Spouse has SSN 523-86-1947');
  expect(box('Notes')).not.toHaveAccessibleDescription();
  await user.tab();
  expect(box('Notes')).toHaveAccessibleDescription(/looks like a Social Security number/);
  expect(box('Notes')).not.toHaveAttribute('aria-invalid', 'true');
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(saved).toHaveLength(1));
  expect(saved[0]?.person.notes).toBe('Spouse has SSN 523-86-1947');
});

test('shows server errors next to their fields and keeps typed values', async () => {
  const findings = [{ field: 'person.npn', code: 'taken', message: 'Another agent has this NPN.' }];
  const { user, failures } = setUp('agent', async () => {
    throw new ApiError(409, { code: 'taken', message: 'Taken.', errors: findings, traceId: 't' });
  });
  await user.type(box(/First name/), 'Dana');
  await user.type(box(/Last name/), 'Whitfield');
  await user.type(box('NPN'), '10000001');
  await user.click(screen.getByRole('button', { name: 'Save' }));
  expect(await screen.findByText('Another agent has this NPN.')).toBeInTheDocument();
  expect(box('NPN')).toHaveFocus();
  expect(box(/First name/)).toHaveValue('Dana');
  expect(failures).toEqual([]);
});

test('validates custom fields and sends them by name', async () => {
  fakeServer({ 'GET FirmAgent/customFields': () => [{ name: 'Office' }, { name: 'Since v1.0' }] });
  const { user, saved } = setUp('agent');
  const since = await screen.findByRole('textbox', { name: 'Since v1.0' });
  await user.type(since, '123-45-6789');
  await user.tab();
  expect(since).toHaveAttribute('aria-invalid', 'true');
  expect(since).toHaveAccessibleDescription(/tax ID/);
  await user.clear(since);
  await user.type(since, '2020');
  expect(since).not.toHaveAttribute('aria-invalid', 'true');
  await user.type(box(/First name/), 'Dana');
  await user.type(box(/Last name/), 'Whitfield');
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(saved).toHaveLength(1));
  expect(saved[0]?.customFields).toEqual({ 'Since v1.0': '2020' });
});

test('passes any other failure to the caller', async () => {
  const reason = new ApiError(500, null);
  const { user, failures } = setUp('insured', async () => {
    throw reason;
  });
  await user.type(box(/First name/), 'Dana');
  await user.type(box(/Last name/), 'Whitfield');
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(failures).toEqual([reason]));
  expect(box(/Last name/)).toHaveValue('Whitfield');
});

test('shows the name and date of a trust instead of personal fields', async () => {
  const { user, saved } = setUp('owner');
  await user.type(box(/First name/), 'Dana');
  await user.selectOptions(screen.getByRole('combobox', { name: 'Owner type' }), 'Trust');
  expect(screen.queryByRole('textbox', { name: /First name/ })).not.toBeInTheDocument();
  await user.type(box(/Name of the trust/), 'Whitfield Family Trust');
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(saved).toHaveLength(1));
  expect(saved[0]?.person).toMatchObject({
    ownerType: 2,
    organizationName: 'Whitfield Family Trust',
    firstName: null,
  });
});

test('omits the fields that do not apply to an agency', async () => {
  const { user, saved } = setUp('agent');
  await user.type(box(/First name/), 'Dana');
  await user.selectOptions(screen.getByRole('combobox', { name: 'Sex' }), 'F');
  await user.click(screen.getByRole('checkbox', { name: 'This agent is an agency' }));
  expect(screen.queryByRole('combobox', { name: 'Sex' })).not.toBeInTheDocument();
  await user.type(box(/Name/), 'Whitfield Agency');
  await user.type(box('Agency code'), 'A-1');
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(saved).toHaveLength(1));
  expect(saved[0]?.person).toMatchObject({
    organizationName: 'Whitfield Agency',
    firstName: null,
    sex: null,
    agencyCode: 'A-1',
  });
});

test.each<ContactNoun>(['agent', 'owner', 'insured'])('the form of an %s is accessible', async (noun) => {
  const { container } = setUp(noun);
  expect(await axe(container)).toHaveNoViolations();
});
