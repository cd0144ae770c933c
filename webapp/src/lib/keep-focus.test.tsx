import { showSuccess } from '@/lib/toast';
import { renderPage } from '@/testing/render';
import { act, screen, waitFor } from '@testing-library/react';
import { useEffect, useState, type MouseEvent, type ReactNode } from 'react';
import { keepFocus } from './keep-focus';

function KeepFocus({ children }: { children: ReactNode }) {
  useEffect(keepFocus, []);
  return <main tabIndex={-1}>{children}</main>;
}

const open = (page: ReactNode) => renderPage(<KeepFocus>{page}</KeepFocus>);
const button = (name: string) => screen.getByRole('button', { name });

function Chips() {
  const [names, setNames] = useState(['First', 'Second']);
  return (
    <div>
      {names.map((name) => (
        <span key={name}>
          <button>{name}</button>
          <button onClick={() => setNames(names.filter((other) => other !== name))}>Remove {name}</button>
        </span>
      ))}
      <button>Filter</button>
      {names.length > 1 && <button>Clear all</button>}
    </div>
  );
}

test('moves from a removed element to its neighbor, and finally to the control after the list', async () => {
  const { user } = open(<Chips />);
  button('Remove First').focus();
  await user.keyboard('{Enter}');
  await waitFor(() => expect(button('Remove Second')).toHaveFocus());
  await user.keyboard('{Enter}');
  await waitFor(() => expect(button('Filter')).toHaveFocus());
});

function Steps({ next }: { next: ReactNode }) {
  const [isNext, setIsNext] = useState(false);
  return (
    <section>
      <h1>Import</h1>
      {!isNext && <p>No conditions yet.</p>}
      {isNext ? <div>{next}</div> : <button onClick={() => setIsNext(true)}>Continue</button>}
      <button>Help</button>
    </section>
  );
}

test('moves to the marked field or else the heading in the replacement of the focused element', async () => {
  const { user, unmount } = open(
    <Steps
      next={
        <>
          <button>Operator</button>
          <input aria-label="Value" data-autofocus />
        </>
      }
    />,
  );
  button('Continue').focus();
  await user.keyboard('{Enter}');
  await waitFor(() => expect(screen.getByRole('textbox', { name: 'Value' })).toHaveFocus());
  unmount();

  const second = open(
    <Steps
      next={
        <>
          <h2>Preview</h2>
          <button>Skip</button>
        </>
      }
    />,
  );
  button('Continue').focus();
  await second.user.keyboard('{Enter}');
  await waitFor(() => expect(screen.getByRole('heading', { name: 'Preview' })).toHaveFocus());
});

function Rule() {
  const [isAdding, setIsAdding] = useState(true);
  return (
    <section>
      <input aria-label="Name" />
      {!isAdding && <p>No conditions yet.</p>}
      {isAdding ? (
        <div>
          <button onClick={() => setIsAdding(false)}>Cancel</button>
          <input aria-label="Value" data-autofocus />
        </div>
      ) : (
        <button onClick={() => setIsAdding(true)}>Condition</button>
      )}
    </section>
  );
}

test('skips text that was added with the replacement, and continues from there', async () => {
  const { user } = open(<Rule />);
  button('Cancel').focus();
  await user.keyboard('{Enter}');
  await waitFor(() => expect(button('Condition')).toHaveFocus());
  await user.keyboard('{Enter}');
  await waitFor(() => expect(screen.getByRole('textbox', { name: 'Value' })).toHaveFocus());
});

function Loading() {
  const [step, setStep] = useState(0);
  return (
    <section>
      {step === 0 && <button onClick={() => setStep(1)}>Continue</button>}
      {step > 0 && <div>{step === 1 ? <p role="status">Loading…</p> : <h2>Preview</h2>}</div>}
      <button onClick={() => setStep(2)}>Load</button>
    </section>
  );
}

test('stays on the page until the replacement has loaded', async () => {
  const { user } = open(<Loading />);
  button('Continue').focus();
  await user.keyboard('{Enter}');
  await waitFor(() => expect(screen.getByRole('main')).toHaveFocus());
  act(() => button('Load').click());
  await waitFor(() => expect(screen.getByRole('heading', { name: 'Preview' })).toHaveFocus());
});

function Pages() {
  const [isRecord, setIsRecord] = useState(false);
  return isRecord ? (
    <article>
      <a href="/list">Back</a>
      <h1>Whitfield, Dana</h1>
    </article>
  ) : (
    <button onClick={() => setIsRecord(true)}>Open</button>
  );
}

