import { useModule } from '@/lib/use-module';
import type { ContactKindConfig } from '@/lib/contact-kinds';

interface AddContactPanelProps {
  kind: ContactKindConfig;
  opened: boolean;
  onClose: () => void;
}

const loadPanel = () => import('./add-contact');

/** Lazily loaded `AddContact` panel. */
export function AddContactPanel(props: AddContactPanelProps) {
  const Panel = useModule(loadPanel, props.opened)?.AddContact;
  return Panel ? <Panel {...props} /> : null;
}
