import { formatTimestamp } from '@/lib/timestamp';
import { useSession } from '@/lib/session';
import { ChoiceForm, type SideLabels } from './choice-form';
import type { Choices, Difference } from './three-way';

interface ConflictViewProps {
  /** Singular noun for the record. */
  noun: string;
  differences: readonly Difference[];
  /** When the other user saved the record, if known. */
  savedAt: string | null;
  onResolve: (choices: Choices) => void;
  onCancel: () => void;
}

const TEXTS: SideLabels = {
  single: { mine: 'Keep mine', theirs: 'Take theirs' },
  all: { mine: 'Keep all of mine', theirs: 'Take all of theirs' },
};

/** Resolves an edit conflict field by field: shows the original, the typed and the saved value. */
export function ConflictView({ noun, savedAt, ...form }: ConflictViewProps) {
  const { timeZone } = useSession().user;
  return (
    <ChoiceForm
      label="Conflicting changes"
      title={`Someone else saved this ${noun} first`}
      intro={
        <p>
          {savedAt
            ? `Saved ${formatTimestamp(savedAt, timeZone)}, while you were editing.`
            : 'You were still editing.'}{' '}
          Choose a value for each field. Nothing you typed is lost.
        </p>
      }
      texts={TEXTS}
      showBase
      {...form}
    />
  );
}
