import { ContactRecordPage } from '@/features/contacts/record/contact-record-page';

export const AgentRecordPage = () => <ContactRecordPage key="agent" kind="agent" />;
export const OwnerRecordPage = () => <ContactRecordPage key="owner" kind="owner" />;
export const InsuredRecordPage = () => <ContactRecordPage key="insured" kind="insured" />;
