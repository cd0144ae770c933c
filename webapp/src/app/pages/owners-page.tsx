import { ContactsPage } from '@/features/contacts/list/contacts-page';

export function OwnersPage() {
  return <ContactsPage key="owners" kind="owner" />;
}
