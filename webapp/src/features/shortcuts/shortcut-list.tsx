import { Dialog } from '@/components/dialog';
import type { GoTo } from './keys';
import classes from './shortcut-list.module.css';

interface Section {
  title: string;
  keys: readonly (readonly [keys: string, what: string])[];
}

/** Shortcuts that the pages themselves handle. */
const SECTIONS: readonly Section[] = [
  {
    title: 'Everywhere',
    keys: [
      ['Ctrl K', 'Search and commands (⌘K on a Mac)'],
      ['?', 'This list'],
      ['Esc', 'Close panel or dialog'],
    ],
  },
  {
    title: 'Records',
    keys: [
      ['J', 'Next record'],
      ['K', 'Previous record'],
    ],
  },
  {
    title: 'Possible duplicates',
    keys: [
      ['N', 'Mark the pair as not duplicates'],
      ['M', 'Focus the merge button'],
      ['J', 'Next pair'],
    ],
  },
  {
    title: 'Lists',
    keys: [
      ['/', 'Search the list'],
      ['↑ ↓ ← →', 'Move between cells'],
      ['Enter', 'Open the record, or sort by the column'],
      ['F2', 'Edit the cell'],
      ['Space', 'Select the row'],
      ['Shift ↑ ↓', 'Select a range'],
      ['Shift F10', 'Open the menu of the row'],
      ['Home / End', 'First or last column, with Ctrl first or last row'],
    ],
  },
];

interface Props {
  pages: readonly GoTo[];
  opened: boolean;
  onClose: () => void;
}

/** Dialog that lists all keyboard shortcuts. */
export function ShortcutList({ pages, opened, onClose }: Props) {
  const sections = [
    ...SECTIONS,
    { title: 'Go to', keys: pages.map(({ letter, label }) => [`g ${letter}`, label] as const) },
  ];
  return (
    <Dialog title="Keyboard shortcuts" opened={opened} onClose={onClose} action={null}>
      <div className={classes.sections}>
        {sections.map(({ title, keys }) => (
          <section key={title} aria-label={title}>
            <h3>{title}</h3>
            <dl>
              {keys.map(([key, description]) => (
                <div key={key}>
                  <dt>
                    <kbd>{key}</kbd>
                  </dt>
                  <dd>{description}</dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </div>
    </Dialog>
  );
}
