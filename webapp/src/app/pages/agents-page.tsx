import { ContactsPage } from '@/features/contacts/list/contacts-page';

export function AgentsPage() {
  return <ContactsPage key="agents" kind="agent" />;
}
