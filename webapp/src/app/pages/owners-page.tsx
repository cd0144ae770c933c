import { ContactsPage } from '@/features/contacts/list/contacts-page';
import { saveAs } from './save-as';

export function OwnersPage() {
  return <ContactsPage key="owners" kind="owner" extraTool={saveAs.owners} />;
}
