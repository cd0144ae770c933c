import { SidePanel } from '@/components/side-panel';
import { useUnsaved } from '@/lib/use-unsaved';
import type { TrustRecord } from 'firmbook-wasm';
import { DetailsForm } from './details-form';

interface DetailsPanelProps {
  trust: TrustRecord;
  opened: boolean;
  onClose: () => void;
}

/** Side panel with the form for the details of a trust. */
export function DetailsPanel({ trust, opened, onClose }: DetailsPanelProps) {
  const { hasUnsaved, setUnsaved } = useUnsaved();
  return (
    <SidePanel title="Edit trust" opened={opened} onClose={onClose} hasUnsaved={hasUnsaved}>
      <DetailsForm trust={trust} onClose={onClose} onUnsaved={setUnsaved} />
    </SidePanel>
  );
}
