import { ContactsPage } from '@/features/contacts/list/contacts-page';

export function InsuredsPage() {
  return <ContactsPage key="insureds" kind="insured" />;
}
