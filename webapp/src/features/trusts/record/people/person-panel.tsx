import { SidePanel } from '@/components/side-panel';
import { useUnsaved } from '@/lib/use-unsaved';
import type { TrustPerson } from 'firmbook-wasm';
import { useState } from 'react';
import { PersonForm } from './person-form';
import { TEXTS, type Role } from './roles';

interface Open {
  role: Role;
  /** The person to edit. Null for a new one. */
  person: TrustPerson | null;
}

interface PersonPanelProps {
  trust: string;
  /** Null closes the panel. */
  open: Open | null;
  onClose: () => void;
}

/** Side panel with the form for a person of a trust. */
export function PersonPanel({ trust, open, onClose }: PersonPanelProps) {
  const { hasUnsaved, setUnsaved } = useUnsaved();
  // Keeps showing the person while the panel closes.
  const [last, setLast] = useState(open);
  if (open && (open.role !== last?.role || open.person !== last.person)) setLast(open);
  const { role, person } = last ?? { role: 'Grantor', person: null };
  return (
    <SidePanel
      title={`${person ? 'Edit' : 'Add'} ${TEXTS[role].one}`}
      opened={open !== null}
      onClose={onClose}
      hasUnsaved={hasUnsaved}
    >
      {last && (
        <PersonForm
          key={person?.uuid ?? role}
          trust={trust}
          role={role}
          person={person}
          onClose={onClose}
          onUnsaved={setUnsaved}
        />
      )}
    </SidePanel>
  );
}
