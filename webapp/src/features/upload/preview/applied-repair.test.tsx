import { renderPage } from '@/testing/render';
import { jest } from '@jest/globals';
import { screen } from '@testing-library/react';
import { AppliedRepair } from './applied-repair';

test('names the field of a repair as the form does, and undoes the repair', async () => {
  const onUndo = jest.fn();
  const repair = { code: 'invalid_date', field: 'person.dob', kind: 'moveToNotes' } as const;
  const { user } = renderPage(
    <ul>
      <AppliedRepair repair={repair} isBusy={false} onUndo={onUndo} />
    </ul>,
  );
  expect(screen.getByRole('listitem')).toHaveTextContent('Date of birth: Move to notes');
  await user.click(screen.getByRole('button', { name: 'Undo: Date of birth: Move to notes' }));
  expect(onUndo).toHaveBeenCalled();
});
