import { ContactsPage } from '@/features/contacts/list/contacts-page';
import { saveAs } from './save-as';

export function InsuredsPage() {
  return <ContactsPage key="insureds" kind="insured" extraTool={saveAs.insureds} />;
}