test('moves to the heading of a new page', async () => {
  const { user } = open(<Pages />);
  button('Open').focus();
  await user.keyboard('{Enter}');
  await waitFor(() => expect(screen.getByRole('heading', { name: 'Whitfield, Dana' })).toHaveFocus());
});

function Tabs() {
  const [tab, setTab] = useState('Members');
  return (
    <section key={tab}>
      <h1>West</h1>
      <nav>
        <button onClick={() => setTab('Members')}>Members</button>
        <button onClick={() => setTab('Schedules')}>Schedules</button>
      </nav>
    </section>
  );
}

test('stays on a tab that replaces the page', async () => {
  const { user } = open(<Tabs />);
  button('Schedules').focus();
  await user.keyboard('{Enter}');
  await waitFor(() => expect(button('Schedules')).toHaveFocus());
});

/** Browsers, unlike jsdom, remove the focus from a disabled button. */
const blurred = (run: () => void) => (event: MouseEvent<HTMLElement>) => {
  event.currentTarget.blur();
  run();
};

function Busy() {
  const [isBusy, setIsBusy] = useState(false);
  return (
    <>
      <button disabled={isBusy} onClick={blurred(() => setIsBusy(true))}>
        Pause
      </button>
      <button onClick={() => setIsBusy(false)}>Done</button>
    </>
  );
}

test('returns to a button that was disabled during its action', async () => {
  const { user } = open(<Busy />);
  const pause = button('Pause');
  pause.focus();
  await user.keyboard('{Enter}');
  expect(document.body).toHaveFocus();
  await new Promise((resolve) => setTimeout(resolve, 100));
  act(() => button('Done').click());
  await waitFor(() => expect(pause).toHaveFocus());
});

test('returns to a button that was disabled only for a moment', async () => {
  const { user } = open(<Busy />);
  const pause = button('Pause');
  pause.focus();
  await user.keyboard('{Enter}');
  expect(document.body).toHaveFocus();
  act(() => button('Done').click());
  await waitFor(() => expect(pause).toHaveFocus());
});

test('returns to a button that loses the focus after it is enabled again', async () => {
  const { user } = open(<Busy />);
  const pause = button('Pause');
  pause.focus();
  act(() => {
    pause.setAttribute('disabled', '');
    pause.removeAttribute('disabled');
  });
  await new Promise((resolve) => setTimeout(resolve, 0));
  pause.blur();
  await waitFor(() => expect(pause).toHaveFocus());
  await user.click(button('Done'));
  expect(button('Done')).toHaveFocus();
});

function Paging() {
  const [page, setPage] = useState(1);
  return (
    <section>
      <button disabled={page === 1} onClick={blurred(() => setPage(1))}>
        Previous
      </button>
      <button onClick={() => setPage(2)}>Next</button>
    </section>
  );
}

test('moves from a button that stays disabled to its neighbor', async () => {
  const { user } = open(<Paging />);
  act(() => button('Next').click());
  const previous = button('Previous');
  previous.focus();
  await user.keyboard('{Enter}');
  expect(document.body).toHaveFocus();
  await waitFor(() => expect(button('Next')).toHaveFocus(), { timeout: 3000 });
});

test('returns to the previous place after Undo in a toast', async () => {
  const { user } = open(
    <button onClick={() => showSuccess('Thing removed', () => undefined)}>Remove</button>,
  );
  button('Remove').focus();
  await user.keyboard('{Enter}');
  (await screen.findByRole('button', { name: 'Undo' })).focus();
  await user.keyboard('{Enter}');
  await waitFor(() => expect(button('Remove')).toHaveFocus());
});

function Aside() {
  const [isOpen, setIsOpen] = useState(true);
  return (
    <>
      <button>Before</button>
      {isOpen && (
        <aside>
          <div role="dialog">
            <button onClick={() => setIsOpen(false)}>Undo</button>
          </div>
        </aside>
      )}
    </>
  );
}

test('returns to the previous place when a dialog disappears', async () => {
  const { user } = open(<Aside />);
  button('Before').focus();
  button('Undo').focus();
  await user.keyboard('{Enter}');
  await waitFor(() => expect(button('Before')).toHaveFocus());
});

test('leaves the focus alone after a click outside all controls', async () => {
  const { user } = open(
    <>
      <Chips />
      <p>Text</p>
    </>,
  );
  button('Remove First').focus();
  await user.click(screen.getByText('Text'));
  // A click focuses the main element.
  act(() => screen.getByRole('main').blur());
  act(() => button('Remove First').click());
  await new Promise((resolve) => setTimeout(resolve, 100));
  expect(document.body).toHaveFocus();
});
