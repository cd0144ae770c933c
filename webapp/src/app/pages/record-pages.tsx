import { contactQuery } from '@/features/contacts/api/get-contact';
import { ContactRecordPage } from '@/features/contacts/record/contact-record-page';
import { contactKinds, type ContactNoun } from '@/lib/contact-kinds';
import type { LoaderFunctionArgs } from 'react-router';
import { prefetchRecord } from './prefetch-record';

const page = (kind: ContactNoun) => ({
  Component: () => <ContactRecordPage key={kind} kind={kind} />,
  loader: ({ params: { uuid = '' } }: LoaderFunctionArgs) =>
    prefetchRecord('contacts', contactQuery(contactKinds[kind], uuid)),
});

export const recordPages = { agent: page('agent'), owner: page('owner'), insured: page('insured') };
