import { formatMoment } from '@/lib/moment';
import { useSession } from '@/lib/session';
import { ChoiceForm, type SideTexts } from './choice-form';
import type { Choices, Difference } from './three-way';

interface ConflictViewProps {
  /** Singular noun for the record. */
  what: string;
  found: readonly Difference[];
  /** When the other user saved the record, if known. */
  savedAt: string | null;
  resolve: (choices: Choices) => void;
  giveUp: () => void;
}

const TEXTS: SideTexts = {
  one: { mine: 'Keep mine', theirs: 'Take theirs' },
  all: { mine: 'Keep all of mine', theirs: 'Take all of theirs' },
};

/** Resolves an edit conflict field by field: shows the original, the typed and the saved value. */
export function ConflictView({ what, savedAt, ...form }: ConflictViewProps) {
  const { timeZone } = useSession().user;
  return (
    <ChoiceForm
      label="Conflicting changes"
      title={`Someone else saved this ${what} first`}
      intro={
        <p>
          {savedAt
            ? `Saved ${formatMoment(savedAt, timeZone)}, while you were editing.`
            : 'You were still editing.'}{' '}
          Choose a value for each field. Nothing you typed is lost.
        </p>
      }
      texts={TEXTS}
      showsBase
      {...form}
    />
  );
}
