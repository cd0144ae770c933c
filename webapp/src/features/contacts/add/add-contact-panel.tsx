import { PageLoader } from '@/components/page-loader';
import { SidePanel } from '@/components/side-panel';
import { lazy, Suspense, useCallback, useRef } from 'react';
import type { KindOfContact } from '../kinds';

const AddContact = lazy(async () => ({ default: (await import('./add-contact')).AddContact }));

/** The side panel in which a new contact is typed. */
export function AddContactPanel({
  kind,
  opened,
  onClose,
}: {
  kind: KindOfContact;
  opened: boolean;
  onClose: () => void;
}) {
  const isDirty = useRef(false);
  const setDirty = useCallback((dirty: boolean) => {
    isDirty.current = dirty;
  }, []);
  const hasUnsaved = useCallback(() => isDirty.current, []);
  return (
    <SidePanel title={`Add ${kind.one}`} opened={opened} onClose={onClose} hasUnsaved={hasUnsaved}>
      <Suspense fallback={<PageLoader label="Loading the form" />}>
        <AddContact kind={kind} onDirty={setDirty} onClose={onClose} />
      </Suspense>
    </SidePanel>
  );
}
