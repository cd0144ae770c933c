import { renderPage } from '@/testing/render';
import { screen } from '@testing-library/react';
import { linesOfBusiness } from '../lines-of-business';
import { BulkDialog } from './bulk-dialog';

test('counts progress by the contracts that change, not by the selected ones', async () => {
  renderPage(
    <BulkDialog
      title="Change the status of 4 policies"
      line={linesOfBusiness.policy}
      count={4}
      affected={2}
      records={[]}
      error={null}
      opened
      onClose={() => {}}
      action={{ label: 'Change 2 policies', run: () => {}, isDisabled: false }}
      progress={1}
      failed={[]}
    >
      <p>Preview</p>
    </BulkDialog>,
  );
  const bar = await screen.findByRole('progressbar', { name: '1 of 2 changed' });
  expect(bar).toHaveAttribute('aria-valuenow', '50');
});
