import { ContactsPage } from '@/features/contacts/list/contacts-page';
import { saveAs } from './save-as';

export function AgentsPage() {
  return <ContactsPage key="agents" kind="agent" extraTool={saveAs.agents} />;
}
