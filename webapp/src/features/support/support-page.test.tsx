import { renderPage } from '@/testing/render';
import { screen } from '@testing-library/react';
import { axe } from 'jest-axe';
import { SupportPage } from './support-page';

test('shows the support contacts', async () => {
  const { container } = renderPage(<SupportPage />, {
    branding: { supportUrl: 'https://help.example/', contactPhoneNumber: '+14155550100' },
  });
  expect(screen.getByRole('link', { name: '(415) 555-0100' })).toHaveAttribute('href', 'tel:+14155550100');
  const center = screen.getByRole('link', { name: 'Help Center' });
  expect(center).toHaveAttribute('href', 'https://help.example/');
  expect(center).toHaveAttribute('target', '_blank');
  expect(document.title).toBe('Support · Firmbook');
  expect(await axe(container)).toHaveNoViolations();
});

test('refers to the firm administrator if there are no support contacts', () => {
  renderPage(<SupportPage />);
  expect(screen.queryByRole('link', { name: 'Help Center' })).not.toBeInTheDocument();
  expect(screen.getByText(/account administrator of your firm/)).toBeInTheDocument();
});

test('searches the help topics', async () => {
  const { user } = renderPage(<SupportPage />);
  const search = screen.getByRole('searchbox', { name: 'Search help' });
  await user.type(search, 'undo import');
  expect(screen.getByText('1 topic')).toBeInTheDocument();
  expect(screen.getByText('Import contacts from a spreadsheet')).toBeVisible();
  expect(screen.getByRole('link', { name: 'Imports' })).toBeVisible();
  await user.type(search, ' nonsense');
  await user.click(screen.getByRole('button', { name: 'Show all topics' }));
  expect(screen.getByText('Export a list')).toBeVisible();
});
